import type { Kysely } from 'kysely';
import { ApiError } from '../../base/errors.ts';
import type { Tables } from '../../metadata/tables.ts';

/**
 * Runs a change of a queue's items as one transaction. It locks the row of the queue first, so that of all people who
 * ask at once, on any node, one after the other is served.
 */
export async function inQueue<T>(
  db: Kysely<Tables>,
  queueId: string,
  make: (tx: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('review_queue')
      .set((row) => ({ items: row.ref('items') }))
      .where('id', '=', queueId)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new ApiError('not_found');
    return make(tx);
  });
}

/** Counts the items again, which is cheap for one queue, and returns how many there are. */
export async function recount(
  tx: Kysely<Tables>,
  { id, reviewers }: { id: string; reviewers: number },
): Promise<{ items: number; finished: number }> {
  const counted = await tx
    .selectFrom('review_item')
    .select((row) => [
      row.fn.countAll<number>().as('items'),
      row.fn
        .sum<number>(row.case().when('reviews', '>=', reviewers).then(row.lit(1)).else(row.lit(0)).end())
        .as('finished'),
    ])
    .where('queue_id', '=', id)
    .executeTakeFirstOrThrow();
  const counts = { items: Number(counted.items), finished: Number(counted.finished ?? 0) };
  await tx.updateTable('review_queue').set(counts).where('id', '=', id).execute();
  return counts;
}
