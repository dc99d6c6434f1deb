import type { Kysely } from 'kysely';
import { change } from '../../metadata/change.ts';
import type { Tables } from '../../metadata/tables.ts';
import { claimInvitation } from '../members/claim-invitation.ts';
import { createAccount } from '../members/create-account.ts';
import { findInvitationFor } from '../members/find-invitation.ts';

type Newcomer = { id: string; name: string; email: string; emailVerified: boolean };

/**
 * Adds a person who came through the identity provider to the account they were invited to, or creates one
 * for them.
 */
export async function welcomeNewcomer(db: Kysely<Tables>, newcomer: Newcomer): Promise<void> {
  await change(db, async (tx) => {
    const invitation = newcomer.emailVerified ? await findInvitationFor(tx, newcomer.email) : null;
    if (invitation) await claimInvitation(tx, invitation, newcomer.id);
    else await createAccount(tx, { name: newcomer.name || newcomer.email, ownerId: newcomer.id });
  });
}
