import type { ReactNode } from 'react';
import { useAsk } from '../../api/use-ask.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/status.tsx';
import { queueColumns } from './queue-columns.tsx';

type Props = {
  /** Only those of this application. */
  appId?: string;
  /** What to do when there are none. */
  children: ReactNode;
};

/** Review queues with their progress. */
export function QueueList({ appId, children }: Props) {
  const query = appId === undefined ? {} : { app: appId };
  const { data, error, refetch } = useAsk('GET /v1/review/queues', { query });
  if (error) return <ErrorState error={error} retry={refetch} />;
  if (!data) return <SkeletonRows rows={4} />;
  if (data.data.length === 0) return <EmptyState title="No review queues">{children}</EmptyState>;
  const apps = new Set(data.data.map(({ app }) => app)).size > 1;
  return (
    <DataTable
      label="Review queues"
      columns={queueColumns({ apps })}
      rows={data.data}
      keyOf={({ id }) => id}
    />
  );
}
