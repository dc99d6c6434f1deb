/**
 * Feedback from browsers. The application's own server signs a token for one person and one target:
 * `base64url(grant).base64url(HMAC-SHA-256)`, with a secret derived from the hash of its API key, which is all that
 * Parley has of it. The token decides everything but the value and the comment.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { type FeedbackBody, FeedbackGrant, type ScoreInput } from '@parley/contract';
import { ApiError } from '../base/errors.ts';
import { evictOldest } from '../base/evict-oldest.ts';
import { TokenBucket } from '../base/token-bucket.ts';
import { kindOfValue } from '../envelope/score.ts';
import type { Application } from './credentials.ts';
import { type ScoreIngest, takeScores } from './take-scores.ts';

/** A person changes their mind a few times; more is a program. */
const BURST = 10;
const PER_SECOND = 0.2;
const MAX_TOKENS = 10_000;

export class FeedbackLimits {
  readonly #buckets = new Map<string, TokenBucket>();

  /** Throws when a token is used too often. */
  check(signature: string, now: number): void {
    const bucket = this.#buckets.get(signature) ?? new TokenBucket(BURST, now);
    this.#buckets.delete(signature);
    this.#buckets.set(signature, bucket);
    evictOldest(this.#buckets, MAX_TOKENS);
    const wait = bucket.wait(BURST, PER_SECOND, now);
    if (wait > 0) throw new ApiError('rate_limited', { retryAfter: Math.ceil(wait / 1000) });
    bucket.take();
  }
}

/** Resolves to the score's id when it is on the disk. */
export async function takeFeedback(
  ingest: ScoreIngest,
  limits: FeedbackLimits,
  { token, name, value, comment }: FeedbackBody,
): Promise<string[]> {
  const changes = ingest.credentials.changes();
  if (changes !== undefined) await changes;
  const now = ingest.now();
  const { application, grant, signature } = readToken(ingest, token, now);
  limits.check(signature, now);
  const { app, names, until, ...about } = grant;
  const kind = Object.hasOwn(names, name) ? names[name] : undefined;
  if (kind === undefined) throw refused('name', `The token is not for scores named "${name}".`);
  if (value !== null && kindOfValue(value) !== kind)
    throw refused('value', `The values of "${name}" are of the kind "${kind}" here.`);
  const score: ScoreInput = {
    ...about,
    name,
    value,
    source: 'user',
    ...(comment === undefined ? {} : { comment }),
  };
  return takeScores(ingest, application, { value: score, bytes: Buffer.from(''), keepsRejected: false });
}

function refused(path: string, message: string): ApiError {
  return new ApiError('invalid_payload', { issues: [{ path, code: 'not_allowed', message }] });
}

type Read = { application: Application; grant: FeedbackGrant; signature: string };

/** One answer for everything that is wrong with a signature, so that nobody learns which keys exist. */
function readToken({ credentials }: ScoreIngest, token: string, now: number): Read {
  const [, payload = '', signature = ''] = /^([\w-]+)\.([\w-]{43})$/.exec(token) ?? [];
  const grant = FeedbackGrant.safeParse(jsonOf(payload));
  const application = grant.success ? credentials.byAppKey(grant.data.app) : undefined;
  const given = Buffer.from(signature, 'base64url');
  let isSigned = false;
  for (const { hash, expiresAt } of application?.keys ?? []) {
    const right = sign(hash, payload);
    const equal = given.length === right.length && timingSafeEqual(given, right);
    if (equal && (expiresAt === null || now < expiresAt)) isSigned = true;
  }
  if (!grant.success || !application || !isSigned) throw invalid('The token is not valid.');
  if (grant.data.until <= now) throw invalid('The token has expired.');
  // Four texts stand for the same bytes.
  return { application, grant: grant.data, signature: given.toString('hex') };
}

/** The signature of a grant, by the hash of an API key. */
export function sign(keyHash: Uint8Array, payload: string): Buffer {
  const secret = createHmac('sha256', keyHash).update('parley feedback').digest();
  return createHmac('sha256', secret).update(payload).digest();
}

function invalid(message: string): ApiError {
  return new ApiError('invalid_credentials', { message });
}

function jsonOf(payload: string): unknown {
  try {
    return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
