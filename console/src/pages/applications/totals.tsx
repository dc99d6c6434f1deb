import { type Measure, numberIn } from '../../charts/query/use-query.ts';
import { compact, milliseconds, percent } from '../../lib/format.ts';
import { exactUsd, usd } from '../../lib/money.ts';
import type { View } from '../../state/view.ts';
import { ErrorState, Stale } from '../../ui/status.tsx';
import type { ChangeProps } from '../overview/change.tsx';
import { KpiFigure } from '../overview/kpi-figure.tsx';
import { useQueryAll } from './use-query-all.ts';

type Total = { measure: Measure; label: string } & Pick<ChangeProps, 'format' | 'exact' | 'more'>;

const TOTALS: readonly Total[] = [
  { measure: 'interactions', label: 'Interactions', format: compact, more: 'neither' },
  { measure: 'costUsd', label: 'Cost', format: usd, exact: exactUsd, more: 'neither' },
  { measure: 'totalTokens', label: 'Tokens', format: compact, more: 'neither' },
  { measure: 'errorRate', label: 'Error rate', format: percent, more: 'bad' },
  { measure: 'latencyP95', label: 'Latency, p95', format: milliseconds, more: 'bad' },
  { measure: 'users', label: 'Users', format: compact, more: 'neither' },
];

/** Totals of all applications, and their change from the previous period. */
export function Totals({ view }: { view: View }) {
  const { data, error, refetch, isPending, isPlaceholderData } = useQueryAll(view, {
    measures: TOTALS.map(({ measure }) => measure),
    compare: 'previous',
  });
  if (error) return <ErrorState error={error} retry={() => refetch()} />;
  const [now, before] = [data?.rows[0], data?.previous?.rows[0]];
  const hadAny = (numberIn(before, 'interactions') ?? 0) > 0;
  return (
    <Stale stale={isPlaceholderData}>
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-3 xl:grid-cols-6">
        {TOTALS.map(({ measure, label, ...kind }) => (
          <div key={measure} className="flex flex-col gap-0.5 bg-surface px-4 py-3">
            <dt className="text-sm text-ink-2">{label}</dt>
            <KpiFigure
              isPending={isPending}
              now={numberIn(now, measure)}
              before={hadAny ? numberIn(before, measure) : null}
              {...kind}
            />
          </div>
        ))}
      </dl>
    </Stale>
  );
}
