/**
 * How many may do something at a time: in all, of each account where that counts, and of each application. Whoever has
 * some already takes another one only while more than that are left, so that a few applications never have all of them.
 */
export class ConcurrencyLimit {
  readonly #most: { inAll: number; perAccount?: number; perApp: number };
  readonly #apps = new Map<string, number>();
  readonly #accounts = new Map<string, number>();
  #inAll = 0;

  constructor(most: { inAll: number; perAccount?: number; perApp: number }) {
    this.#most = most;
  }

  /** Takes a place and gives back how to leave it; undefined when none is left. */
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
    let isLeft = false;
    return () => {
      if (!isLeft) change(-1);
      isLeft = true;
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
