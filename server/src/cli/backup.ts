/** `parley backup`: makes a backup, with or without a running server, or verifies one. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeBackup } from '../backup/make-backup.ts';
import { filesOf, type Manifest, rowsOf } from '../backup/manifest.ts';
import { verifyBackup } from '../backup/verify-backup.ts';
import { VERSION } from '../base/version.ts';
import { transferStore } from '../transfer/transfer-store.ts';
import { count, showProgress } from './progress.ts';
import { readFlags, UsageError } from './usage.ts';
import { configOf, withMetadataOf } from './with-metadata.ts';
import { withStoreOf } from './with-store.ts';

export async function backup(args: string[]): Promise<void> {
  const [verb, folder, ...rest] = args;
  if (verb === 'verify') return verify(folder, rest);
  const flags = readFlags(args, ['to'], ['since', 'clickhouse-url', 'clickhouse-cluster', 'database-url']);
  const { to, since = null, json, ...place } = flags;
  const config = configOf(place);
  if (!existsSync(config.data) && !config.clickhouse)
    throw new UsageError(`There is no data folder at ${config.data}.`);
  const journal = journalOf(config.data);
  const manifest = await withMetadataOf(config, (db) =>
    withStoreOf(config, async (address) => {
      const store = transferStore(address);
      try {
        const onProgress = showProgress('interactions');
        return await makeBackup({ db, store, journal, to, since, version: VERSION, onProgress });
      } finally {
        await store.close();
      }
    }),
  );
  for (const { node, waiting } of manifest.leftOut)
    console.error(
      `Not in it: ${count(waiting)} payloads that wait in the journal of node ${node}, which does not answer. Start it, or run "parley drain" on its data folder, and back up again.`,
    );
  print(json, manifest, `Backed up ${summary(manifest)} to ${to}.`);
}

async function verify(folder: string | undefined, rest: string[]): Promise<void> {
  if (!folder || folder.startsWith('--'))
    throw new UsageError('Name the folder: parley backup verify FOLDER');
  const { json } = readFlags(rest, [], []);
  const manifest = await verifyBackup(folder, showProgress('files'));
  print(json, manifest, `The backup is whole: ${summary(manifest)}, made on ${manifest.createdAt}.`);
}

function journalOf(data: string): { folder: string; node: string } | null {
  try {
    return { folder: join(data, 'journal'), node: readFileSync(join(data, 'node-id'), 'utf8').trim() };
  } catch {
    return null;
  }
}

function summary(manifest: Manifest): string {
  const files = filesOf(manifest);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return `${count(rowsOf(manifest))} interactions (${count(files.length)} files, ${count(Math.ceil(bytes / 1e6))} MB)`;
}

function print(json: boolean, manifest: Manifest, sentence: string): void {
  const { id, version, createdAt, leftOut } = manifest;
  const interactions = rowsOf(manifest);
  console.log(json ? JSON.stringify({ id, version, createdAt, interactions, leftOut }) : sentence);
}
