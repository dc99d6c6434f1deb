/** What a running server consists of: started in order, stopped in reverse. */
import type { Logger } from 'pino';

type Stop = () => unknown;

export class Parts {
  readonly #log: Logger;
  readonly #graceMs: number;
  readonly #stops: Stop[] = [];
  #stopped: Promise<void> | undefined;
  #deadline = Number.POSITIVE_INFINITY;

  constructor({ log, graceMs }: { log: Logger; graceMs: number }) {
    this.#log = log;
    this.#graceMs = graceMs;
  }

  /** Something that was started, and how it is stopped. */
  add<T>(part: T, stop: (part: T) => unknown): T {
    this.#stops.push(() => stop(part));
    return part;
  }

  /**
   * Something to be done again and again, and never twice at a time. `failing` is logged when it begins to
   * fail, or fails in another way. `now`: for the first time at once, with nobody waiting for it.
   */
  every(milliseconds: number, failing: string, work: () => unknown, { now = false } = {}): void {
    let running: Promise<void> | undefined;
    let last = '';
    const run = async () => {
      try {
        await work();
        last = '';
      } catch (error) {
        if (String(error) !== last) this.#log.error({ err: error }, failing);
        last = String(error);
      } finally {
        running = undefined;
      }
    };
    const timer = setInterval(() => {
      running ??= run();
    }, milliseconds);
    if (now) running = run();
    this.#stops.push(() => {
      clearInterval(timer);
      return running;
    });
  }

  get stopping(): boolean {
    return this.#stopped !== undefined;
  }

  /** While it stops: until when those who have something to finish may take their time. */
  get deadline(): number {
    return this.#deadline;
  }

  /** One that fails does not keep the others from being stopped. */
  stop(): Promise<void> {
    this.#deadline = Math.min(this.#deadline, Date.now() + this.#graceMs);
    this.#stopped ??= this.#stopAll();
    return this.#stopped;
  }

  async #stopAll(): Promise<void> {
    const failures: unknown[] = [];
    for (const stop of this.#stops.toReversed()) {
      try {
        await stop();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Not everything could be stopped in order.');
  }
}
