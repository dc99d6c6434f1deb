import { bucketOf, type View } from '../../state/view.ts';
import { ErrorState } from '../../ui/status.tsx';
import { KpiTile } from './kpi-tile.tsx';
import { KPIS } from './kpis.ts';
import { lines, NOTHING, unfinishedIn } from './series.ts';
import { numberIn, useQueryOf } from './use-query.ts';

/** The figures of the range, how they went, and how they changed against the period before. */
export function KpiRow({ appId, view }: { appId: string; view: View }) {
  const measures = KPIS.map(({ measure }) => measure);
  const figures = useQueryOf(appId, view, { measures, compare: 'previous' });
  const overTime = useQueryOf(appId, view, { measures, bucket: bucketOf(view) });
  if (figures.error) return <ErrorState error={figures.error} retry={() => figures.refetch()} />;
  const [now, before] = [figures.data?.rows[0], figures.data?.previous?.rows[0]];
  const hadAny = (numberIn(before, 'interactions') ?? 0) > 0;
  const trends = overTime.data
    ? lines(
        overTime.data,
        KPIS.map(({ measure, label }) => [measure, label]),
      )
    : NOTHING;
  return (
    <dl
      aria-busy={figures.isPlaceholderData}
      className={`grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line transition-opacity sm:grid-cols-4 xl:grid-cols-7 ${figures.isPlaceholderData ? 'opacity-50' : ''}`}
    >
      {KPIS.map((kpi, i) => (
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
