/**
 * How many may do something at a time: in all, and of each application. Whoever has some already takes another one only
 * while more than that are left, so that a few applications never have all of them.
 */
export class Places {
  readonly #most: { inAll: number; perApp: number };
  readonly #taken = new Map<string, number>();
  #inAll = 0;

  constructor(most: { inAll: number; perApp: number }) {
    this.#most = most;
  }

  /** Takes a place and gives back how to leave it; undefined when none is left. */
  take(apps: readonly string[]): (() => void) | undefined {
    const most = Math.min(this.#most.perApp, this.#most.inAll - this.#inAll);
    if (apps.some((app) => (this.#taken.get(app) ?? 0) >= most)) return undefined;
    this.#change(apps, 1);
    let left = false;
    return () => {
      if (!left) this.#change(apps, -1);
      left = true;
    };
  }

  #change(apps: readonly string[], by: 1 | -1): void {
    this.#inAll += by;
    for (const app of new Set(apps)) {
      const taken = (this.#taken.get(app) ?? 0) + by;
      if (taken === 0) this.#taken.delete(app);
      else this.#taken.set(app, taken);
    }
  }
}
