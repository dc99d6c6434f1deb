/**
 * The drain's worker thread, so that deriving records never delays an acknowledgement. It talks to the main
 * thread through the messages below and otherwise shares only files with it.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { JobName } from '@parley/contract';
import { CurrentKeeping } from '../accounts/applications/current-keeping.ts';
import { CurrentPrices } from '../accounts/prices/current-prices.ts';
import { BackOff } from '../base/back-off.ts';
import { collectWhenIdle } from '../base/collect-when-idle.ts';
import { SchemaTooNew } from '../base/schema-too-new.ts';
import { takeClaims } from '../cluster/claims.ts';
import { forgetLateParts, keepLateParts, readLateParts } from '../cluster/late-parts.ts';
import { addToLedger, countedUntil, readCounted } from '../cluster/ledger.ts';
import type { Checkpoint } from '../journal/checkpoint.ts';
import type { ReadLimits } from '../journal/reader.ts';
import { keepDamage } from '../journal/recover.ts';
import type { Position } from '../journal/segments.ts';
import { type MetadataAddress, openMetadata } from '../metadata/database.ts';
import { MetadataUnavailable } from '../metadata/failure.ts';
import { priceWith } from '../prices/price.ts';
import { deriveInteraction } from '../record/derive.ts';
import type { StoreAddress } from '../store/client.ts';
import type { Layout } from '../store/layout/layout.ts';
import { MIGRATIONS, migrateStore, type Shared } from '../store/migrations/migrations.ts';
import { ReplacedRows } from '../store/rewrite/replaced-rows.ts';
import { type SortingProgress, UnsortedRows } from '../store/rewrite/unsorted-rows.ts';
import { Store } from '../store/store.ts';
import { Drain, type Drained } from './drain.ts';
import { ResponseChains } from './response-chains.ts';
import { SeenPrompts } from './seen-prompts.ts';
import { sharedTables } from './shared-tables.ts';
import { type LatePartCounts, startJoining } from './start-joining.ts';
import { startSorting } from './start-sorting.ts';

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
  | { kind: 'failed'; job: JobName; message: string }
  | { kind: 'worked'; job: JobName }
  /** This step of the table migration has begun. */
  | { kind: 'migrating'; step: number; steps: number }
  | { kind: 'late-parts'; counts: LatePartCounts }
  /** How far texts of earlier versions are sorted; null once all are. */
  | { kind: 'sorting'; progress: SortingProgress | null }
  /** The store was migrated by a newer version: nothing is written to it. */
  | { kind: 'store-refused'; message: string }
  | { kind: 'damaged'; position: Position; keptAs: string };

/** A store that is starting is reachable soon. */
const CONNECT_DELAYS = { firstMs: 250, mostMs: 1000 };
const RETRY_DELAYS = { firstMs: 250, mostMs: 5000 };
const MIGRATE_DELAYS = { firstMs: 1000, mostMs: 60_000 };
const TRIM_DELAYS = { firstMs: 60_000, mostMs: 60 * 60_000 };
/** Per application; the oldest are removed first. */
const MAX_REJECTIONS = 1000;

/** Jobs whose last attempt failed. */
const failing = new Set<JobName>();
const stopping = new AbortController();
const settings: DrainSettings = workerData;
const metadata = openMetadata(settings.metadata);
const store = new Store(settings.store);
const prices = await retryUntilRead(() => CurrentPrices.load(metadata.db));
const price = priceWith((appId) => prices.of(appId));
const threads = new ResponseChains(store);
const replaced = new ReplacedRows(settings.store);
const unsorted = new UnsortedRows(settings.store);
const keeping = await retryUntilRead(() => CurrentKeeping.load(metadata.db));

const prompts = new SeenPrompts({
  db: metadata.db,
  node: settings.node,
  keepsTexts: (appId) => keeping.of(appId) === 'everything',
});

const somethingDone = collectWhenIdle();

const drain = new Drain({
  ...settings,
  counted: await retryUntilRead(() => readCounted(metadata.db, settings.node)),
  countedUntil: (await retryUntilRead(() => countedUntil(metadata.db))).get(settings.node) ?? 0,
  store,
  derive(head, request, response) {
    const record = deriveInteraction(
      head,
      request,
      response,
      price,
      (appId, id) => threads.of(appId, id),
      (appId, parts, at) => prompts.promptOf(appId, parts, at),
    );
    threads.note(record);
    return record;
  },
  prepare: () => prices.refresh(),
  async lookUp(interactions) {
    await threads.lookUp(interactions);
    await prompts.lookUp(interactions.map(({ head }) => head.appId));
  },
  async keeping() {
    await keeping.refresh();
    return (appId, at) => keeping.of(appId, at);
  },
  ...(settings.metadata.kind === 'postgres'
    ? { claim: (ids: readonly string[]) => takeClaims(metadata.db, settings.node, ids) }
    : {}),
  waitingParts: (ids) => readLateParts(metadata.db, ids),
  async count({ ledger, end, storedAt, late, joined }) {
    await addToLedger(metadata.db, settings.node, [...ledger.values()], end, storedAt, async (tx) => {
      await forgetLateParts(tx, joined);
      await keepLateParts(tx, late);
      await prompts.save(tx);
    });
    prompts.saved();
  },
  onDamage: async (damage) => {
    const keptAs = await keepDamage(settings.folder, damage);
    send({ kind: 'damaged', position: damage.position, keptAs });
  },
  onDrained(drained) {
    send({ kind: 'drained', drained });
    somethingDone();
  },
  onFailure: (error) => failed('drain', error),
  onWorked: () => worked('drain'),
});

parentPort?.on('message', (message: ToDrain) => {
  if (message.kind === 'advance') drain.advance(message.to);
  else if (message.kind === 'give-way') drain.giveWay(message.inBurst);
  else {
    stopping.abort();
    drain.stop();
  }
});

await prepareStore();
const trimming = trimRejections();
const joining = startJoining({
  db: metadata.db,
  node: settings.node,
  rows: replaced,
  price,
  prompts,
  now: Date.now,
  onFailure: (error) => failed('late-parts', error),
  onWorked: () => worked('late-parts'),
  onCounted: (counts) => send({ kind: 'late-parts', counts }),
});
const sorting = startSorting({
  db: metadata.db,
  node: settings.node,
  rows: unsorted,
  onProgress: (progress) => send({ kind: 'sorting', progress }),
  onFailure: (error) => failed('sorting', error),
  onWorked: () => worked('sorting'),
});
await drain.run();
await joining.stop();
await sorting.stop();
await replaced.close();
await unsorted.close();
await trimming;
await store.close();
await metadata.close();
parentPort?.close();

/**
 * Retries until it succeeds: if the metadata database is down while this thread starts, the journal keeps the
 * frames.
 */
async function retryUntilRead<T>(read: () => Promise<T>): Promise<T> {
  const backOff = new BackOff(RETRY_DELAYS);
  for (;;) {
    try {
      const value = await read();
      worked('metadata');
      return value;
    } catch (error) {
      if (!(error instanceof MetadataUnavailable)) throw error;
      failed('metadata', error);
      await backOff.wait();
    }
  }
}

async function prepareStore(): Promise<void> {
  const connecting = new BackOff(CONNECT_DELAYS);
  const migrating = new BackOff(MIGRATE_DELAYS);
  while (!stopping.signal.aborted) {
    try {
      if (await store.ping()) {
        const layout = await migrateStore(settings.store, MIGRATIONS, shared(), (step, steps) =>
          send({ kind: 'migrating', step, steps }),
        );
        worked('migration');
        send({ kind: 'store-ready', layout });
        return;
      }
      await connecting.wait(stopping.signal);
    } catch (error) {
      if (error instanceof SchemaTooNew) send({ kind: 'store-refused', message: error.message });
      else failed('migration', error);
      await migrating.wait(stopping.signal);
    }
  }
}

async function trimRejections(): Promise<void> {
  const backOff = new BackOff(TRIM_DELAYS);
  while (!stopping.signal.aborted) {
    await backOff.wait(stopping.signal);
    if (stopping.signal.aborted) return;
    try {
      await store.trimRejections(MAX_REJECTIONS);
      backOff.reset();
      worked('rejections');
    } catch (error) {
      failed('rejections', error);
    }
  }
}

/** An attempt that a stop interrupted has not failed. */
function failed(job: JobName, error: unknown): void {
  if (stopping.signal.aborted) return;
  failing.add(job);
  send({ kind: 'failed', job, message: error instanceof Error ? error.message : String(error) });
}

function worked(job: JobName): void {
  if (failing.delete(job)) send({ kind: 'worked', job });
}

/** Null if the metadata is in SQLite: then this server cannot be one of several on a cluster. */
function shared(): Shared | null {
  const { store, node } = settings;
  if (settings.metadata.kind !== 'postgres' || store.kind === 'embedded') return null;
  return sharedTables(metadata.db, node, store);
}

function send(message: FromDrain): void {
  parentPort?.postMessage(message);
}
