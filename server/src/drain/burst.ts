/**
 * Whether payloads come faster than they can be acknowledged: the thread that does it is full, and with
 * payloads, not with somebody's export.
 */
import { performance } from 'node:perf_hooks';

export type BurstOptions = {
  /** Payloads so far. */
  received: () => number;
  /** The share of its time that the thread was busy since this was asked last. */
  utilization?: () => number;
  clock?: () => number;
};

/** A burst begins above the first and ends below the second. */
const FULL = 0.9;
const SPARE = 0.75;
/** With fewer, a machine that is short of processors had better store what it has. */
const PAYLOADS_PER_SECOND = 1500;

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

  /** Looks at the time since the last look. */
  look(): boolean {
    const now = { at: this.#clock(), received: this.#received() };
    const perSecond = (1000 * (now.received - this.#last.received)) / Math.max(1, now.at - this.#last.at);
    this.#last = now;
    const full = this.#utilization() > (this.#inBurst ? SPARE : FULL);
    this.#inBurst = full && perSecond > PAYLOADS_PER_SECOND;
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
