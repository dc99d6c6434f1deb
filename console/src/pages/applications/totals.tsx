import { numberIn } from '../../charts/query/use-query.ts';
import { compact, milliseconds, percent } from '../../lib/format.ts';
import { exactUsd, usd } from '../../lib/money.ts';
import type { View } from '../../state/view.ts';
import { ErrorState, Stale } from '../../ui/status.tsx';
import type { ChangeProps } from '../overview/change.tsx';
import { KpiFigure } from '../overview/kpi-figure.tsx';
import { type Kpi, USERS } from '../overview/kpis.ts';
import { measuresOf } from '../overview/use-figures.ts';
import { useQueryAll } from './use-query-all.ts';

type Total = Pick<Kpi, 'measure' | 'label' | 'unit' | 'beside'> &
  Pick<ChangeProps, 'format' | 'exact' | 'more'>;

const TOTALS: readonly Total[] = [
  { measure: 'interactions', label: 'Interactions', format: compact, more: 'neither' },
  { measure: 'costUsd', label: 'Cost', format: usd, exact: exactUsd, more: 'bad' },
  { measure: 'totalTokens', label: 'Tokens', format: compact, more: 'neither' },
  { measure: 'errorRate', label: 'Error rate', format: percent, more: 'bad' },
  { measure: 'latencyP95', label: 'Latency, p95', format: milliseconds, more: 'bad' },
  { ...USERS, more: 'neither' },
];

/** Totals of all applications, and their change from the previous period. */
export function Totals({ view }: { view: View }) {
  const { data, error, refetch, isPending, isPlaceholderData } = useQueryAll(view, {
    measures: measuresOf(TOTALS),
    compare: 'previous',
  });
  if (error) return <ErrorState error={error} retry={() => refetch()} />;
  const [now, before] = [data?.rows[0], data?.previous?.rows[0]];
  const hadAny = (numberIn(before, 'interactions') ?? 0) > 0;
  return (
    <Stale stale={isPlaceholderData}>
      <div className="@container">
        <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line @[36rem]:grid-cols-3 @[60rem]:grid-cols-6">
          {TOTALS.map(({ measure, label, unit, beside, ...kind }) => {
            const [figure, second] = [numberIn(now, measure), beside && numberIn(now, beside.measure)];
            return (
              <div key={measure} className="flex flex-col gap-0.5 bg-surface px-3 py-3 sm:px-4">
                <dt className="text-sm text-ink-2">{label}</dt>
                <KpiFigure
                  isPending={isPending}
                  now={figure}
                  before={hadAny ? numberIn(before, measure) : null}
                  {...kind}
                  unit={figure === null ? undefined : unit?.(figure)}
                  beside={typeof second === 'number' ? beside?.text(second) : undefined}
                />
              </div>
            );
          })}
        </dl>
      </div>
    </Stale>
  );
}
