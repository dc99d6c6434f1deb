/** Exponential back-off: each retry waits twice as long as the last, up to a limit. */
import { setTimeout as sleep } from 'node:timers/promises';

export type BackOffRule = { firstMs: number; mostMs: number };

/**
 * The wait after a number of consecutive failures, with jitter so that clients that failed together do not
 * retry together.
 */
export function waitAfter(failures: number, { firstMs, mostMs }: BackOffRule, random = Math.random): number {
  const whole = Math.min(firstMs * 2 ** Math.max(0, failures - 1), Math.max(firstMs, mostMs));
  return whole * (0.5 + random() / 2);
}

export class BackOff {
  readonly #rule: BackOffRule;
  #failures = 0;

  constructor(rule: BackOffRule) {
    this.#rule = rule;
  }

  /** Starts over after a success. */
  reset(): void {
    this.#failures = 0;
  }

  /** Counts one more failure and returns how long to wait. */
  next(): number {
    return waitAfter(++this.#failures, this.#rule);
  }

  /** Waits for `next()`; an aborted signal ends the wait immediately. */
  async wait(signal?: AbortSignal): Promise<void> {
    await sleep(this.next(), undefined, { signal }).catch(() => {});
  }
}
