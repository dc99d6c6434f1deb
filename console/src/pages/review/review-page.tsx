import { Page } from '../../shell/page.tsx';
import { QueueList } from './queue-list.tsx';

/** The queues of all applications that the reader can review. */
export function ReviewPage() {
  return (
    <Page title="Review">
      <QueueList>There is nothing to review yet. Queues that you can review appear here.</QueueList>
    </Page>
  );
}
