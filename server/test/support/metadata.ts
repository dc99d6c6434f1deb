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
  /** Another connection to the same database, as another process would have it. */
  connect: () => Metadata;
};

/** A metadata database of its own for a test, up to date, closed when the test is over. */
export async function testMetadata(test: Pick<TestContext, 'after'>): Promise<TestMetadata> {
  const metadata = await emptyMetadata(test);
  await migrateMetadata(metadata.db);
  return metadata;
}

/** The same, before anything is in it. */
export async function emptyMetadata(test: Pick<TestContext, 'after'>): Promise<TestMetadata> {
  const address = await makeMetadata(await tempFolder());
  const connect = () => {
    const metadata = openMetadata(address, { watch: true });
    test.after(() => metadata.close());
    return metadata;
  };
  const metadata = connect();
  // PostgreSQL counts the connection that listens as a reason to look.
  if (ON_POSTGRES) await eventually('it listens', () => metadata.externalVersion() > 0);
  return { ...metadata, address, connect };
}

/** Returns when a server knows that another one has changed something. */
export async function noticed(): Promise<void> {
  // SQLite is asked once per turn of the event loop; what PostgreSQL tells takes a moment.
  await (ON_POSTGRES ? sleep(100) : nextTurn());
}
