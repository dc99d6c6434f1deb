/**
 * `parley move`: moves the store, the metadata or both to servers, back, or between servers. While the server
 * runs, everything it has counted is copied, round by round until little is left. Then it has to stop: the
 * rest follows, and the metadata. What waits in its journal stays there, for the server on its new engines.
 */
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { countedUntil } from '../cluster/ledger.ts';
import { listNodes } from '../cluster/nodes.ts';
import { type Config, OPTIONS } from '../config.ts';
import { metadataPath, openDataFolder, runningServer, storePath } from '../data-folder/data-folder.ts';
import { readNote, removeNote, writeNote } from '../data-folder/pending-operations.ts';
import { markStore } from '../data-folder/schema-mark.ts';
import { sharedTables } from '../drain/shared-tables.ts';
import { metadataAddress, openMetadata } from '../metadata/database.ts';
import type { Tables } from '../metadata/tables.ts';
import type { StoreAddress } from '../store/client.ts';
import { MIGRATIONS, migrateStore } from '../store/migrations/migrations.ts';
import { RewriteContext } from '../store/rewrite/rewrite-context.ts';
import { carryMetadata } from '../transfer/carry-metadata.ts';
import { carryTable, slicesOf } from '../transfer/carry-table.ts';
import type { Target } from '../transfer/put-slice.ts';
import { EVERYTHING, snapshotCondition } from '../transfer/snapshot.ts';
import { INTERACTIONS, TABLES } from '../transfer/tables.ts';
import { transferStore } from '../transfer/transfer-store.ts';
import { type MoveOptions, readMoveOptions } from './move-flags.ts';
import { count, showProgress } from './progress.ts';
import { UsageError } from './usage.ts';
import { withMetadataOf } from './with-metadata.ts';
import { withEngine, withStoreOf } from './with-store.ts';

/** After a round with no more rows than this, the rest takes seconds. */
const FINAL_ROUND_ROWS = 2000;
const MAX_ROUNDS = 100;
const POLL_MS = 200;
/** A stopped node still counts as running for a while. */
const NODE_TIMEOUT_MS = 30_000;

export async function move(args: string[]): Promise<void> {
  const options = readMoveOptions(args);
  const { from, to, json } = options;
  if (!existsSync(from.data)) throw new UsageError(`There is no data folder at ${from.data}.`);
  const { interactions, before } = await withTarget(options, async (target) => {
    const there = target && isMoved(options) ? await countInteractions(target) : 0;
    if (there > 0) return { interactions: there, before: true };
    if (target) await refuseFilled(options, target);
    if (target && runningServer(from.data)) await carryWhileRunning(from, target);
    await untilStopped(options);
    return { interactions: await finish(options, target), before: false };
  });
  console.log(
    json
      ? JSON.stringify({ interactions })
      : `${before ? 'Already moved' : 'Moved'}${interactions === null ? '' : ` ${count(interactions)} interactions`}. Start the server with ${settingsOf(to)}. What was here before is left as it is; remove it when you are content.`,
  );
}

/** Calls `use` with the target store and its tables; null if the store stays. */
async function withTarget<T>(options: MoveOptions, use: (target: Target | null) => Promise<T>): Promise<T> {
  const { to, store } = options;
  if (!store) return use(null);
  const into = async (address: StoreAddress) => {
    const target = { store: transferStore(address), rewrites: new RewriteContext(address) };
    try {
      return await use(target);
    } finally {
      await target.store.close();
      await target.rewrites.close();
    }
  };
  if (!to.clickhouse)
    return withEngine(
      { path: to.data, store: storePath(to.data), markStore: () => markStore(to.data) },
      into,
    );
  const address: StoreAddress = { kind: 'remote', ...to.clickhouse };
  if (to.databaseUrl === null) await migrateStore(address);
  else await withMetadataOf(to, (db) => migrateStore(address, MIGRATIONS, sharedTables(db, 'move', address)));
  return into(address);
}

/** Whether an earlier call did everything, and was killed before it could report it. */
function isMoved({ from, to, metadata }: MoveOptions): boolean {
  const moved = readNote(from.data, 'moved');
  return moved?.to === placeOf(to) && (moved.metadata || !metadata);
}

async function countInteractions({ store }: Target): Promise<number> {
  const slices = await slicesOf(store, INTERACTIONS);
  return [...slices.values()].reduce((sum, { rows }) => sum + rows, 0);
}

/** Throws unless the target is empty, or has what an earlier call has copied. */
async function refuseFilled({ from, to }: MoveOptions, { store }: Target): Promise<void> {
  const place = placeOf(to);
  if (readNote(from.data, 'moving')?.to === place) return;
  for (const table of TABLES) {
    if ((await slicesOf(store, table)).size > 0)
      throw new UsageError(`There are interactions at ${place} already. Name a place that is empty.`);
  }
  writeNote(from.data, 'moving', { to: place });
}

/** Copies what is counted, in rounds that get smaller. */
async function carryWhileRunning(from: Config, target: Target): Promise<void> {
  await withMetadataOf(from, (db) =>
    withStoreOf(from, async (address) => {
      const source = transferStore(address);
      try {
        for (let round = 1; round <= MAX_ROUNDS; round++) {
          const snapshot = snapshotCondition({ nodes: await countedUntil(db), others: Date.now() });
          const onProgress = showProgress(`interactions, round ${round}`);
          const { rows } = await carryTable({ source, target, table: INTERACTIONS, snapshot, onProgress });
          if (rows <= FINAL_ROUND_ROWS) return;
        }
      } finally {
        await source.close();
      }
    }),
  );
}

async function untilStopped({ from, stop }: MoveOptions): Promise<void> {
  const server = runningServer(from.data);
  if (server && stop) process.kill(server.pid, 'SIGTERM');
  else if (server)
    console.error('Almost everything has been carried over. Stop the server now: the rest takes seconds.');
  while (isRunning(from.data)) await sleep(POLL_MS);
}

/** A server that is shutting down does not answer any more, but still holds the folder. */
function isRunning(data: string): boolean {
  try {
    return runningServer(data) !== null;
  } catch {
    return true;
  }
}

/**
 * With the server stopped: copies the rest of the rows, then the metadata. Returns the number of
 * interactions.
 */
async function finish(options: MoveOptions, target: Target | null): Promise<number | null> {
  const { from, to, metadata } = options;
  const folder = openDataFolder(from.data);
  try {
    return await withMetadataOf(from, async (db) => {
      await refuseNodes(db);
      let interactions: number | null = null;
      const carry = async (address: StoreAddress) => {
        if (target) interactions = await carryAll(address, target);
      };
      if (target && from.clickhouse) await carry({ kind: 'remote', ...from.clickhouse });
      else if (target) await withEngine(folder, carry);
      if (metadata) await moveMetadata(db, to);
      noteMoved(options);
      return interactions;
    });
  } finally {
    folder.release();
  }
}

/** There is a note at every moment: without one, a server would continue with what was moved. */
function noteMoved({ from, to, store, metadata }: MoveOptions): void {
  // What an earlier call has moved is still elsewhere.
  const before = readNote(from.data, 'moved');
  const place = store ? placeOf(to) : before?.to;
  if (to.clickhouse || to.databaseUrl)
    writeNote(from.data, 'moved', {
      at: new Date().toISOString(),
      store: to.clickhouse !== null && (store || before?.store === true),
      metadata: to.databaseUrl !== null && (metadata || before?.metadata === true),
      ...(to.clickhouse && place ? { to: place } : {}),
    });
  else removeNote(from.data, 'moved');
  removeNote(from.data, 'moving');
}

async function carryAll(address: StoreAddress, target: Target): Promise<number> {
  const source = transferStore(address);
  try {
    for (const table of TABLES)
      await carryTable({ source, target, table, snapshot: EVERYTHING, onProgress: showProgress(table.name) });
  } finally {
    await source.close();
  }
  return countInteractions(target);
}

async function moveMetadata(db: Kysely<Tables>, to: Config): Promise<void> {
  const target = openMetadata(metadataAddress(to, metadataPath(to.data)));
  try {
    if (!(await carryMetadata(db, target.db)))
      throw new UsageError('The database to move to has accounts already. Name one that is empty.');
  } finally {
    await target.close();
  }
}

async function refuseNodes(db: Kysely<Tables>): Promise<void> {
  const running = async () => (await listNodes(db)).filter(({ isUp }) => isUp).map(({ name }) => name);
  for (const deadline = Date.now() + NODE_TIMEOUT_MS; Date.now() < deadline; await sleep(POLL_MS))
    if ((await running()).length === 0) return;
  throw new UsageError(
    `Other nodes run still (${(await running()).join(', ')}). Stop all of them and call this again: it goes on where it was.`,
  );
}

function placeOf({ clickhouse, data }: Config): string {
  if (!clickhouse) return storePath(data);
  return clickhouse.url.replaceAll(/\/\/[^/@]*@/g, '//');
}

function settingsOf({ clickhouse, databaseUrl }: Config): string {
  const set = [
    ...(clickhouse ? [OPTIONS['clickhouse-url'].env] : []),
    ...(clickhouse?.cluster ? [OPTIONS['clickhouse-cluster'].env] : []),
    ...(databaseUrl ? [OPTIONS['database-url'].env] : []),
  ];
  return set.length === 0 ? 'its data folder alone' : `${set.join(' and ')} set to where it has gone`;
}
