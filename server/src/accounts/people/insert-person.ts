import type { Kysely } from 'kysely';
import type { Tables } from '../../metadata/tables.ts';
import { newId } from '../secrets.ts';

export type NewPerson = {
  email: string;
  name?: string | undefined;
  passwordHash: string | null;
  emailVerified: boolean;
};

/** Null if the email is taken: of two concurrent sign-ups, one wins. */
export async function insertPerson(db: Kysely<Tables>, person: NewPerson): Promise<string | null> {
  const id = newId('per');
  const email = person.email.toLowerCase();
  const now = new Date().toISOString();
  const inserted = await db
    .insertInto('person')
    .values({
      id,
      name: person.name ?? (email.split('@')[0] || email),
      email,
      email_verified: person.emailVerified,
      image: null,
      second_factor_on: false,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) return null;
  if (person.passwordHash) await insertPassword(db, { personId: id, passwordHash: person.passwordHash });
  return id;
}

/** Adds a password for a person who has none. */
export async function insertPassword(
  db: Kysely<Tables>,
  { personId, passwordHash }: { personId: string; passwordHash: string },
): Promise<void> {
  const now = new Date().toISOString();
  await db
    .insertInto('credential')
    .values({
      id: newId('cred'),
      person_id: personId,
      provider: 'credential',
      subject: personId,
      password_hash: passwordHash,
      access_token: null,
      refresh_token: null,
      id_token: null,
      access_token_expires_at: null,
      refresh_token_expires_at: null,
      scope: null,
      created_at: now,
      updated_at: now,
    })
    .execute();
}
