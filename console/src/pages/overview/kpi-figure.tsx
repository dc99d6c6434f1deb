import { Skeleton } from '../../ui/status.tsx';
import { Change, type ChangeProps } from './change.tsx';

/** A figure with its change from the previous period, as an item of a list. */
export function KpiFigure({ isPending, ...change }: ChangeProps & { isPending: boolean }) {
  return (
    <>
      <dd
        title={isPending ? undefined : change.exact?.(change.now)}
        className="tabular text-2xl font-semibold tracking-tight"
      >
        {isPending ? <Skeleton className="h-8 w-20" /> : change.format(change.now)}
      </dd>
      <dd className="text-sm text-ink-3">
        {isPending ? <Skeleton className="h-4 w-14" /> : <Change {...change} />}
      </dd>
    </>
  );
}
