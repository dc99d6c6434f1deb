import { may } from '@parley/contract';
import type { Kysely } from 'kysely';
import { ApiError } from '../../base/errors.ts';
import type { Tables } from '../../metadata/tables.ts';

/** Replaces the assignees of a queue, who have to be members that may review; null is everybody who may. */
export async function setAssignees(
  tx: Kysely<Tables>,
  { queueId, accountId, assignees }: { queueId: string; accountId: string; assignees: string[] | null },
): Promise<void> {
  const wanted = [...new Set(assignees)];
  const members =
    wanted.length === 0
      ? []
      : await tx
          .selectFrom('member')
          .select(['person_id', 'role'])
          .where('account_id', '=', accountId)
          .where('person_id', 'in', wanted)
          .execute();
  const able = new Set(
    members.filter(({ role }) => may(role, 'review:answer')).map(({ person_id }) => person_id),
  );
  const issues = (assignees ?? []).flatMap((id, i) =>
    able.has(id)
      ? []
      : [{ path: `assignees.${i}`, code: 'no_reviewer', message: 'Not a member who may review.' }],
  );
  if (issues.length > 0) throw new ApiError('invalid_query', { issues });
  await tx
    .updateTable('review_queue')
    .set({ assigned: Number(assignees !== null) })
    .where('id', '=', queueId)
    .execute();
  await tx.deleteFrom('review_assignee').where('queue_id', '=', queueId).execute();
  if (wanted.length > 0)
    await tx
      .insertInto('review_assignee')
      .values(wanted.map((personId) => ({ queue_id: queueId, person_id: personId })))
      .execute();
}
