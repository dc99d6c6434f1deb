import type { System } from '@parley/contract';
import { count } from '../../lib/format.ts';
import { Card } from '../../ui/card.tsx';
import { Figure } from './figure.tsx';
import { LastHourChart } from './last-hour-chart.tsx';

const rate = (value: number) => value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 });

export function ThroughputCard({ throughput, lastHour }: Pick<System, 'throughput' | 'lastHour'>) {
  const sum = (name: 'received' | 'stored') =>
    count(lastHour.reduce((total, minute) => total + minute[name], 0));
  return (
    <Card title="Throughput" aside={<span className="text-sm text-ink-3">per minute, last hour</span>}>
      <dl className="flex flex-wrap gap-x-10 gap-y-3">
        <Figure name="received now" value={`${rate(throughput.receivedPerSecond)} /s`} />
        <Figure name="stored now" value={`${rate(throughput.storedPerSecond)} /s`} />
        <Figure name="received, last hour" value={sum('received')} />
        <Figure name="stored, last hour" value={sum('stored')} />
      </dl>
      <LastHourChart
        title="Throughput"
        lastHour={lastHour}
        series={[
          { name: 'Received', color: 'var(--color-c1)', of: ({ received }) => received },
          { name: 'Stored', color: 'var(--color-c2)', of: ({ stored }) => stored },
        ]}
        format={count}
      />
    </Card>
  );
}
