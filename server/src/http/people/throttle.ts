import { evictOldest } from '../../base/evict-oldest.ts';
import { TokenBucket } from '../../base/token-bucket.ts';

export type ThrottleRule = {
  /** Attempts allowed at once. */
  burst: number;
  /** Attempts regained per minute. */
  perMinute: number;
};

/** About 2 MB; the least recently used key is evicted first. */
const MAX_KEYS = 20_000;

/** Limits attempts per key by one rule. Memory is bounded. */
export class Throttle {
  readonly #burst: number;
  readonly #perSecond: number;
  readonly #maxKeys: number;
  readonly #now: () => number;
  readonly #buckets = new Map<string, TokenBucket>();

  constructor({ burst, perMinute }: ThrottleRule, { maxKeys = MAX_KEYS, now = Date.now } = {}) {
    this.#burst = burst;
    this.#perSecond = perMinute / 60;
    this.#maxKeys = maxKeys;
    this.#now = now;
  }

  get size(): number {
    return this.#buckets.size;
  }

  /** Counts an attempt. Returns the seconds until it may be made; 0 if it may now. */
  take(key: string): number {
    const wait = this.wait(key);
    if (wait === 0) this.#use(key).take();
    return wait;
  }

  /** Seconds until an attempt may be made, without counting one. */
  wait(key: string): number {
    if (!this.#buckets.has(key)) return 0;
    const ms = this.#use(key).wait(this.#burst, this.#perSecond, this.#now());
    return Math.ceil(ms / 1000);
  }

  /** Uncounts an attempt that succeeded. */
  giveBack(key: string): void {
    // A full bucket is the same as none.
    if (this.#use(key).giveBack(this.#burst)) this.#buckets.delete(key);
  }

  forget(key: string): void {
    this.#buckets.delete(key);
  }

  /** The bucket of a key, made the most recently used one. */
  #use(key: string): TokenBucket {
    const bucket = this.#buckets.get(key) ?? new TokenBucket(this.#burst, this.#now());
    this.#buckets.delete(key);
    this.#buckets.set(key, bucket);
    evictOldest(this.#buckets, this.#maxKeys);
    return bucket;
  }
}
