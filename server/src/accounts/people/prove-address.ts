import type { Kysely } from 'kysely';
import type { Tables } from '../../metadata/tables.ts';
import { endInvitations } from '../members/end-invitations.ts';
import { insertPassword } from './insert-person.ts';
import { endLinks } from './links.ts';

export type Proved = {
  /** True if the email had not been confirmed before. */
  first: boolean;
  invitationsEnded: number;
};

/**
 * Gives the person who opened a link sent to their email a new password, and ends everything begun under the
 * old one: sessions, links, invitations. If the email had not been confirmed before, somebody else may have
 * registered it first, so every other way to sign in ends as well.
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
