/**
 * Burst detection: payloads arrive faster than they can be acknowledged. The acknowledging thread is busy,
 * and with payloads rather than with an export.
 */
import { performance } from 'node:perf_hooks';

export type BurstOptions = {
  /** The number of payloads so far. */
  received: () => number;
  /** The share of time that the thread was busy since the last call. */
  utilization?: () => number;
  clock?: () => number;
};

/** A burst begins above `FULL` and ends below `SPARE` utilisation. */
const FULL = 0.9;
const SPARE = 0.75;
/** At a lower rate, a machine short of processors had better store what it has. */
const MIN_PAYLOADS_PER_SECOND = 1500;

export class Burst {
  readonly #received: () => number;
  readonly #utilization: () => number;
  readonly #clock: () => number;
  #last: { at: number; received: number };
  #inBurst = false;

  constructor({ received, utilization = ownUtilization(), clock = () => performance.now() }: BurstOptions) {
    this.#received = received;
    this.#utilization = utilization;
    this.#clock = clock;
    this.#last = { at: clock(), received: received() };
  }

  /** Evaluates the time since the last call; returns whether there is a burst. */
  look(): boolean {
    const now = { at: this.#clock(), received: this.#received() };
    const perSecond = (1000 * (now.received - this.#last.received)) / Math.max(1, now.at - this.#last.at);
    this.#last = now;
    const full = this.#utilization() > (this.#inBurst ? SPARE : FULL);
    this.#inBurst = full && perSecond > MIN_PAYLOADS_PER_SECOND;
    return this.#inBurst;
  }
}

function ownUtilization(): () => number {
  let last = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization;
  };
}
