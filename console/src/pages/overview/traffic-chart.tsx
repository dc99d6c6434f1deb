import { ChartCard } from '../../charts/chart-card.tsx';
import { Legend } from '../../charts/legend.tsx';
import { TimeChart } from '../../charts/time-chart.tsx';
import { compact, usd } from '../../lib/format.ts';
import { bucketOf, timeZoneOf, type View } from '../../state/view.ts';
import { tableOf, timeLabels } from './series.ts';
import type { Traffic, TrafficMeasure } from './use-traffic.ts';

export const STACKS = { model: 'Model', format: 'Format', outcome: 'Outcome' } as const;
export type Stack = keyof typeof STACKS;

type Props = {
  view: View;
  stackBy: Stack;
  onStack: (stackBy: Stack) => void;
  onPick: (view: View) => void;
  measure: TrafficMeasure;
  traffic: Traffic;
};

export function TrafficChart({ view, stackBy, onStack, onPick, measure, traffic }: Props) {
  const bucket = bucketOf(view);
  const { data, state } = traffic[measure];
  const label = timeLabels(bucket, timeZoneOf(view));
  const format = (value: number | null) => (measure === 'costUsd' ? usd(value ?? 0) : compact(value ?? 0));
  const choice = (
    <select
      aria-label="Stack by"
      value={stackBy}
      onChange={(event) => onStack(event.target.value as Stack)}
      className="h-7 rounded-md border border-line-strong bg-surface px-1.5 text-sm"
    >
      {Object.entries(STACKS).map(([value, text]) => (
        <option key={value} value={value}>
          by {text.toLowerCase()}
        </option>
      ))}
    </select>
  );
  return (
    <ChartCard
      title={measure === 'costUsd' ? 'What does it cost?' : 'How much is asked?'}
      aside={choice}
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
          const from = data.times[index];
          if (from === undefined) return;
          const to = data.times[index + 1] ?? new Date(Date.parse(from) + BUCKET_MS[bucket]).toISOString();
          const picked = data.series.find((one) => one.name === name);
          onPick({
            ...withoutRange(view),
            from,
            to,
            ...(picked && !picked.others ? { [stackBy]: [picked.key ?? ''] } : {}),
          });
        }}
      />
      <Legend items={data.series} />
    </ChartCard>
  );
}

const BUCKET_MS = { hour: 3_600_000, day: 86_400_000, week: 7 * 86_400_000 };

function withoutRange({ range: _, ...view }: View): View {
  return view;
}
