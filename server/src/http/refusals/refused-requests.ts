/**
 * The recently refused requests of unknown senders, to help people who are connecting an application. In
 * memory only, bounded, and without any cost for accepted requests.
 */
import type { IncomingMessage } from 'node:http';
import { ApiError } from '../../base/errors.ts';
import type { SentKeys } from '../../ingest/keys-in.ts';
import { WrongKeys } from '../../ingest/wrong-keys.ts';
import { type Sender, senderOf } from './sender.ts';
import { type KeyTraces, tracesOf } from './sent-keys.ts';

export type Refused = Sender & {
  /** When it was last received, and how often the same came from this sender. */
  at: number;
  count: number;
  path: string;
  keys: KeyTraces;
  /** Why it could not be read; null if its keys were wrong. */
  unreadable: string | null;
};

const MAX_REQUESTS = 300;
const MAX_AGE_MS = 15 * 60_000;
const UNREADABLE_CODES = new Set([
  'invalid_json',
  'unsupported_media_type',
  'payload_too_large',
  'method_not_allowed',
  'not_found',
]);

export class RefusedRequests {
  /** The latest last. */
  readonly #refused = new Map<string, Refused>();
  readonly #trustedProxies: number;
  readonly #now: () => number;

  constructor(trustedProxies: number, now = Date.now) {
    this.#trustedProxies = trustedProxies;
    this.#now = now;
  }

  /** Called after the response, so that its time reveals nothing about this. */
  note(request: IncomingMessage, error: unknown, sent?: SentKeys): void {
    const why = reasonOf(error, sent);
    if (!why) return;
    const path = request.url?.split('?')[0]?.slice(0, 100) ?? '';
    const sender = senderOf(request, this.#trustedProxies);
    const key = JSON.stringify([sender.address, path, why]);
    const count = (this.#refused.get(key)?.count ?? 0) + 1;
    this.#refused.delete(key);
    this.#refused.set(key, { ...sender, at: this.#now(), count, path, ...why });
    const [oldest] = this.#refused.keys();
    if (this.#refused.size > MAX_REQUESTS && oldest !== undefined) this.#refused.delete(oldest);
  }

  /** The latest first. */
  list(): Refused[] {
    const since = this.#now() - MAX_AGE_MS;
    return [...this.#refused.values()].filter(({ at }) => at >= since).reverse();
  }
}

/**
 * Null for errors that are recorded elsewhere, that say nothing about the sender, or without a key that could
 * be found: nobody would ever be told.
 */
function reasonOf(error: unknown, sent?: SentKeys): Pick<Refused, 'keys' | 'unreadable'> | null {
  if (error instanceof WrongKeys) return keyed(error.sent, null);
  if (sent && error instanceof ApiError && UNREADABLE_CODES.has(error.code))
    return keyed(sent, error.message);
  return null;
}

function keyed(sent: SentKeys, unreadable: string | null): Pick<Refused, 'keys' | 'unreadable'> | null {
  const keys = tracesOf(sent);
  return keys.appKeyHash === null && keys.apiKeyHash === null ? null : { keys, unreadable };
}
