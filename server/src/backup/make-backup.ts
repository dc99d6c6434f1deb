/**
 * Makes a backup while servers keep running. It is a consistent snapshot, whatever is received and stored
 * meanwhile:
 *
 *   1. the journal of this node, as far as it is written
 *   2. wait until other nodes have stored what they had received before 1
 *   3. the metadata, in one transaction, with the ledger: up to when the rows of each node are counted
 *   4. the counted rows, and no others
 *
 * So what was acknowledged before 1 is in 4, or in 1 beyond what the ledger has counted; a server that starts
 * on the backup stores the rest and counts it once. Payloads received later may be included, then with their
 * counts.
 */
import { randomUUID } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { recordBackup } from '../cluster/backups.ts';
import { countedUntil } from '../cluster/ledger.ts';
import { listNodes, othersHaveDrained } from '../cluster/nodes.ts';
import { listSegments, segmentPath } from '../journal/segments.ts';
import { readMetadata, withMetadataSnapshot } from '../metadata/copy-metadata.ts';
import { appliedMigrations } from '../metadata/migrations/migrations.ts';
import type { Tables } from '../metadata/tables.ts';
import { MIGRATIONS } from '../store/migrations/migrations.ts';
import type { Store } from '../store/store.ts';
import { isSame, readSlice, readSlices, type Slice, sliceName } from '../transfer/day-slices.ts';
import { insertChunksOf, readChunk } from '../transfer/insert-chunks.ts';
import { type Condition, snapshotCondition } from '../transfer/snapshot.ts';
import { INTERACTIONS, OUTLINES, REJECTIONS, SCORES, type TransferTable } from '../transfer/tables.ts';
import { beginBackup } from './begin-backup.ts';
import { writeBackupFile } from './files.ts';
import {
  BackupError,
  type FileSum,
  filesOf,
  type Manifest,
  readManifest,
  rowsOf,
  type SlicedFiles,
  writeManifest,
} from './manifest.ts';
import { METADATA_FILE, segmentFile, sliceFile } from './names.ts';

export type Progress = { done: number; total: number };

export type BackupOptions = {
  db: Kysely<Tables>;
  store: Store;
  /** The journal of the local node; null if there is none. */
  journal: { folder: string; node: string } | null;
  to: string;
  /** The folder of an earlier backup, whose unchanged files are referred to instead of written again. */
  since: string | null;
  version: string;
  onProgress: (rows: Progress) => void;
};

/** Maximum wait for other nodes to store what they had received. */
const MAX_NODE_WAIT_MS = 60_000;
const POLL_MS = 500;
/** A day may change while it is written: by a deletion, or because costs are derived again. */
const MAX_ATTEMPTS = 5;

export async function makeBackup(options: BackupOptions): Promise<Manifest> {
  const { db, to, since, version } = options;
  const base = since === null ? null : { folder: resolve(since), manifest: readManifest(since) };
  const isWhole = beginBackup(to);

  const startedAt = Date.now();
  const journal = await copyJournal(options);
  const leftOut = await waitForOthers(options, startedAt);
  const { snapshot, ...metadata } = await copyMetadata(options);

  const copy = (table: TransferTable, condition: Condition) =>
    copyTable(options, { table, snapshot: condition, base });
  const interactions = await copy(INTERACTIONS, snapshot);
  const manifest: Manifest = {
    format: 1,
    id: randomUUID(),
    version,
    createdAt: new Date(startedAt).toISOString(),
    since: base?.manifest.id ?? null,
    storeSteps: MIGRATIONS.length,
    metadata,
    tables: {
      interactions: { columns: [...INTERACTIONS.columns], slices: interactions },
      rejections: {
        columns: [...REJECTIONS.columns],
        slices: await copy(REJECTIONS, receivedBefore(startedAt)),
      },
      outlines: {
        columns: [...OUTLINES.columns],
        slices: await copy(OUTLINES, receivedBefore(startedAt)),
      },
      scores: { columns: [...SCORES.columns], slices: await copy(SCORES, receivedBefore(startedAt)) },
    },
    journal,
    leftOut,
  };
  writeManifest(to, manifest);
  isWhole();
  await recordBackup(db, {
    id: manifest.id,
    finishedAt: Date.now(),
    interactions: rowsOf(manifest),
    bytes: filesOf(manifest).reduce((sum, { bytes }) => sum + bytes, 0),
  });
  return manifest;
}

/** Rejections have no order by node: those stored late are in the journal, too. */
function receivedBefore(time: number): Condition {
  return {
    where: 'received_at <= fromUnixTimestamp64Milli({snapshotTime:Int64})',
    params: { snapshotTime: time },
  };
}

async function copyJournal({ journal, to }: BackupOptions): Promise<Manifest['journal']> {
  if (journal === null || !existsSync(journal.folder)) return null;
  const segments: FileSum[] = [];
  for (const segment of await listSegments(journal.folder)) {
    const bytes = createReadStream(segmentPath(journal.folder, segment));
    try {
      segments.push(await writeBackupFile(to, segmentFile(segment), bytes));
    } catch (error) {
      // Drained and removed since it was listed: then the store has it.
      if (!isMissing(error)) throw error;
    }
  }
  return { node: journal.node, segments };
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/**
 * Nodes with journals elsewhere: what they had received must be in the store, or they are listed as left out.
 */
async function waitForOthers(
  { db, journal }: BackupOptions,
  startedAt: number,
): Promise<Manifest['leftOut']> {
  const own = journal?.node ?? '';
  const deadline = Date.now() + MAX_NODE_WAIT_MS;
  while (!(await othersHaveDrained(db, own, Date.now() - startedAt))) {
    if (Date.now() > deadline) break;
    await sleep(POLL_MS);
  }
  const others = (await listNodes(db)).filter(({ name }) => name !== own);
  return others.flatMap(({ name, waiting, isUp, lagMs }) =>
    waiting > 0 && (!isUp || lagMs > Date.now() - startedAt) ? { node: name, waiting } : [],
  );
}

async function copyMetadata({ db, to }: BackupOptions) {
  const steps = await appliedMigrations(db);
  return withMetadataSnapshot(db, async (tx) => {
    let rows = 0;
    const lines = async function* () {
      for await (const row of readMetadata(tx)) {
        rows++;
        yield Buffer.from(`${JSON.stringify(row)}\n`);
      }
    };
    const file = await writeBackupFile(to, METADATA_FILE, lines());
    const snapshot = snapshotCondition({ nodes: await countedUntil(tx), others: Date.now() });
    return { steps, rows, file, snapshot };
  });
}

type Copying = {
  table: TransferTable;
  snapshot: Condition;
  base: { folder: string; manifest: Manifest } | null;
};

async function copyTable(options: BackupOptions, { table, snapshot, base }: Copying): Promise<SlicedFiles[]> {
  const { store, to, onProgress } = options;
  const slices: Slice[] = [];
  for await (const slice of readSlices(store, table, snapshot)) slices.push(slice);
  const total = slices.reduce((sum, { rows }) => sum + rows, 0);
  const earlier = new Map(base?.manifest.tables[table.name].slices.map((slice) => [sliceName(slice), slice]));
  const copied: SlicedFiles[] = [];
  let done = 0;
  for (const slice of slices) {
    const same = earlier.get(sliceName(slice));
    if (base && same && isSame(same, slice)) {
      const named = same.files.map((file) => ({
        ...file,
        path: relative(resolve(to), resolve(base.folder, file.path)),
      }));
      copied.push({ ...same, files: named });
      done += slice.rows;
    } else {
      const written = await copySlice(options, { table, snapshot, slice }, (rows) => {
        done += rows;
        onProgress({ done: Math.min(done, total), total });
      });
      if (written) copied.push(written);
    }
    onProgress({ done: Math.min(done, total), total });
  }
  return copied;
}

/** Repeats until the slice is the same before and after; undefined if all of it was deleted meanwhile. */
async function copySlice(
  { store, to }: BackupOptions,
  { table, snapshot, slice }: { table: TransferTable; snapshot: Condition; slice: Slice },
  onRows: (rows: number) => void,
): Promise<SlicedFiles | undefined> {
  let before: Slice | undefined = slice;
  for (let tries = 0; before && tries < MAX_ATTEMPTS; tries++) {
    const sliceRows = { table, slice, snapshot };
    const files: FileSum[] = [];
    let rows = 0;
    for await (const chunk of insertChunksOf(store, sliceRows)) {
      const path = sliceFile(table.name, slice, files.length + 1);
      files.push(await writeBackupFile(to, path, await readChunk(store, sliceRows, chunk)));
      rows += chunk.rows;
      onRows(chunk.rows);
    }
    const after: Slice | undefined = await readSlice(store, table, slice, snapshot);
    if (after && rows === after.rows && isSame(before, after)) return { ...after, files };
    before = after;
  }
  if (!before) return undefined;
  throw new BackupError(
    `The interactions of ${slice.day} change all the time. Try again when nothing is deleted or derived again.`,
  );
}
