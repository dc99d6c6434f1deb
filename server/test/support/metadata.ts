import type { TestContext } from 'node:test';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { type MetadataAddress, openMetadata } from '../../src/metadata/database.ts';
import type { Metadata } from '../../src/metadata/metadata.ts';
import { migrateMetadata } from '../../src/metadata/migrations/migrations.ts';
import { eventually } from './eventually.ts';
import { makeMetadata, ON_POSTGRES } from './metadata-address.ts';
import { tempFolder } from './temp-folder.ts';

export type TestMetadata = Metadata & {
  address: MetadataAddress;
  /** Opens another connection to the same database, as another process would. */
  connect: () => Metadata;
};

/** A migrated metadata database for one test, closed when the test ends. */
export async function testMetadata(test: Pick<TestContext, 'after'>): Promise<TestMetadata> {
  const metadata = await emptyMetadata(test);
  await migrateMetadata(metadata.db);
  return metadata;
}

/** An empty metadata database, not yet migrated. */
export async function emptyMetadata(test: Pick<TestContext, 'after'>): Promise<TestMetadata> {
  const address = await makeMetadata(await tempFolder());
  const connect = () => {
    const metadata = openMetadata(address, { watch: true });
    test.after(() => metadata.close());
    return metadata;
  };
  const metadata = connect();
  // On PostgreSQL, the start of listening counts as an external change.
  if (ON_POSTGRES) await eventually('the connection listens', () => metadata.externalVersion() > 0);
  return { ...metadata, address, connect };
}

/** Resolves when a server has noticed a change made by another one. */
export async function noticed(): Promise<void> {
  // SQLite is polled once per turn of the event loop; a PostgreSQL notification takes a moment.
  await (ON_POSTGRES ? sleep(100) : nextTurn());
}
