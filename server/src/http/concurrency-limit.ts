/**
 * Limits concurrency: in total, per account if given, and per application. An application that already has
 * slots gets another only while more than that many are left, so that a few applications never take all of
 * them.
 */
export class ConcurrencyLimit {
  readonly #most: { inAll: number; perAccount?: number; perApp: number };
  readonly #apps = new Map<string, number>();
  readonly #accounts = new Map<string, number>();
  #inAll = 0;

  constructor(most: { inAll: number; perAccount?: number; perApp: number }) {
    this.#most = most;
  }

  /** Takes a slot and returns the function that releases it; undefined if there is none. */
  take(apps: readonly string[], accounts: readonly string[] = []): (() => void) | undefined {
    const { inAll, perApp, perAccount = inAll } = this.#most;
    const left = inAll - this.#inAll;
    const has = (taken: Map<string, number>, most: number) => (name: string) =>
      (taken.get(name) ?? 0) >= most;
    if (left <= 0 || apps.some(has(this.#apps, Math.min(perApp, left)))) return undefined;
    if (accounts.some(has(this.#accounts, perAccount))) return undefined;
    const change = (by: 1 | -1) => {
      this.#inAll += by;
      count(this.#apps, apps, by);
      count(this.#accounts, accounts, by);
    };
    change(1);
    let isReleased = false;
    return () => {
      if (!isReleased) change(-1);
      isReleased = true;
    };
  }
}

function count(taken: Map<string, number>, names: readonly string[], by: 1 | -1): void {
  for (const name of new Set(names)) {
    const now = (taken.get(name) ?? 0) + by;
    if (now === 0) taken.delete(name);
    else taken.set(name, now);
  }
}
