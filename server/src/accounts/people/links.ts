/**
 * Links that are sent to somebody's address: they work once, for a while, and only their hash is kept.
 * What opening one does is kept with it, so that it does what whoever asked for it wanted, whatever
 * others have asked for since.
 */
import { randomBytes } from 'node:crypto';
import { SIGN_UP_LINK } from '@parley/contract';
import type { Kysely } from 'kysely';
import type { Tables } from '../../metadata/tables.ts';
import { hashSecret, newId } from '../secrets.ts';

export type Links = {
  /** Somebody who signed up, and is nobody until it is opened. */
  'sign-up': {
    email: string;
    passwordHash: string;
    name?: string | undefined;
    accountName?: string | undefined;
    invitationId?: string | undefined;
  };
  /** Somebody's new address. */
  address: { personId: string; email: string };
  /** A new password. */
  reset: { personId: string };
};
export type LinkKind = keyof Links;

const HOUR_MS = 60 * 60 * 1000;
const VALID_MS = { 'sign-up': 24 * HOUR_MS, address: 24 * HOUR_MS, reset: HOUR_MS };

/** The token of the link. */
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

/** What a link is for, while it is valid; it stays so. */
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

/** Uses a link up. */
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

/** Ends the links that somebody was sent, and the sign-ins that wait for their second factor. */
export async function endLinks(tx: Kysely<Tables>, personId: string): Promise<void> {
  await tx
    .deleteFrom('verification')
    .where((row) => row.or([row('person_id', '=', personId), row('value', '=', personId)]))
    .execute();
}

function identifierOf(kind: LinkKind, token: string): string {
  return hashSecret(`${kind}-link:${token}`);
}
