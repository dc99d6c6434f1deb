import { useParams } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { APP_PAGES } from '../pages/page-list.ts';
import { accountOf, mayIn, useMe } from '../state/me.ts';
import { Button } from '../ui/button.tsx';
import { useShownPage } from '../views/use-shown-page.ts';
import { useViews } from '../views/use-views.ts';
import { isShown } from '../views/view-search.ts';
import { unitOf } from './queue-source.ts';

const CreateQueueDialog = lazy(() =>
  import('./create-queue-dialog.tsx').then((module) => ({ default: module.CreateQueueDialog })),
);

/** Makes a review queue of what the page shows. */
export function ReviewView() {
  const { appId } = useParams({ strict: false });
  const shown = useShownPage();
  const views = useViews(appId);
  const account = accountOf(useMe(), appId ?? '');
  const [open, setOpen] = useState(false);
  if (appId === undefined || shown === null || unitOf(shown) === undefined) return null;
  if (!mayIn(account, 'review:manage')) return null;
  const name = views.find((view) => isShown(view, shown))?.name ?? APP_PAGES[shown.page].title;
  return (
    <>
      <Button look="ghost" onClick={() => setOpen(true)}>
        Review
      </Button>
      {open ? (
        <Suspense>
          <CreateQueueDialog appId={appId} sources={[{ name, shown }]} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
