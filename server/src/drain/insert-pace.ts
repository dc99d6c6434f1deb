/**
 * When the next batch begins. An insert costs the engine about the same however few its rows are, so few
 * large ones are better than many small ones: a batch may take a share of the time, and no more, as long
 * as what waits for the next one is stored soon enough.
 */
export type PaceRule = {
  /** Of the time, for batches at a steady trickle. */
  share: number;
  /** From receipt to the store, for what just missed a batch. */
  soonMs: number;
};

export class InsertPace {
  readonly #rule: PaceRule;
  readonly #clock: () => number;
  #began = Number.NEGATIVE_INFINITY;
  /** How long batches take lately. */
  #takes = 0;

  constructor(rule: PaceRule, clock = () => performance.now()) {
    this.#rule = rule;
    this.#clock = clock;
  }

  /** Milliseconds until the next batch; none after a while in which there was none. */
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
