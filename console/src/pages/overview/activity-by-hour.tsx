import { ChartCard } from '../../charts/chart-card.tsx';
import { HeatMap } from '../../charts/heat-map.tsx';
import { numberIn, useQueryOf } from '../../charts/query/use-query.ts';
import { compact, count } from '../../lib/format.ts';
import { RELATIVE } from '../../state/presets.ts';
import { rangeOf, type View } from '../../state/view.ts';
import { ErrorState } from '../../ui/status.tsx';
import { useLatestHour } from './use-latest-hour.ts';

const HOUR_MS = 3_600_000;
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

type Props = { appId: string; view: View; onPick: (view: View) => void; className?: string };

export function ActivityByHour({ appId, view, onPick, className = '' }: Props) {
  const answer = useQueryOf(appId, view, {
    measures: ['interactions'],
    dimensions: ['dayOfWeek', 'hourOfDay'],
    limit: 200,
  });
  const latest = useLatestHour(appId, view, onPick);
  const values = new Map(
    (answer.data?.rows ?? []).map((row) => [
      `${numberIn(row, 'dayOfWeek')} ${numberIn(row, 'hourOfDay')}`,
      numberIn(row, 'interactions') ?? 0,
    ]),
  );
  const rows = [...values]
    .toSorted((a, b) => b[1] - a[1])
    .map(([key, value]) => {
      const [day = 1, hour = 0] = key.split(' ').map(Number);
      return [`${DAYS[day - 1]} ${hour}:00`, count(value)];
    });
  const { from, to } = rangeOf(view);
  // A range that starts within an hour has the rest of that hour a week later.
  const isOnce = to - from <= RELATIVE['7d'].ms - HOUR_MS;
  return (
    <ChartCard
      title="Activity by hour"
      table={{ columns: ['Hour', 'Interactions'], rows }}
      state={answer}
      height={244}
      className={className}
    >
      <HeatMap
        values={values}
        format={(value) => (value === 1 ? '1 interaction' : `${compact(value)} interactions`)}
        hint={isOnce ? 'Click to list them.' : 'Click to list the latest such hour.'}
        onPick={latest.pick}
      />
      {latest.error ? <ErrorState error={latest.error} /> : null}
    </ChartCard>
  );
}
