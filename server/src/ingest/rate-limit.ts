/** A token bucket per application: `perSecond` on average, and bursts of up to one second's worth. */
type Bucket = { tokens: number; at: number };

export class RateLimiter {
  readonly #buckets = new Map<string, Bucket>();

  /**
   * 0 if the payload is accepted, else the milliseconds until the next one is. A request of several payloads
   * is accepted when there is a token for one, and later requests wait for all of them.
   */
  take(appId: string, perSecond: number, now: number, count = 1): number {
    const size = Math.max(1, perSecond);
    const bucket = this.#buckets.get(appId) ?? { tokens: size, at: now };
    // A clock that jumps back must neither freeze nor fill the bucket.
    const elapsed = Math.max(0, now - bucket.at);
    bucket.tokens = Math.min(size, bucket.tokens + (elapsed / 1000) * perSecond);
    bucket.at = now;
    this.#buckets.set(appId, bucket);
    if (bucket.tokens >= 1) {
      bucket.tokens -= count;
      return 0;
    }
    return Math.ceil(((1 - bucket.tokens) / perSecond) * 1000);
  }
}
