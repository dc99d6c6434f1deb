import type { QueueProgress } from '@parley/contract';
import { count } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/status.tsx';
import { useReviewKeys } from './use-review-keys.ts';
import type { Reviewing } from './use-reviewing.ts';

type Props = { progress: QueueProgress; reviewing: Reviewing };

/** The end of a queue, for now or for good. */
export function NothingLeft({ progress: { items, left, mine }, reviewing }: Props) {
  useReviewKeys((key) => {
    if (key === 'u') reviewing.undo();
    else if (key === 'Enter') reviewing.next();
    else return false;
    return true;
  });
  return (
    <EmptyState title={items === 0 ? 'No items yet' : left > 0 ? 'Others have the rest' : 'All done'}>
      <p>
        {items === 0
          ? 'Nothing fits the filters of this queue.'
          : left > 0
            ? `${count(left)} left, which others are reviewing right now.`
            : `You reviewed ${count(mine)} of ${count(items)}.`}
      </p>
      <div className="flex justify-center gap-2 pt-4">
        <Button onClick={reviewing.next} busy={reviewing.isBusy}>
          Check again
        </Button>
        {mine > 0 ? (
          <Button onClick={reviewing.undo} disabled={reviewing.isBusy}>
            Undo
          </Button>
        ) : null}
      </div>
    </EmptyState>
  );
}
