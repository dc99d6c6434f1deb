/** `parley restore`: restores a backup into an empty data folder, or into empty servers. */

import { BackupError, rowsOf } from '../backup/manifest.ts';
import { checkMetadataRows, prepareMetadata, refuseNewer, restoreBackup } from '../backup/restore-backup.ts';
import { verifyBackup } from '../backup/verify-backup.ts';
import { isUnused, openAnyFolder } from '../data-folder/data-folder.ts';
import { readNote, removeNote, writeNote } from '../data-folder/pending-operations.ts';
import { sharedTables } from '../drain/shared-tables.ts';
import { metadataAddress, openMetadata } from '../metadata/database.ts';
import type { StoreAddress } from '../store/client.ts';
import { MIGRATIONS, migrateStore } from '../store/migrations/migrations.ts';
import { RewriteContext } from '../store/rewrite/rewrite-context.ts';
import { transferStore } from '../transfer/transfer-store.ts';
import { count, showProgress } from './progress.ts';
import { readFlags } from './usage.ts';
import { configOf } from './with-metadata.ts';
import { withEngine } from './with-store.ts';

export async function restore(args: string[]): Promise<void> {
  const flags = readFlags(args, ['from'], ['clickhouse-url', 'clickhouse-cluster', 'database-url']);
  const { from, json, ...place } = flags;
  const config = configOf(place);
  const manifest = await verifyBackup(from, showProgress('files are whole'));
  refuseNewer(manifest);
  await checkMetadataRows(from, manifest);

  const begun = readNote(config.data, 'restoring');
  if (begun === null && !isUnused(config.data))
    throw new BackupError(
      `${config.data} is not empty: name a folder that is, or that does not exist yet (--data).`,
    );
  if (begun !== null && begun.backup !== manifest.id)
    throw new BackupError(
      `Another backup is being restored into ${config.data}. Go on with that one, or empty the folder.`,
    );
  const folder = openAnyFolder(config.data);
  writeNote(config.data, 'restoring', { backup: manifest.id });
  const metadata = openMetadata(metadataAddress(config, folder.metadata));
  const into = async (address: StoreAddress) => {
    const store = transferStore(address);
    const rewrites = new RewriteContext(address);
    try {
      const { db } = metadata;
      const target = { store, rewrites };
      const onProgress = showProgress('interactions');
      await restoreBackup({
        from,
        manifest,
        data: config.data,
        db,
        target,
        begun: begun !== null,
        onProgress,
      });
    } finally {
      await store.close();
      await rewrites.close();
    }
  };
  try {
    await prepareMetadata(metadata.db, manifest);
    if (config.clickhouse) {
      const address: StoreAddress = { kind: 'remote', ...config.clickhouse };
      await migrateStore(address, MIGRATIONS, sharedTables(metadata.db, 'restore', address));
      await into(address);
    } else await withEngine(folder, into);
    removeNote(config.data, 'restoring');
  } finally {
    await metadata.close();
    folder.release();
  }
  const interactions = rowsOf(manifest);
  console.log(
    json
      ? JSON.stringify({ id: manifest.id, interactions })
      : `Restored ${count(interactions)} interactions as they were on ${manifest.createdAt}. Start it with "parley serve --data ${config.data}".`,
  );
}
