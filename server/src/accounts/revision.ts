import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Every verb that changes who may send or read, or what tokens cost, calls this, so that running servers look again. */
export async function bumpRevision(db: Kysely<Tables>): Promise<void> {
  await db
    .updateTable('revision')
    .set((row) => ({ value: row('value', '+', 1) }))
    .where('id', '=', 1)
    .execute();
}

export async function readRevision(db: Kysely<Tables>): Promise<number> {
  const { value } = await db
    .selectFrom('revision')
    .select('value')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow();
  return value;
}
