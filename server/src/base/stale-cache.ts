/** Something that may take long to ask for: whoever wants it waits for a moment, and then gets what was known before. */
export type Known<T> = {
  /** Null until it was answered once. */
  value: T | null;
  /** Whether it is of now. */
  isFresh: boolean;
};

export class StaleCache<T> {
  readonly #ask: () => Promise<T>;
  #value: T | null = null;
  /** One at a time, however many wait for it. */
  #asking: Promise<boolean> | undefined;

  constructor(ask: () => Promise<T>) {
    this.#ask = ask;
  }

  /** `patienceMs`: 0 for who does not want it asked. */
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
