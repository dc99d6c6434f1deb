import type { MemberRole } from '@parley/contract';
import type { Kysely } from 'kysely';
import { ApiError } from '../../base/errors.ts';
import { change } from '../../metadata/change.ts';
import type { Tables } from '../../metadata/tables.ts';
import { claimInvitation } from './claim-invitation.ts';
import { findInvitation } from './find-invitation.ts';

/**
 * Joins the person to the invitation's account. An invitation for an email can only be accepted by the person
 * with that email, confirmed if the server confirms emails.
 */
export async function acceptInvitation(
  db: Kysely<Tables>,
  { token, person }: { token: string; person: { id: string; email: string; isConfirmed: boolean } },
): Promise<{ accountId: string; role: MemberRole }> {
  return change(db, async (tx) => {
    const invitation = await findInvitation(tx, token);
    const named = invitation?.email ?? null;
    if (!invitation || (named !== null && !(named === person.email && person.isConfirmed)))
      throw new ApiError('not_found', { message: 'There is no such invitation for you.' });
    const accountId = await claimInvitation(tx, invitation, person.id);
    return { accountId, role: invitation.role };
  });
}
