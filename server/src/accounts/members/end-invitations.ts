import type { Kysely } from 'kysely';
import type { Tables } from '../../metadata/tables.ts';

/**
 * Revokes the open invitations that a person sent, in one account or in all of theirs. Returns their number.
 */
export async function endInvitations(
  tx: Kysely<Tables>,
  { personId, accountId }: { personId: string; accountId?: string },
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('invitation')
    .set({ revoked_at: Date.now() })
    .where('invited_by', '=', personId)
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId ?? ''))
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
