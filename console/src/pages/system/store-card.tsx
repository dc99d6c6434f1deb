import type { System } from '@parley/contract';
import { bytes, count } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';

type Layout = NonNullable<System['store']['layout']>;

const KINDS = { embedded: 'Embedded engine', remote: 'ClickHouse' } as const;
const LAYOUTS: Record<Layout['kind'], string> = {
  single: 'One server',
  shards: 'Shards, without Keeper',
  cluster: 'Cluster, with Keeper',
  'replicated-database': 'Replicated database',
};

export function StoreCard({ store: { kind, layout, size } }: { store: System['store'] }) {
  return (
    <Card title="Store" aside={size === null ? <Badge tone="bad">does not answer</Badge> : null}>
      <Facts
        items={[
          ['Engine', KINDS[kind]],
          ...(kind === 'remote' && layout ? ([['Layout', layoutText(layout)]] as const) : []),
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
      {layout?.shardsChanged ? (
        <p className="pt-3 text-sm text-ink-2">
          The tables were made for {count(layout.shards)} shards, and the cluster has another number now.
          Answers are right; those about sessions take longer.
        </p>
      ) : null}
      {size === null ? (
        <p className="pt-3 text-sm text-ink-2">
          Payloads are still taken, and wait in the journal. Lists and charts come back with the store.
        </p>
      ) : null}
    </Card>
  );
}

function layoutText({ kind, shards }: Layout): string {
  return kind === 'single'
    ? LAYOUTS[kind]
    : `${LAYOUTS[kind]}: ${count(shards)} ${shards === 1 ? 'shard' : 'shards'}`;
}

function compressed({ bytesOnDisk, rawBytes }: NonNullable<System['store']['size']>): string {
  if (bytesOnDisk === 0) return bytes(rawBytes);
  const times = rawBytes / bytesOnDisk;
  return `${bytes(rawBytes)} (${times.toLocaleString('en', { maximumFractionDigits: 1 })} times as much)`;
}
