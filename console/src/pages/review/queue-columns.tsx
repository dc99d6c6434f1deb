import type { ReviewQueue } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { count } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { ProgressBar, progressText } from './progress-bar.tsx';
import { QueueMenu } from './queue-menu.tsx';

/** `apps`: whether the queues are of several applications. */
export function queueColumns({ apps }: { apps: boolean }): Column<ReviewQueue>[] {
  return [
    { name: 'name', head: 'Queue', grow: true, cell: (queue) => <QueueName queue={queue} apps={apps} /> },
    {
      name: 'progress',
      head: 'Reviewed',
      cell: ({ progress }) =>
        progress.items === 0 ? (
          <span className="whitespace-nowrap text-ink-3">No items yet</span>
        ) : (
          <span className="flex items-center gap-3 whitespace-nowrap">
            <ProgressBar progress={progress} className="hidden w-28 md:inline-block" />
            {progressText(progress)}
          </span>
        ),
    },
    { name: 'mine', head: 'By you', figure: true, wide: true, cell: ({ progress }) => count(progress.mine) },
    { name: 'left', head: 'Left for you', figure: true, wide: true, cell: (queue) => leftFor(queue) },
    {
      name: 'actions',
      head: 'Actions',
      quiet: true,
      cell: (queue) => (queue.setup ? <QueueMenu queue={queue} /> : null),
    },
  ];
}

function QueueName({ queue, apps }: { queue: ReviewQueue; apps: boolean }) {
  const { id, name, appName, closedAt, mayReview } = queue;
  return (
    <span className="flex min-w-0 items-center gap-2">
      {mayReview && closedAt === null ? (
        <Link
          to="/review/$queueId"
          params={{ queueId: id }}
          data-row
          dir="auto"
          className="truncate font-medium"
        >
          {name}
        </Link>
      ) : (
        <span dir="auto" className="truncate font-medium text-ink-2">
          {name}
        </span>
      )}
      {apps ? (
        <span dir="auto" className="truncate text-sm text-ink-3">
          {appName}
        </span>
      ) : null}
      {closedAt === null ? null : <Badge>Closed</Badge>}
    </span>
  );
}

function leftFor({ mayReview, closedAt, progress }: ReviewQueue): string {
  return mayReview && closedAt === null ? count(progress.left) : '–';
}
