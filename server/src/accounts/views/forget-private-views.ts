import type { Kysely } from 'kysely';
import type { Tables } from '../../metadata/tables.ts';

/** Deletes the private views of a person who left an account; nobody else can see them. Shared ones stay. */
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
