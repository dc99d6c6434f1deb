import type { TestContext } from 'node:test';
import { openMetadata } from '../../src/accounts/database.ts';
import { metadataPath } from '../../src/data-folder.ts';

/** The metadata of a running server, as another process sees them. */
export function metadataOf(test: Pick<TestContext, 'after'>, { data }: { data: string }) {
  const metadata = openMetadata(metadataPath(data));
  test.after(() => metadata.close());
  return metadata.db;
}
