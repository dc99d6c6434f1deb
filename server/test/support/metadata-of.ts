import type { TestContext } from 'node:test';
import type { Kysely } from 'kysely';
import { openMetadata } from '../../src/metadata/database.ts';
import type { Tables } from '../../src/metadata/tables.ts';
import { metadataAddressOf } from './metadata-address.ts';

/** A running server's metadata, opened as another process would. */
export function metadataOf(test: Pick<TestContext, 'after'>, { data }: { data: string }): Kysely<Tables> {
  const metadata = openMetadata(metadataAddressOf(data));
  test.after(() => metadata.close());
  return metadata.db;
}
