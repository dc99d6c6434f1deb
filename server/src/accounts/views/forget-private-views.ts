import type { Kysely } from 'kysely';
import type { Tables } from '../../metadata/tables.ts';

/** Of somebody who has left an account: nobody else can see them. What they have shared stays. */
export async function forgetPrivateViews(
  tx: Kysely<Tables>,
  { personId, accountId }: { personId: string; accountId: string },
): Promise<void> {
  await tx
    .deleteFrom('saved_view')
    .where('person_id', '=', personId)
    .where('shared', '=', 0)
    .where('app_id', 'in', (row) =>
      row.selectFrom('application').select('id').where('account_id', '=', accountId),
    )
    .execute();
}
