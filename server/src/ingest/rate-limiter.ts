import { TokenBucket } from '../base/token-bucket.ts';

/** Limits payloads per application: `perSecond` on average, with bursts of up to one second's worth. */
export class RateLimiter {
  readonly #buckets = new Map<string, TokenBucket>();

  /**
   * Milliseconds until the next payload is accepted; 0 if this one is. A request with several payloads is
   * accepted as soon as there is a token for one of them; the next request then waits for all.
   */
  take(appId: string, perSecond: number, now: number, count = 1): number {
    const burst = Math.max(1, perSecond);
    let bucket = this.#buckets.get(appId);
    if (!bucket) {
      bucket = new TokenBucket(burst, now);
      this.#buckets.set(appId, bucket);
    }
    const wait = bucket.wait(burst, perSecond, now);
    if (wait === 0) bucket.take(count);
    return Math.ceil(wait);
  }
}
