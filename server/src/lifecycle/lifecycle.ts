/** What a running server consists of: started in order, stopped in reverse. */
import type { JobName } from '@parley/contract';
import { BackOff } from '../base/back-off.ts';
import type { JobReports } from '../monitoring/jobs.ts';

type Stop = () => unknown;

/** One that fails is tried again at this many times its interval at the latest, or after this time. */
const SLOWEST = 5;
const SLOWEST_MS = 10_000;

export class Lifecycle {
  readonly #jobs: JobReports;
  readonly #graceMs: number;
  readonly #stops: Stop[] = [];
  #stopped: Promise<void> | undefined;
  #deadline = Number.POSITIVE_INFINITY;

  constructor({ jobs, graceMs }: { jobs: JobReports; graceMs: number }) {
    this.#jobs = jobs;
    this.#graceMs = graceMs;
  }

  /** Something that was started, and how it is stopped. */
  add<T>(part: T, stop: (part: T) => unknown): T {
    this.#stops.push(() => stop(part));
    return part;
  }

  /**
   * Something to be done again and again, and never twice at a time; less often while it fails. `now`: for the first
   * time at once, with nobody waiting for it.
   */
  every(milliseconds: number, job: JobName, work: () => unknown, { now = false } = {}): void {
    let running: Promise<unknown> | undefined;
    let notBefore = 0;
    const backOff = new BackOff({
      firstMs: milliseconds,
      mostMs: Math.max(SLOWEST * milliseconds, SLOWEST_MS),
    });
    const run = async () => {
      try {
        await work();
        backOff.reset();
        this.#jobs.worked(job);
      } catch (error) {
        notBefore = performance.now() + backOff.next();
        this.#jobs.failed(job, error);
      }
    };
    const start = () => {
      // Not in `run`: work that fails at once would be over before it is known to run.
      running ??= run().finally(() => {
        running = undefined;
      });
    };
    const timer = setInterval(() => {
      if (performance.now() >= notBefore) start();
    }, milliseconds);
    if (now) start();
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
