/** Links that prove that somebody receives mail at an address: at sign-up, and to change to another one. */
import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { hashSecret, newId } from './secrets.ts';
import type { Tables } from './tables.ts';

const VALID_MS = 24 * 60 * 60 * 1000;

type EmailLink = { personId: string; email: string };

/** The token of the link; only its hash is kept. */
export async function createEmailLink(db: Kysely<Tables>, { personId, email }: EmailLink): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  const now = Date.now();
  const times = { created_at: new Date(now).toISOString(), updated_at: new Date(now).toISOString() };
  await db
    .insertInto('verification')
    .values({
      id: newId('ver'),
      identifier: identifierOf(token),
      value: JSON.stringify({ personId, email }),
      expires_at: new Date(now + VALID_MS).toISOString(),
      ...times,
    })
    .execute();
  return token;
}

export type ConfirmedEmail = { personId: string; email: string; changed: boolean };

/** The address is the person's from now on. Null when the link is not valid, or somebody else has the address. */
export async function confirmEmail(db: Kysely<Tables>, token: string): Promise<ConfirmedEmail | null> {
  return db.transaction().execute(async (tx) => {
    const used = await tx
      .deleteFrom('verification')
      .where('identifier', '=', identifierOf(token))
      .where('expires_at', '>', new Date().toISOString())
      .returning('value')
      .executeTakeFirst();
    if (!used) return null;
    const { personId, email }: EmailLink = JSON.parse(used.value);
    const holder = await tx.selectFrom('person').select('id').where('email', '=', email).executeTakeFirst();
    if (holder && holder.id !== personId) return null;
    await markVerified(tx, personId, email);
    return { personId, email, changed: holder === undefined };
  });
}

/** Whoever opened a link that was sent to their address has proved it; an address may be set along. */
export async function markVerified(db: Kysely<Tables>, personId: string, email?: string): Promise<void> {
  await db
    .updateTable('person')
    .set({
      email_verified: true,
      updated_at: new Date().toISOString(),
      ...(email === undefined ? {} : { email }),
    })
    .where('id', '=', personId)
    .execute();
}

function identifierOf(token: string): string {
  return hashSecret(`email-link:${token}`);
}
