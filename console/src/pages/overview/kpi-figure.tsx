import { Skeleton, STALE } from '../../ui/status.tsx';
import { Change, type ChangeProps } from './change.tsx';

type Props = ChangeProps & {
  isPending: boolean;
  /** The word behind the figure. */
  unit?: string | undefined;
  /** A second figure with its words. */
  beside?: string | undefined;
  /** Whether the figure is that of another view. */
  isStale?: boolean;
};

/** A figure with its change from the previous period, as an item of a list. */
export function KpiFigure({ isPending, unit, beside, isStale = false, ...change }: Props) {
  const look = isStale ? `animate-pulse ${STALE}` : '';
  return (
    <>
      <dd
        title={isPending ? undefined : change.exact?.(change.now)}
        className={`tabular text-xl font-semibold tracking-tight whitespace-nowrap @[84rem]:text-2xl ${look}`}
      >
        {isPending ? <Skeleton className="h-7 w-20" /> : change.format(change.now)}
        {unit === undefined || isPending ? null : (
          <span className="text-sm font-normal tracking-normal text-ink-2"> {unit}</span>
        )}
      </dd>
      {beside === undefined || isPending ? null : <dd className={`text-sm text-ink-2 ${look}`}>{beside}</dd>}
      <dd className={`text-sm text-ink-3 ${look}`}>
        {isPending ? <Skeleton className="h-4 w-14" /> : <Change {...change} />}
      </dd>
    </>
  );
}
