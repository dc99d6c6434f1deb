import { ChartCard } from '../../charts/chart-card.tsx';
import { TimeChart } from '../../charts/time-chart.tsx';
import { useZoom } from '../../charts/use-zoom.ts';
import { percent } from '../../lib/format.ts';
import { bucketOf, timeZoneOf, type View } from '../../state/view.ts';
import { lines, selectedIn, tableOf, timeLabels, unfinishedIn, viewAt } from '../overview/series.ts';
import { useQueryOf } from '../overview/use-query.ts';
import { errorsIn } from './use-error-groups.ts';

type Props = { appId: string; view: View; onPick: (view: View) => void };

export function ErrorRateChart({ appId, view, onPick }: Props) {
  const zoom = useZoom();
  const bucket = bucketOf(view);
  const answer = useQueryOf(appId, view, { measures: ['errorRate'], bucket });
  const data = lines(answer.data, [['errorRate', 'Error rate']]);
  const series = data.series.map((one) => ({ ...one, color: 'var(--color-bad)' }));
  const timeZone = timeZoneOf(view);
  const label = timeLabels(bucket, timeZone);
  return (
    <ChartCard title="Error rate" table={tableOf(data, label, percent)} state={answer}>
      <TimeChart
        times={data.times}
        series={series}
        kind="lines"
        format={percent}
        timeLabel={label}
        timeZone={timeZone}
        unfinished={unfinishedIn(data)}
        onZoom={(selection) => zoom(selectedIn(data, selection))}
        onPick={(index) => {
          const at = viewAt(view, data, index);
          if (at) onPick(errorsIn(at));
        }}
      />
    </ChartCard>
  );
}
