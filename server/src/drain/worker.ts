/**
 * The drain in a thread of its own, so that deriving records never delays an acknowledgement. It talks
 * with the main thread in the messages below and shares nothing else with it but files.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { CurrentKeeping } from '../accounts/applications/current-keeping.ts';
import { takeClaims } from '../accounts/claims.ts';
import { type MetadataAddress, openMetadata } from '../accounts/database.ts';
import { MetadataAway } from '../accounts/failure.ts';
import { forgetLateParts, keepLateParts, readLateParts } from '../accounts/late-parts.ts';
import { addToLedger, countedUntil, readCounted } from '../accounts/ledger.ts';
import { CurrentPrices } from '../accounts/prices/current-prices.ts';
import type { Checkpoint } from '../journal/checkpoint.ts';
import type { ReadLimits } from '../journal/reader.ts';
import { keepDamage } from '../journal/recover.ts';
import type { Position } from '../journal/segments.ts';
import { NewerVersion } from '../newer-version.ts';
import { priceWith } from '../prices/price.ts';
import { deriveInteraction } from '../record/derive.ts';
import type { StoreAddress } from '../store/client.ts';
import type { Layout } from '../store/layout/layout.ts';
import { MIGRATIONS, migrateStore, type Shared } from '../store/migrations.ts';
import { ReplacedRows } from '../store/replaced-rows.ts';
import { Store } from '../store/store.ts';
import { Drain, type Drained } from './drain.ts';
import { sharedTables } from './shared-tables.ts';
import { startJoining } from './start-joining.ts';
import { Threads } from './threads.ts';

export type DrainSettings = {
  folder: string;
  node: string;
  checkpoint: Checkpoint;
  leftOver: Position;
  limits: ReadLimits;
  metadata: MetadataAddress;
  store: StoreAddress;
};

export type ToDrain =
  | { kind: 'advance'; to: Position }
  | { kind: 'give-way'; inBurst: boolean }
  | { kind: 'stop' };
export type FromDrain =
  | { kind: 'store-ready'; layout: Layout }
  | { kind: 'drained'; drained: Drained }
  | { kind: 'failed'; message: string }
  /** The store is not for this version: nothing is written to it. */
  | { kind: 'store-refused'; message: string }
  | { kind: 'damaged'; position: Position; keptAs: string };

/** A store that is still starting is not worth a line in the log every time. */
const CONNECT_MS = 250;
const TRIM_REJECTIONS_MS = 60_000;
/** Per application; older ones go first. */
const KEEP_REJECTIONS = 1000;

const settings: DrainSettings = workerData;
const metadata = openMetadata(settings.metadata);
const store = new Store(settings.store);
const prices = await onceThere(() => CurrentPrices.load(metadata.db));
const price = priceWith((appId) => prices.of(appId));
const threads = new Threads(store);
const replaced = new ReplacedRows(settings.store);
const keeping = await onceThere(() => CurrentKeeping.load(metadata.db));

const drain = new Drain({
  ...settings,
  counted: await onceThere(() => readCounted(metadata.db, settings.node)),
  countedUntil: (await onceThere(() => countedUntil(metadata.db))).get(settings.node) ?? 0,
  store,
  derive(head, request, response) {
    const record = deriveInteraction(head, request, response, price, (appId, id) => threads.of(appId, id));
    threads.note(record);
    return record;
  },
  prepare: () => prices.refresh(),
  lookUp: (interactions) => threads.lookUp(interactions),
  async keeping() {
    await keeping.refresh();
    return (appId, at) => keeping.of(appId, at);
  },
  ...(settings.metadata.kind === 'postgres'
    ? { claim: (ids: readonly string[]) => takeClaims(metadata.db, settings.node, ids) }
    : {}),
  waitingParts: (ids) => readLateParts(metadata.db, ids),
  count: ({ ledger, end, storedAt, late, joined }) =>
    addToLedger(metadata.db, settings.node, [...ledger.values()], end, storedAt, async (tx) => {
      await forgetLateParts(tx, joined);
      await keepLateParts(tx, late);
    }),
  onDamage: async (damage) => {
    const keptAs = await keepDamage(settings.folder, damage);
    send({ kind: 'damaged', position: damage.position, keptAs });
  },
  onDrained: (drained) => send({ kind: 'drained', drained }),
  onFailure: (error) =>
    send({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
});

let stopped = false;
parentPort?.on('message', (message: ToDrain) => {
  if (message.kind === 'advance') drain.advance(message.to);
  else if (message.kind === 'give-way') drain.giveWay(message.inBurst);
  else {
    stopped = true;
    drain.stop();
  }
});

await prepareStore();
const trimming = setInterval(() => {
  store
    .trimRejections(KEEP_REJECTIONS)
    .catch((error: unknown) => send({ kind: 'failed', message: String(error) }));
}, TRIM_REJECTIONS_MS);
const joining = startJoining({
  db: metadata.db,
  node: settings.node,
  rows: replaced,
  price,
  now: Date.now,
  onFailure: (error) => send({ kind: 'failed', message: `What came late could not be joined: ${error}` }),
});
await drain.run();
await joining.stop();
await replaced.close();
clearInterval(trimming);
await store.close();
await metadata.close();
parentPort?.close();

/** The database of the metadata may go away while this thread starts: the journal holds until it is back. */
async function onceThere<T>(read: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof MetadataAway)) throw error;
      send({ kind: 'failed', message: error.message });
      await new Promise((resolve) => setTimeout(resolve, CONNECT_MS));
    }
  }
}

async function prepareStore(): Promise<void> {
  let reported = '';
  while (!stopped) {
    try {
      if (await store.ping()) {
        const layout = await migrateStore(settings.store, MIGRATIONS, shared());
        send({ kind: 'store-ready', layout });
        return;
      }
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const kind = error instanceof NewerVersion ? 'store-refused' : 'failed';
      if (kind !== reported) send({ kind, message });
      reported = kind;
    }
    await new Promise((resolve) => setTimeout(resolve, CONNECT_MS));
  }
}

/** Null where the metadata are this server's alone: then it cannot be one of several on a cluster. */
function shared(): Shared | null {
  const { store, node } = settings;
  if (settings.metadata.kind !== 'postgres' || store.kind === 'embedded') return null;
  return sharedTables(metadata.db, node, store);
}

function send(message: FromDrain): void {
  parentPort?.postMessage(message);
}
