import type { Kysely } from 'kysely';
import type { Tables } from '../../metadata/tables.ts';
import { inQueue, recount } from './in-queue.ts';
import type { StoredQueue } from './stored-queue.ts';

/** An interaction or a session, as the store found it. */
export type FoundItem = {
  /** The interaction; of a session its first one. */
  target: string;
  /** What scores name: the interaction, or the session's name. */
  scored: string;
  at: number;
};

/** Rows of one transaction: acknowledgements wait for no longer than a few milliseconds. */
const ROWS = 200;

/** Adds those that the queue does not have yet, up to its limit. */
export async function addItems(
  db: Kysely<Tables>,
  queue: StoredQueue,
  found: readonly FoundItem[],
): Promise<void> {
  for (let from = 0; from < found.length; from += ROWS) {
    const some = found.slice(from, from + ROWS);
    const { items } = await inQueue(db, queue.id, async (tx) => {
      const known = await tx
        .selectFrom('review_item')
        .select('target')
        .where('queue_id', '=', queue.id)
        .where(
          'target',
          'in',
          some.map(({ target }) => target),
        )
        .execute();
      const has = new Set(known.map(({ target }) => target));
      const before = await recount(tx, queue);
      const fresh = some.filter(({ target }) => !has.has(target)).slice(0, queue.limit - before.items);
      if (fresh.length === 0) return before;
      await tx
        .insertInto('review_item')
        .values(fresh.map((item) => ({ queue_id: queue.id, ...item })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return recount(tx, queue);
    });
    if (items >= queue.limit) break;
  }
  await db.updateTable('review_queue').set({ filled_at: Date.now() }).where('id', '=', queue.id).execute();
}

/** Removes an item that is no longer kept. */
export async function removeItem(db: Kysely<Tables>, queue: StoredQueue, target: string): Promise<void> {
  await inQueue(db, queue.id, async (tx) => {
    for (const table of ['review', 'review_item'] as const)
      await tx.deleteFrom(table).where('queue_id', '=', queue.id).where('target', '=', target).execute();
    await recount(tx, queue);
  });
}
