import type { Kysely } from 'kysely';
import { change } from '../../metadata/change.ts';
import type { Tables } from '../../metadata/tables.ts';
import { endLinks, takeLink } from './links.ts';
import { findPerson } from './people.ts';
import { finishSignUp, type SignupPolicy } from './sign-up.ts';

/** With the account, when somebody who signed up is somebody from now on. */
export type ConfirmedEmail = { person: { id: string; email: string }; joined: string | null };

/**
 * Opens a link that was sent to an address: it makes the person who asked for it at sign-up, or gives
 * somebody their new address. Null when it is not valid, or the address is somebody's by now.
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
    // Those that were sent to the old address.
    await endLinks(tx, id);
    return { person: { id, email }, joined: null };
  });
}
