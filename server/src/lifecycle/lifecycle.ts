/** The components of a running server: started in order, stopped in reverse. */
import type { JobName } from '@parley/contract';
import { BackOff } from '../base/back-off.ts';
import type { JobReports } from '../monitoring/jobs.ts';

type Stop = () => unknown;

/** A failing job is retried after at most this many intervals, or this time if that is longer. */
const MAX_RETRY_INTERVALS = 5;
const MAX_RETRY_MS = 10_000;

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

  /** Registers a started component and how to stop it. */
  add<T>(part: T, stop: (part: T) => unknown): T {
    this.#stops.push(() => stop(part));
    return part;
  }

  /**
   * Runs a job periodically, never twice at a time, and less often while it fails. `now` starts the first run
   * immediately, without waiting for it.
   */
  every(milliseconds: number, job: JobName, work: () => unknown, { now = false } = {}): void {
    let running: Promise<unknown> | undefined;
    let notBefore = 0;
    const backOff = new BackOff({
      firstMs: milliseconds,
      mostMs: Math.max(MAX_RETRY_INTERVALS * milliseconds, MAX_RETRY_MS),
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
      // Not in `run`: a job that fails synchronously would end before `running` is set.
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

  /** While stopping: the time by which components must have finished. */
  get deadline(): number {
    return this.#deadline;
  }

  /** A component that fails to stop does not keep the others from being stopped. */
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
