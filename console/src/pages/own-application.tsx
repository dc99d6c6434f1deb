import { Outlet, useParams } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useMe } from '../state/me.ts';
import { NotFoundPage } from './not-found-page.tsx';

/** The pages of an application; for whoever is not in its account there are none. */
export function OwnApplication() {
  const { appId } = useParams({ from: '/signed-in/apps/$appId' });
  const { applications } = useMe();
  if (!applications.some(({ id }) => id === appId)) return <NotFoundPage />;
  // Another application is another page: what the last one answered must not stand there meanwhile.
  return (
    <Fragment key={appId}>
      <Outlet />
    </Fragment>
  );
}
