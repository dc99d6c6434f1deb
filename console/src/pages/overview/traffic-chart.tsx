import { ChartCard } from '../../charts/chart-card.tsx';
import { Legend } from '../../charts/legend.tsx';
import { TimeChart } from '../../charts/time-chart.tsx';
import { compact, usd } from '../../lib/format.ts';
import { bucketOf, timeZoneOf, type View } from '../../state/view.ts';
import { tableOf, timeLabels, viewAt } from './series.ts';
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
};

export function TrafficChart({ view, stackBy, onStack, onPick, measure, traffic }: Props) {
  const { data, state } = traffic[measure];
  const label = timeLabels(bucketOf(view), timeZoneOf(view));
  const format = (value: number | null) => (measure === 'costUsd' ? usd(value ?? 0) : compact(value ?? 0));
  return (
    <ChartCard
      title={measure === 'costUsd' ? 'What does it cost?' : 'How much is asked?'}
      aside={<StackPicker view={view} stackBy={stackBy} onStack={onStack} />}
      table={tableOf(data, label, format)}
      state={state}
    >
      <TimeChart
        times={data.times}
        series={data.series}
        kind="bars"
        format={format}
        timeLabel={label}
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
      <Legend items={data.series} />
    </ChartCard>
  );
}
