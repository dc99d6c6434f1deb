/** One row that every change writes first: its lock is the turn, and its value tells running servers to look again. */
import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** For whatever servers keep in memory or go on allowing: who may send or read, and what tokens cost. */
export async function bumpRevision(db: Kysely<Tables>): Promise<void> {
  await db
    .updateTable('revision')
    .set((row) => ({ value: row('value', '+', 1) }))
    .where('id', '=', 1)
    .execute();
}

/** The turn alone, for what no server has to look at again, such as another sign-in. */
export async function takeTurn(db: Kysely<Tables>): Promise<void> {
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
