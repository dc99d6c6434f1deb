import type { Kysely } from 'kysely';
import type { Tables } from '../../metadata/tables.ts';

export type Person = { id: string; email: string; name: string; emailVerified: boolean };

export async function findPerson(db: Kysely<Tables>, email: string): Promise<Person | null> {
  const found = await db
    .selectFrom('person')
    .select(['id', 'email', 'name', 'email_verified as emailVerified'])
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst();
  return found ? { ...found, emailVerified: Boolean(found.emailVerified) } : null;
}

export async function personById(
  db: Kysely<Tables>,
  id: string,
): Promise<{ id: string; email: string } | null> {
  const found = await db.selectFrom('person').select(['id', 'email']).where('id', '=', id).executeTakeFirst();
  return found ?? null;
}

/** The password hash for this email; null if the person or the password does not exist. */
export async function passwordHashOf(db: Kysely<Tables>, email: string): Promise<string | null> {
  const found = await db
    .selectFrom('credential')
    .innerJoin('person', 'person.id', 'credential.person_id')
    .select('credential.password_hash')
    .where('person.email', '=', email)
    .where('credential.provider', '=', 'credential')
    .executeTakeFirst();
  return found?.password_hash ?? null;
}

export async function hasPassword(db: Kysely<Tables>, personId: string): Promise<boolean> {
  const found = await db
    .selectFrom('credential')
    .select('id')
    .where('person_id', '=', personId)
    .where('password_hash', 'is not', null)
    .executeTakeFirst();
  return found !== undefined;
}
