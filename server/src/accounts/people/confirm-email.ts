import type { Kysely } from 'kysely';
import { change } from '../../metadata/change.ts';
import type { Tables } from '../../metadata/tables.ts';
import { endLinks, takeLink } from './links.ts';
import { findPerson } from './people.ts';
import { finishSignUp, type SignupPolicy } from './sign-up.ts';

/** `joined` is the account of a person who has just signed up; null for a changed email. */
export type ConfirmedEmail = { person: { id: string; email: string }; joined: string | null };

/**
 * Opens a link that was sent to an email: it completes a sign-up or confirms a person's new email. Null if
 * the link is not valid or the email is taken by now.
 */
export async function confirmEmail(
  db: Kysely<Tables>,
  { token, policy }: { token: string; policy: SignupPolicy },
): Promise<ConfirmedEmail | null> {
  return change(db, async (tx) => {
    const asked = await takeLink(tx, 'sign-up', token);
    if (asked) {
      const done = await finishSignUp(tx, { ...asked, policy });
      return done && { person: { id: done.personId, email: asked.email }, joined: done.accountId };
    }
    const moved = await takeLink(tx, 'address', token);
    if (!moved || (await findPerson(tx, moved.email))) return null;
    const { personId: id, email } = moved;
    await tx
      .updateTable('person')
      .set({ email, email_verified: true, updated_at: new Date().toISOString() })
      .where('id', '=', id)
      .execute();
    // Links that were sent to the old email.
    await endLinks(tx, id);
    return { person: { id, email }, joined: null };
  });
}
