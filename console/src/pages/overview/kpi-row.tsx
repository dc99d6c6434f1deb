import { lines, NOTHING, unfinishedIn } from '../../charts/query/series.ts';
import { type Measure, useQueryOf } from '../../charts/query/use-query.ts';
import { bucketOf, type View } from '../../state/view.ts';
import { ErrorState } from '../../ui/status.tsx';
import { KpiTile } from './kpi-tile.tsx';
import { useFigures } from './use-figures.ts';

type Props = {
  appId: string;
  view: View;
  /** KPIs to leave out. */
  without?: Measure;
};

/**
 * Rows by the width of the page, wide enough for the longest figures. Seven tiles leave a gap in rows of two and of
 * four; six do not.
 */
const SEVEN = '*:last:col-span-2 @[40rem]:grid-cols-4 @[70rem]:grid-cols-7 @[70rem]:*:last:col-span-1';
const SIX = '@[36rem]:grid-cols-3 @[60rem]:grid-cols-6';

/** The KPIs of the range, with their trend and change from the previous period. */
export function KpiRow({ appId, view, without }: Props) {
  const { kpis, state, now, before } = useFigures(appId, view, without);
  const overTime = useQueryOf(appId, view, {
    measures: kpis.map(({ measure }) => measure),
    bucket: bucketOf(view),
  });
  if (state.error) return <ErrorState error={state.error} retry={() => state.refetch()} />;
  const trends = overTime.data
    ? lines(
        overTime.data,
        kpis.map(({ measure, label }) => [measure, label]),
      )
    : NOTHING;
  const isStale = state.isPlaceholderData;
  // Nothing costs nothing: that is no success.
  const isEmpty = now('interactions') === 0;
  return (
    <div className="@container">
      <dl
        aria-label="Figures"
        aria-busy={state.isPending || isStale}
        className={`grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line ${without ? SIX : SEVEN}`}
      >
        {kpis.map((kpi, i) => (
          <KpiTile
            key={kpi.measure}
            kpi={isEmpty ? { ...kpi, more: 'neither' } : kpi}
            appId={appId}
            view={view}
            isPending={state.isPending}
            isStale={isStale}
            now={now(kpi.measure)}
            before={before(kpi.measure)}
            beside={kpi.beside ? now(kpi.beside.measure) : null}
            trend={trends.series[i]?.values ?? []}
            unfinished={unfinishedIn(trends)}
          />
        ))}
      </dl>
    </div>
  );
}
