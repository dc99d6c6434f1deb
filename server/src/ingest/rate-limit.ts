/** A token bucket per application: `perSecond` on average, with bursts of up to one second's worth. */
type Bucket = { tokens: number; at: number };

export class RateLimiter {
  readonly #buckets = new Map<string, Bucket>();

  /**
   * Milliseconds to wait before the next payload is welcome; 0 when this one is. Several at once are, when there is
   * room for one of them: whoever comes next waits for all.
   */
  take(appId: string, perSecond: number, now: number, count = 1): number {
    const size = Math.max(1, perSecond);
    const bucket = this.#buckets.get(appId) ?? { tokens: size, at: now };
    // A clock that jumps back must not freeze the bucket, nor fill it.
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
