/**
 * The revision: one row that every change writes first. Its lock puts changes in order, and its value tells
 * running servers to reload.
 */
import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * Locks the row and raises the revision, for changes to what servers keep in memory or keep allowing: access
 * and prices.
 */
export async function bumpRevision(db: Kysely<Tables>): Promise<void> {
  await db
    .updateTable('revision')
    .set((row) => ({ value: row('value', '+', 1) }))
    .where('id', '=', 1)
    .execute();
}

/** Locks the row only, for changes that no server has to reload, such as a sign-in. */
export async function lockRevision(db: Kysely<Tables>): Promise<void> {
  await db
    .updateTable('revision')
    .set((row) => ({ value: row.ref('value') }))
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
