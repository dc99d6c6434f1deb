/**
 * How long a page waits for an answer before it says so: eight seconds, however often a question is tried meanwhile. A
 * page that asks ten questions of a busy store waits on for as long as it answers them one after the other.
 */
const PATIENCE_MS = 8000;

export type Wait = {
  /** Aborted when nobody waits any more, or the time is up. */
  signal: AbortSignal;
  isUp: () => boolean;
  /** The answer has begun: however long it is, it may be read to its end. */
  begun: () => void;
  end: () => void;
};

export class RequestDeadline {
  readonly #clock: () => number;
  /** When each question was first asked: the signal is the same for all tries. */
  readonly #asked = new WeakMap<AbortSignal, number>();
  /** When the store last answered anything. */
  #answeredAt = Number.NEGATIVE_INFINITY;

  constructor(clock = () => performance.now()) {
    this.#clock = clock;
  }

  /** `ofStore`: whether the answer comes from there, and says that it works. */
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
    return {
      signal: AbortSignal.any([signal, limit.signal]),
      isUp: () => limit.signal.aborted && !signal.aborted,
      begun: () => {
        clearTimeout(timer);
        // Of a list, the next page is another question.
        this.#asked.delete(signal);
        if (ofStore) this.#answeredAt = this.#clock();
      },
      end: () => clearTimeout(timer),
    };
  }
}
