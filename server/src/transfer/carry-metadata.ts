/** Copies the metadata of one database into an empty one, in one transaction. */
import { createHash } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import {
  isEmptyMetadata,
  readMetadata,
  withMetadataSnapshot,
  writeMetadata,
} from '../metadata/copy-metadata.ts';
import { migrateMetadata } from '../metadata/migrations/migrations.ts';
import type { Tables } from '../metadata/tables.ts';

/** False if the target has other metadata. If it already has the same, nothing is copied. */
export async function carryMetadata(source: Kysely<Tables>, target: Kysely<Tables>): Promise<boolean> {
  await migrateMetadata(target);
  return withMetadataSnapshot(source, async (tx) => {
    if (await isEmptyMetadata(target)) await writeMetadata(target, readMetadata(tx));
    return (await digestOf(tx)) === (await withMetadataSnapshot(target, digestOf));
  });
}

async function digestOf(tx: Transaction<Tables>): Promise<string> {
  const sum = createHash('sha256');
  for await (const { table, row } of readMetadata(tx)) {
    const inOrder = Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1));
    sum.update(JSON.stringify([table, inOrder]));
  }
  return sum.digest('hex');
}
