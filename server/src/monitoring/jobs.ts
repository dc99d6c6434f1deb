/** The background jobs that are failing: each job reports its failures and successes here. */
import { type FailingJob, JOBS, type JobName } from '@parley/contract';
import type { Logger } from 'pino';
import { maskedError } from '../base/mask.ts';

export type JobReports = {
  failed: (job: JobName, error: unknown) => void;
  worked: (job: JobName) => void;
  /** The job is no longer needed. */
  ended: (job: JobName) => void;
};

type Failing = { since: number; failures: number; lastError: string };

export class Jobs implements JobReports {
  readonly #log: Logger;
  readonly #now: () => number;
  /** The longest failing first. */
  readonly #failing = new Map<JobName, Failing>();

  constructor(log: Logger, now: () => number = Date.now) {
    this.#log = log;
    this.#now = now;
  }

  /** Logged when a job begins to fail, and when its error changes. */
  failed(job: JobName, error: unknown): void {
    const lastError = maskedError(error);
    const before = this.#failing.get(job);
    const failures = (before?.failures ?? 0) + 1;
    this.#failing.set(job, { since: before?.since ?? this.#now(), failures, lastError });
    if (before?.lastError === lastError) return;
    const cause = error instanceof Error ? { err: error } : { reason: String(error) };
    this.#log.warn({ job, failures, ...cause }, `${JOBS[job]} failed; retrying`);
  }

  worked(job: JobName): void {
    const before = this.#failing.get(job);
    if (!before) return;
    this.#failing.delete(job);
    const seconds = Math.round((this.#now() - before.since) / 1000);
    this.#log.info({ job, failures: before.failures, seconds }, `${JOBS[job]} works again`);
  }

  ended(job: JobName): void {
    this.#failing.delete(job);
  }

  /** The last error of a failing job; null if it works. */
  errorOf(job: JobName): string | null {
    return this.#failing.get(job)?.lastError ?? null;
  }

  failing(): FailingJob[] {
    return [...this.#failing].map(([name, { since, failures, lastError }]) => ({
      name,
      title: JOBS[name],
      since: new Date(since).toISOString(),
      failures,
      lastError,
    }));
  }
}
