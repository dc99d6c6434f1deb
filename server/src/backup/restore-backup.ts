/**
 * Restores a backup into an empty installation, on any engine. The store comes first, then the metadata in
 * one transaction, then the journal: a server that starts on it stores what waited. An interrupted restore
 * continues where it was when it is called again.
 */
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import type { Kysely } from 'kysely';
import { writeFileAtomically } from '../base/write-file-atomically.ts';
import { segmentPath, syncFolder } from '../journal/segments.ts';
import { isEmptyMetadata, MetadataRow, writeMetadata } from '../metadata/copy-metadata.ts';
import { appliedMigrations, MIGRATIONS, migrateMetadata } from '../metadata/migrations/migrations.ts';
import type { Tables } from '../metadata/tables.ts';
import { MIGRATIONS as STORE_STEPS } from '../store/migrations/migrations.ts';
import { slicesOf } from '../transfer/carry-table.ts';
import { isSame, type Slice, sliceName } from '../transfer/day-slices.ts';
import { putSlice, SliceDiffers, type Target } from '../transfer/put-slice.ts';
import { TABLES, type TransferTable, withColumns } from '../transfer/tables.ts';
import { readBackupFile } from './files.ts';
import { BackupError, type Manifest, rowsOf } from './manifest.ts';
import { segmentOf } from './names.ts';

export type RestoreOptions = {
  from: string;
  manifest: Manifest;
  /** The data folder. */
  data: string;
  db: Kysely<Tables>;
  target: Target;
  /** Whether an earlier attempt has begun. */
  begun: boolean;
  onProgress: (rows: { done: number; total: number }) => void;
};

/** Throws if the backup is of a newer version. */
export function refuseNewer({ version, metadata, storeSteps, tables }: Manifest): void {
  const known = Object.keys(MIGRATIONS).sort();
  const isKnown =
    metadata.steps.length > 0 &&
    metadata.steps.every((step, i) => step === known[i]) &&
    storeSteps <= STORE_STEPS.length &&
    TABLES.every((table) => tables[table.name].columns.every((name) => table.columns.includes(name)));
  if (!isKnown)
    throw new BackupError(
      `The backup was made by a newer version of Parley (${version}). Restore it with that one.`,
    );
}

/** Migrates the metadata to the schema of the backup. */
export async function prepareMetadata(db: Kysely<Tables>, { metadata: { steps } }: Manifest): Promise<void> {
  if ((await appliedMigrations(db)).length < steps.length) await migrateMetadata(db, steps.at(-1));
}

/** Throws if there is a row that no backup has. */
export async function checkMetadataRows(from: string, manifest: Manifest): Promise<void> {
  let rows = 0;
  try {
    for await (const _ of metadataRows({ from, manifest })) rows++;
  } catch {
    rows = -1;
  }
  if (rows !== manifest.metadata.rows)
    throw new BackupError(
      'The backup is damaged: its metadata have other rows than they should. Take another backup.',
    );
}

/** Requires prepared metadata. */
export async function restoreBackup(options: RestoreOptions): Promise<void> {
  const { manifest, db, target, begun } = options;
  if (!begun) await refuseFilled(db, target);

  let done = 0;
  const total = rowsOf(manifest);
  for (const known of TABLES) {
    const { columns, slices } = manifest.tables[known.name];
    const table = withColumns(known, columns);
    const there = await slicesOf(target.store, table);
    for (const slice of slices) {
      if (!isSame(there.get(sliceName(slice)), slice)) await restoreSlice(options, table, slice);
      if (known.name !== 'interactions') continue;
      done += slice.rows;
      options.onProgress({ done, total });
    }
    await compare(target, table, slices);
  }
  if (await isEmptyMetadata(db)) await writeMetadata(db, metadataRows(options));
  await migrateMetadata(db);
  await restoreJournal(options);
}

async function restoreSlice(
  { from, manifest, target }: RestoreOptions,
  table: TransferTable,
  slice: Manifest['tables']['interactions']['slices'][number],
): Promise<void> {
  const chunks = async function* () {
    for (const file of slice.files)
      yield { name: `${manifest.id} ${file.path}`, rows: readBackupFile(from, file) };
  };
  try {
    await putSlice(target, table, slice, chunks);
  } catch (error) {
    if (error instanceof SliceDiffers) throw new BackupError(error.message);
    throw error;
  }
}

async function refuseFilled(db: Kysely<Tables>, target: Target): Promise<void> {
  if (!(await isEmptyMetadata(db)))
    throw new BackupError(
      'There are accounts there already. Restore into an empty data folder and database.',
    );
  for (const table of TABLES) {
    if ((await slicesOf(target.store, table)).size > 0)
      throw new BackupError('There are interactions there already. Restore into an empty store.');
  }
}

/** Throws unless the target has exactly the slices of the manifest. */
async function compare(target: Target, table: TransferTable, expected: readonly Slice[]): Promise<void> {
  const there = await slicesOf(target.store, table);
  const differing = expected.filter((slice) => !isSame(there.get(sliceName(slice)), slice));
  const more = there.size - (expected.length - differing.length);
  if (differing.length === 0 && more === 0) return;
  throw new BackupError(
    `The restored ${table.name} differ from the backup on ${differing.length + Math.max(0, more)} days. Restore into another place.`,
  );
}

async function* metadataRows({
  from,
  manifest,
}: Pick<RestoreOptions, 'from' | 'manifest'>): AsyncGenerator<MetadataRow> {
  const lines = createInterface({ input: readBackupFile(from, manifest.metadata.file) });
  for await (const line of lines) yield MetadataRow.parse(JSON.parse(line));
}

async function restoreJournal({ from, manifest: { journal }, data }: RestoreOptions): Promise<void> {
  if (journal === null) return;
  const folder = join(data, 'journal');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const file of journal.segments) {
    const target = createWriteStream(segmentPath(folder, segmentOf(file.path)), { mode: 0o600, flush: true });
    await pipeline(readBackupFile(from, file), target);
  }
  await syncFolder(folder);
  writeFileAtomically(join(data, 'node-id'), `${journal.node}\n`);
}
