import type { System } from '@parley/contract';
import { bytes, count } from '../../lib/format.ts';
import { timeZoneOf } from '../../state/view.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Time } from '../../ui/time.tsx';
import { beforeCompression } from './before-compression.ts';

type Layout = NonNullable<System['store']['layout']>;
type Restarts = NonNullable<System['store']['restarts']>;

const KINDS = { embedded: 'Embedded engine', remote: 'ClickHouse' } as const;
const LAYOUTS: Record<Layout['kind'], string> = {
  single: 'One server',
  shards: 'Shards, without Keeper',
  cluster: 'Cluster, with Keeper',
  'replicated-database': 'Replicated database',
};

const STATES: Record<System['store']['state'], readonly [Tone, string]> = {
  up: ['good', '✓ up'],
  starting: ['warn', 'starting'],
  silent: ['bad', 'not responding'],
  behind: ['warn', 'behind'],
  refused: ['bad', 'not accepting writes'],
};

export function StoreCard({ system: { store, unavailable } }: { system: System }) {
  const { kind, layout, size, restarts, sorting } = store;
  const [tone, state] = STATES[store.state];
  const saved = size && beforeCompression(size);
  return (
    <Card title="Store" aside={<Badge tone={tone}>{state}</Badge>}>
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
              ] as const)),
          ...(saved === null ? [] : ([['Before compression', saved]] as const)),
          ...(restarts === null
            ? []
            : ([['Last restart', <LastRestart key="restart" restarts={restarts} />]] as const)),
        ]}
      />
      {layout?.shardsChanged ? (
        <p className="pt-3 text-sm text-ink-2">
          The tables were created for {count(layout.shards)} shards; the cluster now has a different number.
          Results are correct, but those about sessions take longer.
        </p>
      ) : null}
      {sorting === null ? null : (
        <p className="pt-3 text-sm text-ink-2">
          Texts of an earlier version are sorted for search in the background: {count(sorting.done)} of{' '}
          {count(sorting.total)}. Until then, a search looks at the whole texts of the others.
        </p>
      )}
      {unavailable.includes('store.size') ? (
        <p className="pt-3 text-sm text-ink-2">
          The store did not respond in time.
          {size === null ? '' : ' These figures are the last known ones.'}
        </p>
      ) : null}
    </Card>
  );
}

function LastRestart({ restarts: { count: times, last } }: { restarts: Restarts }) {
  if (last === null) return <>None since the server started</>;
  return (
    <>
      <Time at={last.at} timeZone={timeZoneOf({})} relative /> ({last.reason}), {count(times)}{' '}
      {times === 1 ? 'restart' : 'restarts'} since the server started
    </>
  );
}

function layoutText({ kind, shards }: Layout): string {
  return kind === 'single'
    ? LAYOUTS[kind]
    : `${LAYOUTS[kind]}: ${count(shards)} ${shards === 1 ? 'shard' : 'shards'}`;
}
