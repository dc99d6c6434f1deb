import type { System } from '@parley/contract';
import { bytes, count } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';

const KINDS = { embedded: 'Embedded engine', remote: 'ClickHouse server' } as const;

export function StoreCard({ store: { kind, size } }: { store: System['store'] }) {
  return (
    <Card title="Store" aside={size === null ? <Badge tone="bad">does not answer</Badge> : null}>
      <Facts
        items={[
          ['Engine', KINDS[kind]],
          ...(size === null
            ? []
            : ([
                ['Version', size.version],
                ['Interactions', count(size.rows)],
                ['On disk', bytes(size.bytesOnDisk)],
                ['Before compression', compressed(size)],
              ] as const)),
        ]}
      />
      {size === null ? (
        <p className="pt-3 text-sm text-ink-2">
          Payloads are still taken, and wait in the journal. Lists and charts come back with the store.
        </p>
      ) : null}
    </Card>
  );
}

function compressed({ bytesOnDisk, rawBytes }: NonNullable<System['store']['size']>): string {
  if (bytesOnDisk === 0) return bytes(rawBytes);
  const times = rawBytes / bytesOnDisk;
  return `${bytes(rawBytes)} (${times.toLocaleString('en', { maximumFractionDigits: 1 })} times as much)`;
}
