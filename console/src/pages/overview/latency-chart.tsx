import { ChartCard } from '../../charts/chart-card.tsx';
import { Legend } from '../../charts/legend.tsx';
import { TimeChart } from '../../charts/time-chart.tsx';
import { milliseconds } from '../../lib/format.ts';
import { bucketOf, timeZoneOf, type View } from '../../state/view.ts';
import { lines, tableOf, timeLabels } from './series.ts';
import { useQueryOf } from './use-query.ts';

const PERCENTILES = [
  ['latencyP50', 'p50'],
  ['latencyP95', 'p95'],
  ['latencyP99', 'p99'],
] as const;

export function LatencyChart({ appId, view }: { appId: string; view: View }) {
  const bucket = bucketOf(view);
  const answer = useQueryOf(appId, view, { measures: PERCENTILES.map(([measure]) => measure), bucket });
  const data = lines(answer.data, PERCENTILES);
  const label = timeLabels(bucket, timeZoneOf(view));
  return (
    <ChartCard title="How long do answers take?" table={tableOf(data, label, milliseconds)} state={answer}>
      <TimeChart
        times={data.times}
        series={data.series}
        kind="lines"
        format={milliseconds}
        timeLabel={label}
      />
      <Legend items={data.series} />
    </ChartCard>
  );
}
