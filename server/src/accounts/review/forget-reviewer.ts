import type { Kysely } from 'kysely';
import type { Tables } from '../../metadata/tables.ts';

/** Takes a person who left an account out of its queues. What they have reviewed counts on. */
export async function forgetReviewer(
  tx: Kysely<Tables>,
  { personId, accountId }: { personId: string; accountId: string },
): Promise<void> {
  const queues = tx
    .selectFrom('review_queue')
    .innerJoin('application', 'application.id', 'review_queue.app_id')
    .select('review_queue.id')
    .where('application.account_id', '=', accountId);
  await tx
    .deleteFrom('review_assignee')
    .where('person_id', '=', personId)
    .where('queue_id', 'in', queues)
    .execute();
  await tx
    .deleteFrom('review')
    .where('person_id', '=', personId)
    .where('state', '=', 'held')
    .where('queue_id', 'in', queues)
    .execute();
}
