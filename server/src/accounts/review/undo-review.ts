import type { Answers } from '@parley/contract';
import type { Kysely } from 'kysely';
import { ApiError } from '../../base/errors.ts';
import type { Tables } from '../../metadata/tables.ts';
import { freeItems, type HeldItem, hold, lost, requireOpen } from './hold-item.ts';
import { inQueue, recount } from './in-queue.ts';
import type { StoredQueue } from './stored-queue.ts';

type Place = { queue: StoredQueue; personId: string; now: number };
/** `at` is the time of the undoing: later scores win over those that were deleted then. */
type UndoPlace = Place & { at: number };

/** What a person did last in a queue. */
export type LastReview = {
  target: string;
  scored: string;
  state: 'done' | 'skipped';
  at: number;
  answers: Answers;
};

export async function lastReview(db: Kysely<Tables>, { queue, personId }: Place): Promise<LastReview> {
  requireOpen(queue);
  const row = await db
    .selectFrom('review')
    .innerJoin('review_item', (join) =>
      join
        .onRef('review_item.queue_id', '=', 'review.queue_id')
        .onRef('review_item.target', '=', 'review.target'),
    )
    .select(['review.target', 'review_item.scored', 'review.state', 'review.at', 'review.answers'])
    .where('review.queue_id', '=', queue.id)
    .where('review.person_id', '=', personId)
    .where('review.state', 'in', ['done', 'skipped'])
    .orderBy('review.at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row || row.state === 'held') throw new ApiError('conflict', { message: 'There is nothing to undo.' });
  // Written by `finishReview`, in this form.
  return { ...row, state: row.state, answers: JSON.parse(row.answers) as Answers };
}

/** Hands the person the item again, in place of the one they hold. The scores are deleted already. */
export async function undoReview(
  db: Kysely<Tables>,
  place: UndoPlace,
  { target, state, at }: LastReview,
): Promise<HeldItem> {
  const { queue, personId } = place;
  return inQueue(db, queue.id, async (tx) => {
    await tx
      .deleteFrom('review')
      .where('queue_id', '=', queue.id)
      .where('person_id', '=', personId)
      .where('state', '=', 'held')
      .execute();
    const { numUpdatedRows } = await tx
      .updateTable('review')
      .set({ state: 'held', held_until: 0, at: place.at })
      .where('queue_id', '=', queue.id)
      .where('target', '=', target)
      .where('person_id', '=', personId)
      .where('state', '=', state)
      .where('at', '=', at)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw lost();
    if (state === 'done') {
      await tx
        .updateTable('review_item')
        .set((row) => ({ reviews: row('reviews', '-', 1) }))
        .where('queue_id', '=', queue.id)
        .where('target', '=', target)
        .execute();
      await recount(tx, queue);
    }
    // Somebody else may have taken what was skipped.
    const free = await freeItems(tx, place)
      .select('review_item.target')
      .where('review_item.target', '=', target)
      .executeTakeFirst();
    if (!free) throw lost();
    return hold(tx, place, target);
  });
}
