/**
 * The requests that this server refused lately without knowing whose they were, so that whoever is connecting an
 * application can be told. In memory only, bounded however many come, and nothing is done for a request that is taken.
 */
import type { IncomingMessage } from 'node:http';
import { ApiError } from '../../base/errors.ts';
import type { SentKeys } from '../../ingest/keys-in.ts';
import { WrongKeys } from '../../ingest/wrong-keys.ts';
import { type Sender, senderOf } from './sender.ts';
import { type KeyTraces, tracesOf } from './sent-keys.ts';

export type Refused = Sender & {
  /** When it came last, and how often the same came from there. */
  at: number;
  count: number;
  path: string;
  keys: KeyTraces;
  /** Why it could not be read; null: its keys were wrong. */
  unreadable: string | null;
};

const MOST = 300;
const KEPT_MS = 15 * 60_000;
const UNREADABLE = new Set([
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

  /** Called once the request is answered: what is found out here does not show in how long an answer takes. */
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
    if (this.#refused.size > MOST && oldest !== undefined) this.#refused.delete(oldest);
  }

  /** The latest first. */
  list(): Refused[] {
    const since = this.#now() - KEPT_MS;
    return [...this.#refused.values()].filter(({ at }) => at >= since).reverse();
  }
}

/**
 * Null for what is recorded elsewhere, for what says nothing about the sender, and for what has no key in it that
 * could be found: nobody would ever be told of it.
 */
function reasonOf(error: unknown, sent?: SentKeys): Pick<Refused, 'keys' | 'unreadable'> | null {
  if (error instanceof WrongKeys) return keyed(error.sent, null);
  if (sent && error instanceof ApiError && UNREADABLE.has(error.code)) return keyed(sent, error.message);
  return null;
}

function keyed(sent: SentKeys, unreadable: string | null): Pick<Refused, 'keys' | 'unreadable'> | null {
  const keys = tracesOf(sent);
  return keys.appKeyHash === null && keys.apiKeyHash === null ? null : { keys, unreadable };
}
