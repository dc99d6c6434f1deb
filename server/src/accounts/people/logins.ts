/** The sessions of a person. */
import type { Kysely } from 'kysely';
import { change } from '../../metadata/change.ts';
import type { Tables } from '../../metadata/tables.ts';

export async function listLogins(db: Kysely<Tables>, personId: string) {
  const rows = await db
    .selectFrom('login')
    .select([
      'id',
      'address',
      'user_agent as userAgent',
      'created_at as createdAt',
      'expires_at as expiresAt',
    ])
    .where('person_id', '=', personId)
    .where('expires_at', '>', new Date().toISOString())
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map((row) => ({
    ...row,
    createdAt: new Date(row.createdAt).toISOString(),
    expiresAt: new Date(row.expiresAt).toISOString(),
  }));
}

/** True if the person had this session. */
export async function endLogin(
  db: Kysely<Tables>,
  { personId, id }: { personId: string; id: string },
): Promise<boolean> {
  return change(db, async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('login')
      .where('id', '=', id)
      .where('person_id', '=', personId)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  });
}

/** Whether a session still exists: it may have ended since the request arrived. */
export async function isSignedIn(
  db: Kysely<Tables>,
  { sessionId, personId }: { sessionId: string; personId: string },
): Promise<boolean> {
  const found = await db
    .selectFrom('login')
    .select('id')
    .where('id', '=', sessionId)
    .where('person_id', '=', personId)
    .where('expires_at', '>', new Date().toISOString())
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Whether the person with this email is signed in from this address: then an attempt is most likely theirs.
 */
export async function isSignedInFrom(db: Kysely<Tables>, email: string, address: string): Promise<boolean> {
  const found = await db
    .selectFrom('login')
    .innerJoin('person', 'person.id', 'login.person_id')
    .select('login.id')
    .where('person.email', '=', email)
    .where('login.address', '=', address)
    .where('login.expires_at', '>', new Date().toISOString())
    .executeTakeFirst();
  return found !== undefined;
}

/** Removes expired sessions, links and unfinished sign-ins. */
export async function deleteExpired(db: Kysely<Tables>): Promise<void> {
  const now = new Date().toISOString();
  await db.deleteFrom('login').where('expires_at', '<', now).execute();
  await db.deleteFrom('verification').where('expires_at', '<', now).execute();
}
