import type { Kysely } from 'kysely';
import type { Tables } from '../../metadata/tables.ts';
import { endInvitations } from '../members/end-invitations.ts';
import { insertPassword } from './insert-person.ts';
import { endLinks } from './links.ts';

export type Proved = {
  /** Nobody had proved before that the address is theirs. */
  first: boolean;
  invitationsEnded: number;
};

/**
 * Whoever opened a link that was sent to somebody's address is that person, by a new password. What was
 * begun under the old one ends: sessions, links, invitations. Where nobody had proved the address
 * before, somebody else may have lain in wait under it, so that every other way in ends as well.
 */
export async function proveAddress(
  tx: Kysely<Tables>,
  personId: string,
  { passwordHash, name }: { passwordHash: string; name?: string | undefined },
): Promise<Proved> {
  const { email_verified } = await tx
    .selectFrom('person')
    .select('email_verified')
    .where('id', '=', personId)
    .executeTakeFirstOrThrow();
  const first = !email_verified;
  await tx
    .updateTable('person')
    .set({
      email_verified: true,
      updated_at: new Date().toISOString(),
      ...(name === undefined ? {} : { name }),
      ...(first ? { second_factor_on: false } : {}),
    })
    .where('id', '=', personId)
    .execute();
  if (first) await tx.deleteFrom('second_factor').where('person_id', '=', personId).execute();
  await tx
    .deleteFrom('credential')
    .where('person_id', '=', personId)
    .$if(!first, (query) => query.where('provider', '=', 'credential'))
    .execute();
  await insertPassword(tx, { personId, passwordHash });
  await tx.deleteFrom('login').where('person_id', '=', personId).execute();
  await endLinks(tx, personId);
  return { first, invitationsEnded: await endInvitations(tx, { personId }) };
}
