import type { QueueChanges } from '@parley/contract';
import type { Kysely } from 'kysely';
import { ApiError } from '../../base/errors.ts';
import { change } from '../../metadata/change.ts';
import type { Tables } from '../../metadata/tables.ts';
import { setAssignees } from './set-assignees.ts';
import { type StoredQueue, storedQueue } from './stored-queue.ts';

/** Returns the queue as it is then. */
export async function updateQueue(
  db: Kysely<Tables>,
  { id, accountId, closedAt, name: before }: StoredQueue,
  { name = before, assignees, closed = closedAt !== null }: QueueChanges,
): Promise<StoredQueue> {
  return change(db, async (tx) => {
    await tx
      .updateTable('review_queue')
      .set({ name, closed_at: closed ? (closedAt ?? Date.now()) : null })
      .where('id', '=', id)
      .execute();
    if (assignees !== undefined) await setAssignees(tx, { queueId: id, accountId, assignees });
    const queue = await storedQueue(tx, id);
    if (!queue) throw new ApiError('not_found');
    return queue;
  });
}
