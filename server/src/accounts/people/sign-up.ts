import type { Kysely } from 'kysely';
import { ApiError } from '../../base/errors.ts';
import { change } from '../../metadata/change.ts';
import type { Tables } from '../../metadata/tables.ts';
import { claimInvitation } from '../members/claim-invitation.ts';
import { createAccount } from '../members/create-account.ts';
import { findInvitation, findInvitationById, type OpenInvitation } from '../members/find-invitation.ts';
import { membershipsOf } from '../members/roles.ts';
import { insertPerson } from './insert-person.ts';
import type { Links } from './links.ts';
import { findPerson } from './people.ts';
import { proveAddress } from './prove-address.ts';

export type SignupPolicy = 'open' | 'invite' | 'closed';

export type SignUp = {
  policy: SignupPolicy;
  email: string;
  /** Hashed even if the email is taken, so that both cases take the same time. */
  passwordHash: string;
  name?: string | undefined;
  accountName?: string | undefined;
  /** The token of an invitation link. */
  invitation?: string | undefined;
};

export type SignedUp = { personId: string; accountId: string };

/**
 * Creates a person, with their own account or as a member of the one they were invited to. Null if the email
 * is taken.
 */
export async function signUp(db: Kysely<Tables>, input: SignUp): Promise<SignedUp | null> {
  return change(db, async (tx) => {
    const invitation = await admit(tx, input);
    // Only a mailed link confirms an email; the link of an invitation is also known to its creator.
    const personId = await insertPerson(tx, { ...input, emailVerified: false });
    if (personId === null) return null;
    return { personId, accountId: await joinOrFound(tx, personId, input, invitation) };
  });
}

/**
 * A sign-up on a server that confirms emails creates nobody yet: this is stored with the link that is sent,
 * so that the password of the opened link is the one that counts.
 */
export async function pendingSignUp(db: Kysely<Tables>, input: SignUp): Promise<Links['sign-up']> {
  const invitation = await admit(db, input);
  const { email, passwordHash, name, accountName } = input;
  return { email, passwordHash, name, accountName, invitationId: invitation?.id };
}

/** Null if another link has confirmed the email meanwhile. */
export async function finishSignUp(
  tx: Kysely<Tables>,
  { policy, invitationId, ...asked }: Links['sign-up'] & { policy: SignupPolicy },
): Promise<SignedUp | null> {
  const holder = await findPerson(tx, asked.email);
  if (holder?.emailVerified) return null;
  const invitation = invitationId === undefined ? null : await findInvitationById(tx, invitationId);
  if (invitationId !== undefined && !invitation)
    throw new ApiError('not_found', {
      message: 'This invitation was already used or revoked. Sign up without it.',
    });
  await checkPolicy(tx, policy, invitation !== null);
  if (!holder) {
    const personId = await insertPerson(tx, { ...asked, emailVerified: true });
    if (personId === null) return null;
    return { personId, accountId: await joinOrFound(tx, personId, asked, invitation) };
  }
  // The person signed up when this server did not confirm emails.
  const { id: personId } = holder;
  await proveAddress(tx, personId, asked);
  const accounts = (await membershipsOf(tx, personId)).map(({ accountId }) => accountId);
  const there = invitation ? accounts.find((id) => id === invitation.accountId) : accounts[0];
  return { personId, accountId: there ?? (await joinOrFound(tx, personId, asked, invitation)) };
}

/** On a server without people, anybody may sign up, so that it can be set up. */
export async function checkPolicy(db: Kysely<Tables>, policy: SignupPolicy, invited: boolean): Promise<void> {
  if (policy === 'open') return;
  if (policy === 'closed') throw new ApiError('forbidden', { message: 'Sign-up is closed on this server.' });
  if (invited || (await isEmpty(db))) return;
  throw new ApiError('forbidden', { message: 'You need an invitation to sign up.' });
}

export async function isEmpty(db: Kysely<Tables>): Promise<boolean> {
  return (await db.selectFrom('person').select('id').limit(1).executeTakeFirst()) === undefined;
}

async function admit(
  db: Kysely<Tables>,
  { policy, invitation, email }: Pick<SignUp, 'policy' | 'invitation' | 'email'>,
): Promise<OpenInvitation | null> {
  await checkPolicy(db, policy, invitation !== undefined);
  if (invitation === undefined) return null;
  const found = await findInvitation(db, invitation);
  if (found && (found.email === null || found.email === email)) return found;
  throw new ApiError('not_found', { message: 'There is no such invitation for that address.' });
}

async function joinOrFound(
  tx: Kysely<Tables>,
  personId: string,
  { accountName, name, email }: Pick<SignUp, 'accountName' | 'name' | 'email'>,
  invitation: OpenInvitation | null,
): Promise<string> {
  if (invitation) return claimInvitation(tx, invitation, personId);
  return createAccount(tx, {
    name: accountName ?? name ?? (email.split('@')[0] || email),
    ownerId: personId,
  });
}
