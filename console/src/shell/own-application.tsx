import { Outlet, useParams } from '@tanstack/react-router';
import { Fragment } from 'react';
import { SampleBanner } from '../pages/connect/sample-banner.tsx';
import { useMe } from '../state/me.ts';
import { NoAccessPage } from './no-access.tsx';

/** The pages of an application, for members of its account. */
export function OwnApplication() {
  const { appId } = useParams({ from: '/signed-in/apps/$appId' });
  const { applications } = useMe();
  const application = applications.find(({ id }) => id === appId);
  if (!application) return <NoAccessPage to="application" />;
  // Remounted for another application, so that answers of the previous one are not shown.
  return (
    <Fragment key={appId}>
      {application.sample ? <SampleBanner application={application} /> : null}
      <Outlet />
    </Fragment>
  );
}
