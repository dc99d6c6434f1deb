import type { Answers } from '@parley/contract';
import type { Kysely } from 'kysely';
import type { Tables } from '../../metadata/tables.ts';
import { lost } from './hold-item.ts';
import { inQueue, recount } from './in-queue.ts';
import type { StoredQueue } from './stored-queue.ts';

type Finished = { queue: StoredQueue; personId: string; target: string; at: number };

/** An item that the person holds is reviewed, with these answers, whose scores are on the disk. */
export async function finishReview(
  db: Kysely<Tables>,
  { answers, ...finished }: Finished & { answers: Answers },
): Promise<{ items: number; finished: number }> {
  const { queue, target } = finished;
  return inQueue(db, queue.id, async (tx) => {
    await leave(tx, finished, { state: 'done', answers: JSON.stringify(answers) });
    await tx
      .updateTable('review_item')
      .set((row) => ({ reviews: row('reviews', '+', 1) }))
      .where('queue_id', '=', queue.id)
      .where('target', '=', target)
      .execute();
    return recount(tx, queue);
  });
}

/** An item that the person holds is for later, or for others. */
export async function skipItem(db: Kysely<Tables>, skipped: Finished): Promise<void> {
  await inQueue(db, skipped.queue.id, (tx) => leave(tx, skipped, { state: 'skipped' }));
}

async function leave(
  tx: Kysely<Tables>,
  { queue, personId, target, at }: Finished,
  set: { state: 'done' | 'skipped'; answers?: string },
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('review')
    .set({ ...set, held_until: 0, at })
    .where('queue_id', '=', queue.id)
    .where('target', '=', target)
    .where('person_id', '=', personId)
    .where('state', '=', 'held')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw lost();
}
