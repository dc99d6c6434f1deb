/** How many may do something at a time: in all, and of each application. */
export class Places {
  readonly #most: { inAll: number; perApp: number };
  readonly #taken = new Map<string, number>();
  #inAll = 0;

  constructor(most: { inAll: number; perApp: number }) {
    this.#most = most;
  }

  /** Takes a place and gives back how to leave it; undefined when none is left. */
  take(apps: readonly string[]): (() => void) | undefined {
    if (this.#inAll >= this.#most.inAll) return undefined;
    if (apps.some((app) => (this.#taken.get(app) ?? 0) >= this.#most.perApp)) return undefined;
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
