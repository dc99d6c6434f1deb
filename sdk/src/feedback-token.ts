/** Tokens for feedback from browsers, signed without asking Parley. */
import { hmac, sha256 } from '#platform';
import type { ScoreTarget } from './payload.ts';

export type FeedbackKind = 'boolean' | 'number' | 'text';

/** What a token allows: scores by one person about one target. */
export type FeedbackGrant = ScoreTarget & {
  /** The names of scores, each with the kind of its values; those of a list are booleans. */
  names: readonly string[] | Readonly<Record<string, FeedbackKind>>;
  /** Who says so: a later score of the same author replaces the earlier one. */
  author: string;
  /** In seconds; a day by default. */
  expiresIn?: number | undefined;
};

const DAY_S = 24 * 60 * 60;

/** `base64url(grant).base64url(HMAC-SHA-256)`, with a secret derived from the hash of the API key. */
export async function feedbackToken(
  { appKey, apiKey }: { appKey: string; apiKey: string },
  { names, expiresIn = DAY_S, ...rest }: FeedbackGrant,
): Promise<string> {
  const kinds = Array.isArray(names) ? Object.fromEntries(names.map((name) => [name, 'boolean'])) : names;
  const grant = { ...rest, app: appKey, names: kinds, until: Date.now() + expiresIn * 1000 };
  const payload = base64url(new TextEncoder().encode(JSON.stringify(grant)));
  const secret = await hmac(await sha256(apiKey), 'parley feedback');
  return `${payload}.${base64url(await hmac(secret, payload))}`;
}

function base64url(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
