/**
 * The deadline of a query: eight seconds over all of its retries. While the store answers other queries of
 * the page, the deadline is extended: ten queries to a busy store are answered one after the other.
 */
const PATIENCE_MS = 8000;

export type Wait = {
  /** Aborted when the caller is gone or the deadline has passed. */
  signal: AbortSignal;
  isUp: () => boolean;
  /** Begins the deadline anew, when a part of the response has come. */
  heard: () => void;
  /** Ends the deadline when the response begins: a long body may be read to its end. */
  begun: () => void;
  end: () => void;
};

export class RequestDeadline {
  readonly #clock: () => number;
  /** When each query started, by its signal, which is the same for all retries. */
  readonly #asked = new WeakMap<AbortSignal, number>();
  /** When the store last answered any query. */
  #answeredAt = Number.NEGATIVE_INFINITY;

  constructor(clock = () => performance.now()) {
    this.#clock = clock;
  }

  /** `ofStore`: whether the answer comes from the store, so that the store works. */
  begin(signal: AbortSignal, ofStore: boolean): Wait {
    const since = this.#asked.get(signal) ?? this.#clock();
    this.#asked.set(signal, since);
    const limit = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      const from = ofStore ? Math.max(since, this.#answeredAt) : since;
      const left = from + PATIENCE_MS - this.#clock();
      if (left > 0) timer = setTimeout(look, left);
      else limit.abort();
    };
    look();
    const heard = () => {
      if (ofStore) this.#answeredAt = this.#clock();
    };
    return {
      signal: AbortSignal.any([signal, limit.signal]),
      isUp: () => limit.signal.aborted && !signal.aborted,
      heard,
      begun: () => {
        clearTimeout(timer);
        // The next page of a list is another query with the same signal.
        this.#asked.delete(signal);
        heard();
      },
      end: () => clearTimeout(timer),
    };
  }
}
