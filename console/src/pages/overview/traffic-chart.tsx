import { ChartCard } from '../../charts/chart-card.tsx';
import { SeriesChart } from '../../charts/series-chart.tsx';
import { useZoom } from '../../charts/use-zoom.ts';
import { compact, usd, usdAxis } from '../../lib/format.ts';
import { bucketOf, timeZoneOf, type View } from '../../state/view.ts';
import { selectedIn, tableOf, timeLabels, unfinishedIn, viewAt } from './series.ts';
import { StackPicker } from './stack-picker.tsx';
import type { Stack } from './stacks.ts';
import type { Traffic, TrafficMeasure } from './use-traffic.ts';

type Props = {
  view: View;
  stackBy: Stack;
  onStack: (stackBy: Stack) => void;
  onPick: (view: View) => void;
  measure: TrafficMeasure;
  traffic: Traffic;
  className?: string;
};

export function TrafficChart({ view, stackBy, onStack, onPick, measure, traffic, className = '' }: Props) {
  const zoom = useZoom();
  const { data, state } = traffic[measure];
  const timeZone = timeZoneOf(view);
  const label = timeLabels(bucketOf(view), timeZone);
  const format = (value: number | null) => (measure === 'costUsd' ? usd(value ?? 0) : compact(value ?? 0));
  return (
    <ChartCard
      title={measure === 'costUsd' ? 'Cost' : 'Interactions'}
      aside={<StackPicker view={view} stackBy={stackBy} onStack={onStack} />}
      table={tableOf(data, label, format)}
      state={state}
      className={className}
    >
      <SeriesChart
        times={data.times}
        series={data.series}
        kind="bars"
        format={format}
        {...(measure === 'costUsd' ? { axisFormat: usdAxis } : {})}
        timeLabel={label}
        timeZone={timeZone}
        unfinished={unfinishedIn(data)}
        onZoom={(selection) => zoom(selectedIn(data, selection))}
        onPick={(index, name) => {
          const at = viewAt(view, data, index);
          if (!at) return;
          const picked = data.series.find((one) => one.name === name);
          onPick({
            ...at,
            ...(picked && !picked.others ? { [stackBy]: [picked.key ?? ''] } : {}),
          });
        }}
      />
    </ChartCard>
  );
}
