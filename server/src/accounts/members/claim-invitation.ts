import type { Kysely } from 'kysely';
import { ApiError } from '../../base/errors.ts';
import type { Tables } from '../../metadata/tables.ts';
import type { OpenInvitation } from './find-invitation.ts';
import { insertMember } from './insert-member.ts';

/** Adds a person to an invitation's account and marks it as accepted. Runs in the caller's transaction. */
export async function claimInvitation(
  tx: Kysely<Tables>,
  invitation: OpenInvitation,
  personId: string,
): Promise<string> {
  const { numUpdatedRows } = await tx
    .updateTable('invitation')
    .set({ accepted_at: Date.now(), accepted_by: personId })
    .where('id', '=', invitation.id)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n)
    throw new ApiError('not_found', { message: 'This invitation was already used or revoked.' });
  const { accountId, role } = invitation;
  if (!(await insertMember(tx, { accountId, personId, role })))
    throw new ApiError('conflict', { message: 'You are already a member of this account.' });
  return accountId;
}
