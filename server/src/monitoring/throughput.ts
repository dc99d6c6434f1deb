/** Payloads received and stored per second, from samples of the counters. */
export type Counters = { received: number; stored: number };
type Sample = Counters & { at: number };

const WINDOW_MS = 10_000;

export class Throughput {
  readonly #counters: () => Counters;
  readonly #clock: () => number;
  /** The oldest sample first; the first one is the last from before the window, if there is one. */
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
    // A server that has just started is measured over its uptime, at least one second.
    const seconds = Math.max(1000, last.at - first.at) / 1000;
    return {
      receivedPerSecond: (last.received - first.received) / seconds,
      storedPerSecond: (last.stored - first.stored) / seconds,
    };
  }
}
