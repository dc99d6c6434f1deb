import type { Kysely } from 'kysely';
import { bumpRevision } from './revision.ts';
import type { Tables } from './tables.ts';

/**
 * Runs one change of the metadata as a transaction. It first locks the row of the revision: changes run one
 * after the other, and what one has read, such as a role, still holds when it writes. A nested change joins
 * the outer transaction.
 */
export async function change<T>(db: Kysely<Tables>, make: (tx: Kysely<Tables>) => Promise<T>): Promise<T> {
  const turn = async (tx: Kysely<Tables>) => {
    await bumpRevision(tx);
    return make(tx);
  };
  return db.isTransaction ? turn(db) : db.transaction().execute(turn);
}
