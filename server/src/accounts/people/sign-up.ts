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
  /** Hashed whether or not the address is taken, so that both take the same time. */
  passwordHash: string;
  name?: string | undefined;
  accountName?: string | undefined;
  /** The token of its link. */
  invitation?: string | undefined;
};

export type SignedUp = { personId: string; accountId: string };

/** A person, with an account they own or the one they were invited to. Null when the address is taken. */
export async function signUp(db: Kysely<Tables>, input: SignUp): Promise<SignedUp | null> {
  return change(db, async (tx) => {
    const invitation = await admit(tx, input);
    // Only a link that was mailed proves an address; an invitation's link its maker has, too.
    const personId = await insertPerson(tx, { ...input, emailVerified: false });
    if (personId === null) return null;
    return { personId, accountId: await joinOrFound(tx, personId, input, invitation) };
  });
}

/**
 * Where addresses are confirmed, signing up makes nobody: this is what the link brings along that is
 * sent to the address, so that the password that counts is that of the link which is opened.
 */
export async function pendingSignUp(db: Kysely<Tables>, input: SignUp): Promise<Links['sign-up']> {
  const invitation = await admit(db, input);
  const { email, passwordHash, name, accountName } = input;
  return { email, passwordHash, name, accountName, invitationId: invitation?.id };
}

/** Null when the address was proved meanwhile, by another link. */
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
  // Signed up when no address was confirmed here.
  const { id: personId } = holder;
  await proveAddress(tx, personId, asked);
  const accounts = (await membershipsOf(tx, personId)).map(({ accountId }) => accountId);
  const there = invitation ? accounts.find((id) => id === invitation.accountId) : accounts[0];
  return { personId, accountId: there ?? (await joinOrFound(tx, personId, asked, invitation)) };
}

/** On a server without anybody the first one may come in, so that it can be set up. */
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
