import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type Metadata, openMetadata } from '../../src/accounts/database.ts';
import { migrateMetadata } from '../../src/accounts/migrations.ts';
import { tempFolder } from './temp-folder.ts';

export type TestMetadata = Metadata & {
  path: string;
  /** Another connection to the same file, as another process would have it. */
  connect: () => Metadata;
};

/** A metadata database of its own for a test, up to date, closed when the test is over. */
export async function testMetadata(test: Pick<TestContext, 'after'>): Promise<TestMetadata> {
  const path = join(await tempFolder(), 'metadata.sqlite');
  const connect = () => {
    const metadata = openMetadata(path);
    test.after(() => metadata.close());
    return metadata;
  };
  const metadata = connect();
  await migrateMetadata(metadata.db);
  return { ...metadata, path, connect };
}
