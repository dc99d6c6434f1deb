import type { MemberRole } from '@parley/contract';
import type { Kysely } from 'kysely';
import { ApiError } from '../errors.ts';
import { claimInvitation } from './claim-invitation.ts';
import { findInvitation } from './find-invitation.ts';
import { bumpRevision } from './revision.ts';
import type { Tables } from './tables.ts';

/** An invitation that names an address is for the person who has it. */
export async function acceptInvitation(
  db: Kysely<Tables>,
  { token, person }: { token: string; person: { id: string; email: string } },
): Promise<{ accountId: string; role: MemberRole }> {
  return db.transaction().execute(async (tx) => {
    await bumpRevision(tx);
    const invitation = await findInvitation(tx, token);
    if (!invitation || (invitation.email !== null && invitation.email !== person.email))
      throw new ApiError('not_found', { message: 'There is no such invitation for you.' });
    const accountId = await claimInvitation(tx, invitation, person.id);
    return { accountId, role: invitation.role };
  });
}
