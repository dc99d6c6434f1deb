/** Up to when everything that was received has been stored, on all nodes. */

export type WatermarkSources<Position> = {
  /** The end of this node's journal, and whether the drain has passed a position of it. */
  end: () => Position;
  hasDrained: (position: Position) => boolean;
  /** Whether all other nodes have stored what they had received so many milliseconds ago. */
  othersHaveDrained: (agoMs: number) => Promise<boolean>;
  now: () => number;
};

/**
 * A mark is set at the end of the journal, with the time. When the drain has passed it here, and every other node has
 * stored what it had by then, everything received up to that time is in the store, and the next mark is set.
 */
export class Watermark<Position> {
  readonly #sources: WatermarkSources<Position>;
  #mark: { end: Position; at: number };
  #passed = 0;

  constructor(sources: WatermarkSources<Position>) {
    this.#sources = sources;
    this.#mark = { end: sources.end(), at: sources.now() };
  }

  /** 0 until a first mark has been passed. */
  async look(): Promise<number> {
    const { end, hasDrained, othersHaveDrained, now } = this.#sources;
    if (!hasDrained(this.#mark.end)) return this.#passed;
    if (!(await othersHaveDrained(Math.max(0, now() - this.#mark.at)))) return this.#passed;
    this.#passed = this.#mark.at;
    this.#mark = { end: end(), at: now() };
    return this.#passed;
  }
}
