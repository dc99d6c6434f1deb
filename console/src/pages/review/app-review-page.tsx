import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { CreateQueueDialog, type QueueSource } from '../../review/create-queue-dialog.tsx';
import { unitOf } from '../../review/queue-source.ts';
import { Page } from '../../shell/page.tsx';
import { accountOf, mayIn, useMe } from '../../state/me.ts';
import { Button } from '../../ui/button.tsx';
import { useViews } from '../../views/use-views.ts';
import { QueueList } from './queue-list.tsx';

const route = getRouteApi('/signed-in/apps/$appId/review');

/** Where there are no saved views yet. */
const ALL: QueueSource[] = [
  { name: 'Interactions of the last 7 days', shown: { page: 'interactions', search: { range: '7d' } } },
  { name: 'Sessions of the last 7 days', shown: { page: 'sessions', search: { range: '7d' } } },
];

/** The review queues of an application, and making one of a saved view. */
export function AppReviewPage() {
  const { appId } = route.useParams();
  const manages = mayIn(accountOf(useMe(), appId), 'review:manage');
  const saved = useViews(appId).filter((view) => unitOf(view) !== undefined);
  const [first, ...rest] = [
    ...saved.map(({ name, page, search }): QueueSource => ({ name, shown: { page, search } })),
    ...ALL,
  ];
  const [creates, setCreates] = useState(false);
  const button = (
    <Button look="primary" onClick={() => setCreates(true)}>
      New queue
    </Button>
  );
  return (
    <Page title="Review" aside={manages ? button : null}>
      <QueueList appId={appId}>
        {manages
          ? 'Create a queue of a saved view, or with Review beside the filters of Interactions, Sessions and Errors.'
          : 'Queues that you can review appear here.'}
      </QueueList>
      {creates && first ? (
        <CreateQueueDialog appId={appId} sources={[first, ...rest]} onClose={() => setCreates(false)} />
      ) : null}
    </Page>
  );
}
