import type { Kysely } from 'kysely';
import { ApiError } from '../errors.ts';
import { claimInvitation } from './claim-invitation.ts';
import { createAccount } from './create-account.ts';
import { findInvitation, type OpenInvitation } from './find-invitation.ts';
import { insertPerson } from './insert-person.ts';
import { bumpRevision } from './revision.ts';
import type { Tables } from './tables.ts';

export type SignupPolicy = 'open' | 'invite' | 'closed';

export type SignUp = {
  policy: SignupPolicy;
  email: string;
  /** Hashed whether or not the address is taken, so that both take the same time. */
  passwordHash: string;
  name?: string | undefined;
  accountName?: string | undefined;
  invitation?: string | undefined;
};

export type SignedUp = { personId: string; accountId: string };

/** Thrown to undo everything when the address turns out to be taken. */
class Taken extends Error {}

/** A person, with an account they own or the one they were invited to. Null when the address is taken. */
export async function signUp(db: Kysely<Tables>, input: SignUp): Promise<SignedUp | null> {
  try {
    return await db.transaction().execute(async (tx) => {
      await bumpRevision(tx);
      await checkPolicy(tx, input.policy, input.invitation !== undefined);
      const invitation = await invited(tx, input);
      // Only a link that was mailed proves an address; an invitation's link its maker has, too.
      const personId = await insertPerson(tx, { ...input, emailVerified: false });
      if (personId === null) throw new Taken();
      const accountId = invitation
        ? await claimInvitation(tx, invitation, personId)
        : await createAccount(tx, { name: accountName(input), ownerId: personId });
      return { personId, accountId };
    });
  } catch (error) {
    if (error instanceof Taken) return null;
    throw error;
  }
}

/** On a server without anybody the first one may come in, so that it can be set up. */
export async function checkPolicy(db: Kysely<Tables>, policy: SignupPolicy, invited: boolean): Promise<void> {
  if (policy === 'open') return;
  if (policy === 'closed') throw new ApiError('forbidden', { message: 'Nobody can sign up here.' });
  if (invited || (await isEmpty(db))) return;
  throw new ApiError('forbidden', { message: 'Signing up here takes an invitation.' });
}

export async function isEmpty(db: Kysely<Tables>): Promise<boolean> {
  return (await db.selectFrom('person').select('id').limit(1).executeTakeFirst()) === undefined;
}

async function invited(db: Kysely<Tables>, { invitation, email }: SignUp): Promise<OpenInvitation | null> {
  if (invitation === undefined) return null;
  const found = await findInvitation(db, invitation);
  if (found && (found.email === null || found.email === email)) return found;
  throw new ApiError('not_found', { message: 'There is no such invitation for that address.' });
}

export function accountName({ accountName, name, email }: Pick<SignUp, 'accountName' | 'name' | 'email'>) {
  return accountName ?? name ?? email.split('@')[0] ?? email;
}
