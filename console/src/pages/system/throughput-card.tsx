import type { System } from '@parley/contract';
import { Card } from '../../ui/card.tsx';
import { Figure } from './figure.tsx';

const rate = (value: number) => value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 });

export function ThroughputCard({ throughput }: { throughput: System['throughput'] }) {
  return (
    <Card title="How much comes in?" aside={<span className="text-sm text-ink-3">last 10 seconds</span>}>
      <dl className="flex flex-wrap gap-x-10 gap-y-3">
        <Figure name="received" value={`${rate(throughput.receivedPerSecond)} /s`} />
        <Figure name="stored" value={`${rate(throughput.storedPerSecond)} /s`} />
      </dl>
    </Card>
  );
}
