/**
 * Decides when the next batch begins. An insert costs the engine about the same however few rows it has, so
 * few large ones are better than many small ones: batches take up to a share of the time, as long as waiting
 * payloads are stored soon enough.
 */
export type PaceRule = {
  /** The share of the time for batches at a steady low rate. */
  share: number;
  /** Maximum time from receipt to the store, for a payload that just missed a batch. */
  soonMs: number;
};

export class InsertPace {
  readonly #rule: PaceRule;
  readonly #clock: () => number;
  #began = Number.NEGATIVE_INFINITY;
  /** Recent duration of a batch. */
  #takes = 0;

  constructor(rule: PaceRule, clock = () => performance.now()) {
    this.#rule = rule;
    this.#clock = clock;
  }

  /** Milliseconds until the next batch; 0 after an idle period. */
  get wait(): number {
    const apart = Math.min(this.#takes / this.#rule.share, this.#rule.soonMs - this.#takes);
    return Math.max(0, this.#began + apart - this.#clock());
  }

  begin(): void {
    this.#began = this.#clock();
  }

  end(): void {
    const took = this.#clock() - this.#began;
    this.#takes = this.#takes === 0 ? took : (this.#takes + took) / 2;
  }
}
