/** Batches lookups by key: keys that are requested within a moment go out in one request. */
type Waiting<V> = { resolve: (value: V | undefined) => void; reject: (error: unknown) => void };

/** Batching window; a page renders its rows within it. */
const MOMENT_MS = 20;
/** Maximum number of keys that the server accepts in a request. */
const MAX_KEYS = 100;
/** Maximum length of the keys in the query string; servers read 16 KB of request line and headers. */
const MAX_LENGTH = 6000;

export class BatchLookups<V> {
  readonly #ask: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>;
  #waiting = new Map<string, Waiting<V>[]>();

  constructor(ask: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>) {
    this.#ask = ask;
  }

  /** Resolves with undefined for a key that the answer does not contain. */
  get(key: string): Promise<V | undefined> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.size === 0) setTimeout(() => this.#send(), MOMENT_MS);
      this.#waiting.set(key, [...(this.#waiting.get(key) ?? []), { resolve, reject }]);
    });
  }

  #send(): void {
    const waiting = this.#waiting;
    this.#waiting = new Map();
    for (const keys of batchesOf([...waiting.keys()])) {
      const each = (tell: (one: Waiting<V>, key: string) => void) => {
        for (const key of keys) for (const one of waiting.get(key) ?? []) tell(one, key);
      };
      this.#ask(keys).then(
        (answer) => each((one, key) => one.resolve(answer.get(key))),
        (error: unknown) => each((one) => one.reject(error)),
      );
    }
  }
}

/** Splits the keys into as few requests as their limits allow. */
export function batchesOf(keys: readonly string[]): string[][] {
  const batches: string[][] = [];
  let length = 0;
  for (const key of keys) {
    const added = encodeURIComponent(key).length;
    const last = batches.at(-1);
    if (last && last.length < MAX_KEYS && length + added <= MAX_LENGTH) last.push(key);
    else {
      batches.push([key]);
      length = 0;
    }
    length += added;
  }
  return batches;
}
