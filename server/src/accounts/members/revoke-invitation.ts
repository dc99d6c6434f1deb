import type { Kysely } from 'kysely';
import { change } from '../../metadata/change.ts';
import type { Tables } from '../../metadata/tables.ts';

/** True if it could have been accepted until now. */
export async function revokeInvitation(
  db: Kysely<Tables>,
  { accountId, id }: { accountId: string; id: string },
): Promise<boolean> {
  return change(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('invitation')
      .set({ revoked_at: Date.now() })
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .where('accepted_at', 'is', null)
      .where('revoked_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  });
}
