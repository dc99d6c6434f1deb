/**
 * A cached value that is refreshed on read: `get` waits up to a timeout for a fresh value, then returns the
 * last one.
 */
export type Known<T> = {
  /** Null until the first refresh has succeeded. */
  value: T | null;
  /** Whether this very call refreshed it. */
  isFresh: boolean;
};

export class StaleCache<T> {
  readonly #ask: () => Promise<T>;
  #value: T | null = null;
  /** The refresh in flight, shared by all callers. */
  #asking: Promise<boolean> | undefined;

  constructor(ask: () => Promise<T>) {
    this.#ask = ask;
  }

  /** `patienceMs`: how long to wait for a refresh; 0 does not start one. */
  async get(patienceMs: number): Promise<Known<T>> {
    const isFresh = patienceMs > 0 && (await within(patienceMs, this.#askOnce()));
    return { value: this.#value, isFresh };
  }

  #askOnce(): Promise<boolean> {
    this.#asking ??= this.#ask()
      .then(
        (value) => {
          this.#value = value;
          return true;
        },
        () => false,
      )
      .finally(() => {
        this.#asking = undefined;
      });
    return this.#asking;
  }
}

async function within(milliseconds: number, answer: Promise<boolean>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), milliseconds);
  try {
    return await Promise.race([answer, promise]);
  } finally {
    clearTimeout(timer);
  }
}
