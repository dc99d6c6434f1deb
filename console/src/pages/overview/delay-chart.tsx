import { ChartCard } from '../../charts/chart-card.tsx';
import { Legend } from '../../charts/legend.tsx';
import { TimeChart } from '../../charts/time-chart.tsx';
import { milliseconds } from '../../lib/format.ts';
import { bucketOf, timeZoneOf, type View } from '../../state/view.ts';
import { tableOf, timeLabels } from './series.ts';
import type { Delay } from './use-delays.ts';

type Props = { title: string; view: View; delay: Delay };

/** Percentiles of some time that passes, over time. */
export function DelayChart({ title, view, delay: { data, state } }: Props) {
  const label = timeLabels(bucketOf(view), timeZoneOf(view));
  return (
    <ChartCard title={title} table={tableOf(data, label, milliseconds)} state={state}>
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
