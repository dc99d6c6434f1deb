import type { Kysely } from 'kysely';
import { change } from '../../metadata/change.ts';
import type { Tables } from '../../metadata/tables.ts';
import { takeLink } from './links.ts';
import { type Proved, proveAddress } from './prove-address.ts';

export type Reset = Proved & { person: { id: string; email: string } };

/** Sets a password with a reset link. Null if the link is not valid. */
export async function resetPassword(
  db: Kysely<Tables>,
  { token, passwordHash }: { token: string; passwordHash: string },
): Promise<Reset | null> {
  return change(db, async (tx) => {
    const link = await takeLink(tx, 'reset', token);
    if (!link) return null;
    const person = await tx
      .selectFrom('person')
      .select(['id', 'email'])
      .where('id', '=', link.personId)
      .executeTakeFirstOrThrow();
    return { person, ...(await proveAddress(tx, person.id, { passwordHash })) };
  });
}
