/**
 * A token bucket: starts full with `burst` tokens and refills at `perSecond`. Callers pass the rate with each
 * call, so that a changed limit applies at once.
 */
export class TokenBucket {
  #tokens: number;
  #refilledAt: number;

  constructor(burst: number, now: number) {
    this.#tokens = burst;
    this.#refilledAt = now;
  }

  /** Refills the bucket; returns the milliseconds until it holds a token, 0 if it does. Takes none. */
  wait(burst: number, perSecond: number, now: number): number {
    // A clock that jumps back must neither freeze the bucket nor fill it.
    const elapsed = Math.max(0, now - this.#refilledAt);
    this.#tokens = Math.min(burst, this.#tokens + (elapsed / 1000) * perSecond);
    this.#refilledAt = now;
    return this.#tokens >= 1 ? 0 : ((1 - this.#tokens) / perSecond) * 1000;
  }

  /** Takes `count` tokens, more than there are if need be: later callers then wait for all of them. */
  take(count = 1): void {
    this.#tokens -= count;
  }

  /** Returns one token. True if the bucket is full again, so that it can be dropped. */
  giveBack(burst: number): boolean {
    this.#tokens = Math.min(burst, this.#tokens + 1);
    return this.#tokens === burst;
  }
}
