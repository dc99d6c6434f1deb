/** How long to wait before something that failed is tried again: twice as long each time, up to a limit. */
import { setTimeout as sleep } from 'node:timers/promises';

export type BackOffRule = { firstMs: number; mostMs: number };

/**
 * The wait behind so many failures in a row. A part of it is left to chance, so that those who failed together do not
 * try again together.
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

  /** It works: the next failure is a first one. */
  reset(): void {
    this.#failures = 0;
  }

  /** Of one more failure. */
  next(): number {
    return waitAfter(++this.#failures, this.#rule);
  }

  /** The same, waited for; a signal ends it at once. */
  async wait(signal?: AbortSignal): Promise<void> {
    await sleep(this.next(), undefined, { signal }).catch(() => {});
  }
}
