import { compact, milliseconds, percent, usd } from '../../lib/format.ts';
import type { View } from '../../state/view.ts';
import { ErrorState, Skeleton } from '../../ui/status.tsx';
import { Change, type ChangeProps } from './change.tsx';
import { type Measure, numberIn, useQueryOf } from './use-query.ts';

type Kpi = {
  measure: Measure;
  label: string;
} & Pick<ChangeProps, 'format' | 'more'>;

const KPIS: readonly Kpi[] = [
  { measure: 'interactions', label: 'Interactions', format: compact, more: 'neither' },
  { measure: 'users', label: 'Users', format: compact, more: 'neither' },
  { measure: 'sessions', label: 'Sessions', format: compact, more: 'neither' },
  { measure: 'totalTokens', label: 'Tokens', format: compact, more: 'neither' },
  { measure: 'costUsd', label: 'Cost', format: usd, more: 'neither' },
  { measure: 'latencyP95', label: 'Latency, p95', format: milliseconds, more: 'bad' },
  { measure: 'errorRate', label: 'Error rate', format: percent, more: 'bad' },
];

type Props = {
  appId: string;
  view: View;
  /** What says nothing here. */
  without?: Measure;
};

/** Seven leave a gap in rows of two and of four; six leave none. */
const SEVEN = '*:last:col-span-2 sm:grid-cols-4 xl:grid-cols-7 xl:*:last:col-span-1';
const SIX = 'sm:grid-cols-3 xl:grid-cols-6';

/** The figures of the range, and how they changed against the period before. */
export function KpiRow({ appId, view, without }: Props) {
  const kpis = KPIS.filter(({ measure }) => measure !== without);
  const figures = useQueryOf(appId, view, {
    measures: kpis.map(({ measure }) => measure),
    compare: 'previous',
  });
  if (figures.error) return <ErrorState error={figures.error} retry={() => figures.refetch()} />;
  const [now, before] = [figures.data?.rows[0], figures.data?.previous?.rows[0]];
  return (
    <dl
      aria-busy={figures.isPlaceholderData}
      className={`grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line transition-opacity ${without ? SIX : SEVEN} ${figures.isPlaceholderData ? 'opacity-50' : ''}`}
    >
      {kpis.map(({ measure, label, format, more }) => (
        <div key={measure} className="flex flex-col gap-0.5 bg-surface px-4 py-3">
          <dt className="text-sm text-ink-2">{label}</dt>
          <dd className="tabular text-2xl font-semibold tracking-tight">
            {figures.isPending ? <Skeleton className="h-8 w-20" /> : format(numberIn(now, measure))}
          </dd>
          <dd className="text-sm text-ink-3">
            {figures.isPending ? (
              <Skeleton className="h-4 w-14" />
            ) : (
              <Change
                now={numberIn(now, measure)}
                before={numberIn(before, measure)}
                more={more}
                format={format}
              />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
