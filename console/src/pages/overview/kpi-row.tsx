import { lines, NOTHING, unfinishedIn } from '../../charts/query/series.ts';
import { type Measure, numberIn, useQueryOf } from '../../charts/query/use-query.ts';
import { bucketOf, type View } from '../../state/view.ts';
import { ErrorState } from '../../ui/status.tsx';
import { KpiTile } from './kpi-tile.tsx';
import { KPIS } from './kpis.ts';

type Props = {
  appId: string;
  view: View;
  /** KPIs to leave out. */
  without?: Measure;
};

/** Seven tiles leave a gap in rows of two and of four; six do not. */
const SEVEN = '*:last:col-span-2 sm:grid-cols-4 xl:grid-cols-7 xl:*:last:col-span-1';
const SIX = 'sm:grid-cols-3 xl:grid-cols-6';

/** The KPIs of the range, with their trend and change from the previous period. */
export function KpiRow({ appId, view, without }: Props) {
  const kpis = KPIS.filter(({ measure }) => measure !== without);
  const measures = kpis.map(({ measure }) => measure);
  const figures = useQueryOf(appId, view, { measures, compare: 'previous' });
  const overTime = useQueryOf(appId, view, { measures, bucket: bucketOf(view) });
  if (figures.error) return <ErrorState error={figures.error} retry={() => figures.refetch()} />;
  const [now, before] = [figures.data?.rows[0], figures.data?.previous?.rows[0]];
  const hadAny = (numberIn(before, 'interactions') ?? 0) > 0;
  const trends = overTime.data
    ? lines(
        overTime.data,
        kpis.map(({ measure, label }) => [measure, label]),
      )
    : NOTHING;
  return (
    <dl
      aria-busy={figures.isPlaceholderData}
      className={`grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line transition-opacity ${without ? SIX : SEVEN} ${figures.isPlaceholderData ? 'opacity-50' : ''}`}
    >
      {kpis.map((kpi, i) => (
        <KpiTile
          key={kpi.measure}
          kpi={kpi}
          appId={appId}
          view={view}
          isPending={figures.isPending}
          now={numberIn(now, kpi.measure)}
          before={hadAny ? numberIn(before, kpi.measure) : null}
          trend={trends.series[i]?.values ?? []}
          unfinished={unfinishedIn(trends)}
        />
      ))}
    </dl>
  );
}
