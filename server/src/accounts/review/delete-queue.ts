import type { Kysely } from 'kysely';
import { change } from '../../metadata/change.ts';
import type { Tables } from '../../metadata/tables.ts';

/** Its items and reviews go with it; the scores stay. */
export async function deleteQueue(db: Kysely<Tables>, id: string): Promise<void> {
  await change(db, (tx) => tx.deleteFrom('review_queue').where('id', '=', id).execute());
}
