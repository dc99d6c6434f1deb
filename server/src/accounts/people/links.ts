/**
 * Links sent by email: single-use, expiring, and stored as a hash. What a link does is stored with it, so
 * that it does what its requester asked for, whatever others have requested since.
 */
import { randomBytes } from 'node:crypto';
import { SIGN_UP_LINK } from '@parley/contract';
import type { Kysely } from 'kysely';
import type { Tables } from '../../metadata/tables.ts';
import { hashSecret, newId } from '../secrets.ts';

export type Links = {
  /** Completes a sign-up; until then the person does not exist. */
  'sign-up': {
    email: string;
    passwordHash: string;
    name?: string | undefined;
    accountName?: string | undefined;
    invitationId?: string | undefined;
  };
  /** Confirms a person's new email. */
  address: { personId: string; email: string };
  /** Sets a new password. */
  reset: { personId: string };
};
export type LinkKind = keyof Links;

const HOUR_MS = 60 * 60 * 1000;
const VALID_MS = { 'sign-up': 24 * HOUR_MS, address: 24 * HOUR_MS, reset: HOUR_MS };

/** Returns the link's token. */
export async function createLink<K extends LinkKind>(
  db: Kysely<Tables>,
  kind: K,
  content: Links[K],
): Promise<string> {
  const prefix = kind === 'sign-up' ? SIGN_UP_LINK : '';
  const token = `${prefix}${randomBytes(24).toString('base64url')}`;
  const now = new Date();
  await db
    .insertInto('verification')
    .values({
      id: newId('ver'),
      identifier: identifierOf(kind, token),
      value: JSON.stringify(content),
      person_id: 'personId' in content ? content.personId : null,
      expires_at: new Date(now.getTime() + VALID_MS[kind]).toISOString(),
      created_at: now.toISOString(),
      updated_at: now.toISOString(),
    })
    .execute();
  return token;
}

/** What a link is for, if it is valid; does not use it up. */
export async function readLink<K extends LinkKind>(
  db: Kysely<Tables>,
  kind: K,
  token: string,
): Promise<Links[K] | null> {
  const found = await db
    .selectFrom('verification')
    .select('value')
    .where('identifier', '=', identifierOf(kind, token))
    .where('expires_at', '>', new Date().toISOString())
    .executeTakeFirst();
  return found ? JSON.parse(found.value) : null;
}

/** Returns what a link is for and uses it up; null if it is not valid. */
export async function takeLink<K extends LinkKind>(
  tx: Kysely<Tables>,
  kind: K,
  token: string,
): Promise<Links[K] | null> {
  const used = await tx
    .deleteFrom('verification')
    .where('identifier', '=', identifierOf(kind, token))
    .where('expires_at', '>', new Date().toISOString())
    .returning('value')
    .executeTakeFirst();
  return used ? JSON.parse(used.value) : null;
}

/** Ends a person's links, and their sign-ins that await a second factor. */
export async function endLinks(tx: Kysely<Tables>, personId: string): Promise<void> {
  await tx
    .deleteFrom('verification')
    .where((row) => row.or([row('person_id', '=', personId), row('value', '=', personId)]))
    .execute();
}

function identifierOf(kind: LinkKind, token: string): string {
  return hashSecret(`${kind}-link:${token}`);
}
