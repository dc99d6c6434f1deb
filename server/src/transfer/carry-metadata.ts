/** Brings the metadata of one database into another that is empty, all or nothing. */
import { createHash } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { atOneMoment, isEmptyMetadata, readMetadata, writeMetadata } from '../metadata/copy-metadata.ts';
import { migrateMetadata } from '../metadata/migrations/migrations.ts';
import type { Tables } from '../metadata/tables.ts';

/** False when there is something else. What has come before, as it is now, is not brought again. */
export async function carryMetadata(source: Kysely<Tables>, target: Kysely<Tables>): Promise<boolean> {
  await migrateMetadata(target);
  return atOneMoment(source, async (tx) => {
    if (await isEmptyMetadata(target)) await writeMetadata(target, readMetadata(tx));
    return (await digestOf(tx)) === (await atOneMoment(target, digestOf));
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
