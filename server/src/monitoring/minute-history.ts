/** The last hour by minute: payloads received and stored, and the longest lag. */
import type { System } from '@parley/contract';
import type { Counters } from './throughput.ts';

type Minute = { at: number; received: number; stored: number; lagMs: number };

const MINUTE_MS = 60_000;
const MINUTES = 60;

export class MinuteHistory {
  readonly #counters: () => Counters;
  readonly #lagMs: () => number;
  readonly #clock: () => number;
  #before: Counters;
  #minutes: Minute[] = [];

  constructor(counters: () => Counters, lagMs: () => number, clock = Date.now) {
    this.#counters = counters;
    this.#lagMs = lagMs;
    this.#clock = clock;
    this.#before = this.#count();
  }

  sample(): void {
    const now = this.#count();
    const minute = this.#current();
    minute.received += now.received - this.#before.received;
    minute.stored += now.stored - this.#before.stored;
    minute.lagMs = Math.max(minute.lagMs, this.#lagMs());
    this.#before = now;
  }

  /** The oldest minute first; the last one is still running. */
  read(): System['lastHour'] {
    this.sample();
    return this.#minutes.map(({ at, received, stored, lagMs }) => ({
      at: new Date(at).toISOString(),
      received,
      stored,
      lagSeconds: lagMs / 1000,
    }));
  }

  #current(): Minute {
    const at = Math.floor(this.#clock() / MINUTE_MS) * MINUTE_MS;
    const last = this.#minutes.at(-1);
    // A clock that was set back continues the current minute.
    if (last && last.at >= at) return last;
    const minute = { at, received: 0, stored: 0, lagMs: 0 };
    this.#minutes = [...this.#minutes, minute].slice(-MINUTES);
    return minute;
  }

  #count(): Counters {
    const { received, stored } = this.#counters();
    return { received, stored };
  }
}
