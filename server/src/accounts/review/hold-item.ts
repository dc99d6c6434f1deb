/**
 * Holding items: who holds one has it to themselves until the hold ends. Every change locks the row of the queue
 * (`in-queue.ts`), so that no item is handed to more people than the queue asks for.
 */
import type { Answers } from '@parley/contract';
import type { Kysely } from 'kysely';
import { ApiError } from '../../base/errors.ts';
import type { Tables } from '../../metadata/tables.ts';
import { inQueue } from './in-queue.ts';
import type { StoredQueue } from './stored-queue.ts';

/** Long enough to read a long conversation; an open page extends it. */
export const HOLD_MS = 10 * 60_000;

export type HeldItem = {
  target: string;
  scored: string;
  heldUntil: number;
  /** What was answered before it was undone. */
  answers: Answers;
  /** When the reviewer last did something with it; 0 if never. */
  at: number;
};

type Place = { queue: StoredQueue; personId: string; now: number };

/** The item that the person holds, else the next one for them; null if there is none. */
export async function holdNext(db: Kysely<Tables>, place: Place): Promise<HeldItem | null> {
  requireOpen(place.queue);
  return inQueue(db, place.queue.id, async (tx) => {
    const target = (await heldBy(tx, place)) ?? (await freshFor(tx, place)) ?? (await skippedBy(tx, place));
    return target === null ? null : hold(tx, place, target);
  });
}

/** Extends the hold of an item, or takes it again if nobody else did. */
export async function holdItem(db: Kysely<Tables>, place: Place, target: string): Promise<HeldItem> {
  requireOpen(place.queue);
  return inQueue(db, place.queue.id, async (tx) => {
    const found = await freeItems(tx, place)
      .select('review_item.target')
      .where('review_item.target', '=', target)
      .where('mine.state', '=', 'held')
      .executeTakeFirst();
    if (!found) throw lost();
    return hold(tx, place, target);
  });
}

export function lost(): ApiError {
  return new ApiError('conflict', { message: 'This item is no longer yours. Take the next one.' });
}

export function requireOpen({ closedAt }: StoredQueue): void {
  if (closedAt !== null) throw new ApiError('conflict', { message: 'This queue is closed.' });
}

/** Items that may be handed to the person: they have not reviewed them, and not enough others have or hold them. */
export function freeItems(tx: Kysely<Tables>, { queue, personId, now }: Place) {
  return tx
    .selectFrom('review_item')
    .leftJoin('review as mine', (join) =>
      join
        .onRef('mine.queue_id', '=', 'review_item.queue_id')
        .onRef('mine.target', '=', 'review_item.target')
        .on('mine.person_id', '=', personId),
    )
    .where('review_item.queue_id', '=', queue.id)
    .where('review_item.reviews', '<', queue.reviewers)
    .where((row) => row.or([row('mine.state', 'is', null), row('mine.state', '<>', 'done')]))
    .where((row) =>
      row(
        row
          .selectFrom('review as other')
          .select((held) => held.fn.countAll<number>().as('holds'))
          .whereRef('other.queue_id', '=', 'review_item.queue_id')
          .whereRef('other.target', '=', 'review_item.target')
          .where('other.person_id', '<>', personId)
          .where('other.state', '=', 'held')
          .where('other.held_until', '>', now),
        '<',
        row(row.val<number>(queue.reviewers), '-', row.ref('review_item.reviews')),
      ),
    );
}

async function heldBy(tx: Kysely<Tables>, place: Place): Promise<string | null> {
  const found = await freeItems(tx, place)
    .select('review_item.target')
    .where('mine.state', '=', 'held')
    .executeTakeFirst();
  return found?.target ?? null;
}

/** Those that fewest people have reviewed come first, in the order of the queue. */
async function freshFor(tx: Kysely<Tables>, place: Place): Promise<string | null> {
  const { order } = place.queue;
  const found = await freeItems(tx, place)
    .select('review_item.target')
    .where('mine.state', 'is', null)
    .orderBy('review_item.reviews')
    .orderBy('review_item.at', order)
    .orderBy('review_item.target', order)
    .limit(1)
    .executeTakeFirst();
  return found?.target ?? null;
}

/** The one that was skipped longest ago. */
async function skippedBy(tx: Kysely<Tables>, place: Place): Promise<string | null> {
  const found = await freeItems(tx, place)
    .select('review_item.target')
    .where('mine.state', '=', 'skipped')
    .orderBy('mine.at')
    .limit(1)
    .executeTakeFirst();
  return found?.target ?? null;
}

/** The caller has seen that the item is free. */
export async function hold(
  tx: Kysely<Tables>,
  { queue, personId, now }: Place,
  target: string,
): Promise<HeldItem> {
  const heldUntil = now + HOLD_MS;
  await tx
    .insertInto('review')
    .values({
      queue_id: queue.id,
      target,
      person_id: personId,
      state: 'held',
      held_until: heldUntil,
      at: 0,
      answers: '{}',
    })
    .onConflict((conflict) =>
      conflict
        .columns(['queue_id', 'target', 'person_id'])
        .doUpdateSet({ state: 'held', held_until: heldUntil }),
    )
    .execute();
  const { scored, answers, at } = await tx
    .selectFrom('review')
    .innerJoin('review_item', (join) =>
      join
        .onRef('review_item.queue_id', '=', 'review.queue_id')
        .onRef('review_item.target', '=', 'review.target'),
    )
    .select(['review_item.scored', 'review.answers', 'review.at'])
    .where('review.queue_id', '=', queue.id)
    .where('review.target', '=', target)
    .where('review.person_id', '=', personId)
    .executeTakeFirstOrThrow();
  // Written by `finishReview`, in this form.
  return { target, scored, heldUntil, answers: JSON.parse(answers) as Answers, at };
}
