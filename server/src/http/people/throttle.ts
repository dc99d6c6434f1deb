/** Lets a few tries through at once and then some a minute, for each key apart. Memory is bounded. */
import { evictOldest } from '../../base/evict-oldest.ts';

export type ThrottleRule = {
  /** Tries at once. */
  burst: number;
  perMinute: number;
};

type Bucket = { tokens: number; at: number };

/** About 2 MB; the one that was longest untouched goes first. */
const MAX_KEYS = 20_000;

export class Throttle {
  readonly #rule: ThrottleRule;
  readonly #maxKeys: number;
  readonly #now: () => number;
  readonly #buckets = new Map<string, Bucket>();

  constructor(rule: ThrottleRule, { maxKeys = MAX_KEYS, now = Date.now } = {}) {
    this.#rule = rule;
    this.#maxKeys = maxKeys;
    this.#now = now;
  }

  get size(): number {
    return this.#buckets.size;
  }

  /** Seconds to wait before the next try; 0 when this one may be made. */
  take(key: string): number {
    const wait = this.wait(key);
    if (wait === 0) this.#refilled(key).tokens -= 1;
    return wait;
  }

  /** The same, without a try. */
  wait(key: string): number {
    if (!this.#buckets.has(key)) return 0;
    const { tokens } = this.#refilled(key);
    return tokens >= 1 ? 0 : Math.max(1, Math.ceil(((1 - tokens) / this.#rule.perMinute) * 60));
  }

  /** The try was a good one and does not count. */
  giveBack(key: string): void {
    const bucket = this.#refilled(key);
    bucket.tokens = Math.min(this.#rule.burst, bucket.tokens + 1);
    // A full bucket says nothing that a missing one does not.
    if (bucket.tokens === this.#rule.burst) this.#buckets.delete(key);
  }

  forget(key: string): void {
    this.#buckets.delete(key);
  }

  #refilled(key: string): Bucket {
    const { burst, perMinute } = this.#rule;
    const now = this.#now();
    const bucket = this.#buckets.get(key) ?? { tokens: burst, at: now };
    // A clock that jumps back must not freeze the bucket.
    const minutes = Math.max(0, now - bucket.at) / 60_000;
    bucket.tokens = Math.min(burst, bucket.tokens + minutes * perMinute);
    bucket.at = now;
    this.#buckets.delete(key);
    this.#buckets.set(key, bucket);
    evictOldest(this.#buckets, this.#maxKeys);
    return bucket;
  }
}
