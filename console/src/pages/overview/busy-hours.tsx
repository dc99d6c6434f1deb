import { ChartCard } from '../../charts/chart-card.tsx';
import { HeatMap } from '../../charts/heat-map.tsx';
import { compact, count } from '../../lib/format.ts';
import type { View } from '../../state/view.ts';
import { numberIn, useQueryOf } from './use-query.ts';

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

export function BusyHours({ appId, view }: { appId: string; view: View }) {
  const answer = useQueryOf(appId, view, {
    measures: ['interactions'],
    dimensions: ['dayOfWeek', 'hourOfDay'],
    limit: 200,
  });
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
  return (
    <ChartCard
      title="When is it busy?"
      table={{ columns: ['Hour', 'Interactions'], rows }}
      state={answer}
      height={244}
      className="xl:col-span-2"
    >
      <HeatMap values={values} format={(value) => `${compact(value)} interactions`} />
    </ChartCard>
  );
}
