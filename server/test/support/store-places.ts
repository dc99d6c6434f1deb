/** Kinds of stores that several nodes can share, and how to stop and restart their servers. */
import type { RemoteAddress, StoreAddress } from '../../src/store/client.ts';
import { CLUSTER, missingForNodes, startNodes } from './clickhouse-nodes.ts';
import { type Cleanup, engineSocket, storeProxy } from './store-proxy.ts';

export type Place<A extends StoreAddress = StoreAddress> = {
  address: A;
  /** Servers of the store; a server that comes back has kept its data. */
  servers: readonly { leave: () => void | Promise<void>; comeBack: () => void | Promise<void> }[];
};

export type PlaceKind<A extends StoreAddress = StoreAddress> = {
  name: string;
  /** What this machine lacks to make one, or null. */
  missing: string | null;
  make: (test: Cleanup) => Promise<Place<A>>;
};

export const EMBEDDED: PlaceKind = {
  name: 'the embedded engine',
  missing: null,
  make: async () => ({ address: { kind: 'embedded', socketPath: engineSocket() }, servers: [] }),
};

export const ONE_SERVER: PlaceKind<RemoteAddress> = {
  name: 'one server',
  missing: null,
  async make(test) {
    const door = await storeProxy(test);
    return {
      address: { kind: 'remote', url: door.url },
      servers: [{ leave: door.close, comeBack: door.open }],
    };
  },
};

/** A ClickHouse server without a proxy in front. */
export const CLICKHOUSE_SERVER: PlaceKind<RemoteAddress> = {
  name: 'a ClickHouse server',
  missing: missingForNodes(),
  async make(test) {
    const [node] = await startNodes(test, 1);
    if (!node) throw new Error('No node was started.');
    return {
      address: { kind: 'remote', url: node.url },
      servers: [{ leave: node.kill, comeBack: node.start }],
    };
  },
};

export const TWO_SHARDS: PlaceKind<RemoteAddress> = {
  name: 'two shards',
  missing: missingForNodes(),
  async make(test) {
    const nodes = await startNodes(test, 2);
    return {
      address: { kind: 'remote', url: nodes.map(({ url }) => url).join(','), cluster: CLUSTER },
      servers: nodes.map(({ kill, start }) => ({ leave: kill, comeBack: start })),
    };
  },
};

/** Reports on stderr what is not tested on this machine. */
export function sayMissing({ name, missing }: PlaceKind, what: string): void {
  if (missing === null) return;
  process.stderr.write(
    `\nNOT TRIED on this machine, on ${name}: ${what}, since ${missing}.\nOn Linux x64, "npm ci" installs what it takes.\n\n`,
  );
}
