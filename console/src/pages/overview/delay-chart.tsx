import { ChartCard } from '../../charts/chart-card.tsx';
import { SeriesChart } from '../../charts/series-chart.tsx';
import { useZoom } from '../../charts/use-zoom.ts';
import { milliseconds } from '../../lib/format.ts';
import { bucketOf, timeZoneOf, type View } from '../../state/view.ts';
import { selectedIn, tableOf, timeLabels, unfinishedIn, viewAt } from './series.ts';
import type { Delay } from './use-delays.ts';

type Props = {
  title: string;
  view: View;
  delay: Delay;
  /** With how long it took at that point, if one was pointed at. */
  onPick: (view: View, ms: number | null) => void;
};

/** Percentiles of some time that passes, over time. */
export function DelayChart({ title, view, delay: { data, state }, onPick }: Props) {
  const zoom = useZoom();
  const timeZone = timeZoneOf(view);
  const label = timeLabels(bucketOf(view), timeZone);
  return (
    <ChartCard title={title} table={tableOf(data, label, milliseconds)} state={state}>
      <SeriesChart
        times={data.times}
        series={data.series}
        kind="lines"
        format={milliseconds}
        timeLabel={label}
        timeZone={timeZone}
        unfinished={unfinishedIn(data)}
        onZoom={(selection) => zoom(selectedIn(data, selection))}
        onPick={(index, name) => {
          const at = viewAt(view, data, index);
          const values = data.series.find((one) => one.name === name)?.values;
          if (at) onPick(at, values?.[index] ?? null);
        }}
      />
    </ChartCard>
  );
}
