/** Where the store of several nodes may be, and how each of its servers goes away and comes back. */
import type { RemoteAddress, StoreAddress } from '../../src/store/client.ts';
import { CLUSTER, missingForNodes, startNodes } from './clickhouse-nodes.ts';
import { type Cleanup, engineSocket, storeProxy } from './store-proxy.ts';

export type Place<A extends StoreAddress = StoreAddress> = {
  address: A;
  /** What leaves comes back with all that it had. */
  servers: readonly { leave: () => void | Promise<void>; comeBack: () => void | Promise<void> }[];
};

export type PlaceKind<A extends StoreAddress = StoreAddress> = {
  name: string;
  /** Null where it can be made. */
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

/** With nothing of ours between. */
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

/** Nothing is left out in silence. */
export function sayMissing({ name, missing }: PlaceKind, what: string): void {
  if (missing === null) return;
  process.stderr.write(
    `\nNOT TRIED on this machine, on ${name}: ${what}, since ${missing}.\nOn Linux x64, "npm ci" installs what it takes.\n\n`,
  );
}
