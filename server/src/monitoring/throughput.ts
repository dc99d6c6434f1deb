/** How much comes in and is stored at the moment: the counters, looked at now and then. */
export type Counters = { received: number; stored: number };
type Sample = Counters & { at: number };

const WINDOW_MS = 10_000;

export class Throughput {
  readonly #counters: () => Counters;
  readonly #clock: () => number;
  /** The oldest first; the first is the last one from before the window, where there is one. */
  #samples: Sample[] = [];

  constructor(counters: () => Counters, clock = () => performance.now()) {
    this.#counters = counters;
    this.#clock = clock;
    this.sample();
  }

  sample(): Sample {
    const { received, stored } = this.#counters();
    const sample = { at: this.#clock(), received, stored };
    const inside = this.#samples.findIndex(({ at }) => at > sample.at - WINDOW_MS);
    this.#samples = [...this.#samples.slice(inside < 0 ? -1 : Math.max(0, inside - 1)), sample];
    return sample;
  }

  now(): { receivedPerSecond: number; storedPerSecond: number } {
    const last = this.sample();
    const [first = last] = this.#samples;
    // A server that has just started is measured over what it has lived, and at least a second.
    const seconds = Math.max(1000, last.at - first.at) / 1000;
    return {
      receivedPerSecond: (last.received - first.received) / seconds,
      storedPerSecond: (last.stored - first.stored) / seconds,
    };
  }
}
