import { may } from '@parley/contract';
import type { Kysely } from 'kysely';
import type { Tables } from '../../metadata/tables.ts';
import { membershipsOf } from '../members/roles.ts';
import { isReviewer, queueRows, type StoredQueue, withAssignees } from './stored-queue.ts';

export type SeenQueue = { queue: StoredQueue; manages: boolean };

/** The queues that a person reviews or manages, open ones first, then the newest. */
export async function listQueues(
  db: Kysely<Tables>,
  { personId, appId }: { personId: string; appId?: string | undefined },
): Promise<SeenQueue[]> {
  const memberships = (await membershipsOf(db, personId)).filter(({ role }) => may(role, 'review:answer'));
  if (memberships.length === 0) return [];
  const managed = new Set(
    memberships.filter(({ role }) => may(role, 'review:manage')).map(({ accountId }) => accountId),
  );
  const rows = await queueRows(db)
    .where(
      'application.account_id',
      'in',
      memberships.map(({ accountId }) => accountId),
    )
    .$if(appId !== undefined, (query) => query.where('review_queue.app_id', '=', appId ?? ''))
    .execute();
  return (await withAssignees(db, rows))
    .map((queue) => ({ queue, manages: managed.has(queue.accountId) }))
    .filter(({ queue, manages }) => manages || isReviewer(queue, personId))
    .sort(({ queue: a }, { queue: b }) => closed(a) - closed(b) || b.createdAt - a.createdAt);
}

function closed({ closedAt }: StoredQueue): number {
  return Number(closedAt !== null);
}
