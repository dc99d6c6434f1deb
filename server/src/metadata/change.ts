import type { Kysely } from 'kysely';
import { bumpRevision } from './revision.ts';
import type { Tables } from './tables.ts';

/**
 * One change of the metadata, made as a whole or not at all. It takes its turn first, by the row of the
 * revision: so changes come one after the other, and what is read in one, such as a role, still holds
 * when it is used. Within a change it is a part of that one.
 */
export async function change<T>(db: Kysely<Tables>, make: (tx: Kysely<Tables>) => Promise<T>): Promise<T> {
  const turn = async (tx: Kysely<Tables>) => {
    await bumpRevision(tx);
    return make(tx);
  };
  return db.isTransaction ? turn(db) : db.transaction().execute(turn);
}
