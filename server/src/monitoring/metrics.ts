/** The metrics at `/metrics`. Counters on the hot path are plain numbers, read when Prometheus scrapes. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { ErrorCode, FailingJob } from '@parley/contract';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { VERSION } from '../base/version.ts';

export type Gauges = {
  journalBytes: () => number;
  journalMax: () => number;
  journalAge: () => number;
  waiting: () => number;
  diskFree: () => number;
};

export class Metrics {
  received = 0;
  acknowledged = 0;
  duplicates = 0;
  stored = 0;
  damaged = 0;
  latePartsWaiting = 0;
  latePartsGivenUp = 0;
  /** Evaluations of monitors, and those whose question failed. */
  #judged = 0;
  #notJudged = 0;
  #judgedLagMs = 0;
  readonly #registry = new Registry();
  readonly #refused = new Map<ErrorCode, number>();
  readonly #insert: Histogram;
  readonly #sync: Histogram;
  readonly #judging: Histogram;

  constructor(gauges: Gauges) {
    const registers = [this.#registry];
    const delay = monitorEventLoopDelay({ resolution: 10 });
    delay.enable();
    this.#counter('parley_received_total', 'Payloads that reached /track', () => this.received);
    this.#counter('parley_acknowledged_total', 'Payloads answered with 200', () => this.acknowledged);
    this.#counter('parley_duplicates_total', 'Payloads that were recorded before', () => this.duplicates);
    this.#counter('parley_stored_total', 'Interactions inserted into the store', () => this.stored);
    this.#counter('parley_damaged_total', 'Frames of the journal that could not be read', () => this.damaged);
    this.#counter(
      'parley_late_parts_given_up_total',
      'Parts of model calls whose call was not sent in time',
      () => this.latePartsGivenUp,
    );
    this.#gauge(
      'parley_late_parts_waiting',
      'Parts of model calls that wait for their call',
      () => this.latePartsWaiting,
    );
    this.#counter('parley_monitor_evaluations_total', 'Monitors that were judged', () => this.#judged);
    this.#counter(
      'parley_monitor_failures_total',
      'Monitors that could not be judged because their question failed',
      () => this.#notJudged,
    );
    this.#gauge(
      'parley_monitor_lag_seconds',
      'How long after its time the last monitor was judged',
      () => this.#judgedLagMs / 1000,
    );
    this.#gauge('parley_journal_bytes', 'Bytes that wait for the store', gauges.journalBytes);
    this.#gauge('parley_journal_max_bytes', 'Bytes that may wait for the store', gauges.journalMax);
    this.#gauge('parley_disk_free_bytes', "Free bytes on the journal's disk", gauges.diskFree);
    this.#gauge('parley_journal_age_seconds', 'Age of the oldest frame that waits', gauges.journalAge);
    this.#gauge('parley_drain_lag_interactions', 'Frames that wait for the store', gauges.waiting);
    this.#gauge('parley_event_loop_lag_seconds', 'Delay of the event loop, p99 since the last look', () => {
      const seconds = delay.percentile(99) / 1e9;
      delay.reset();
      return Number.isFinite(seconds) ? seconds : 0;
    });
    this.#gauge('parley_resident_memory_bytes', 'Resident memory of the server process', () =>
      process.memoryUsage.rss(),
    );
    new Gauge({ name: 'parley_info', help: 'The version of Parley', labelNames: ['version'], registers }).set(
      { version: VERSION },
      1,
    );
    const refused = this.#refused;
    new Counter({
      name: 'parley_rejected_total',
      help: 'Payloads refused, by error code',
      labelNames: ['code'],
      registers,
      collect() {
        this.reset();
        for (const [code, count] of refused) this.inc({ code }, count);
      },
    });
    this.#insert = new Histogram({
      name: 'parley_insert_seconds',
      help: 'Time to bring one batch into the store',
      buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30],
      registers,
    });
    this.#judging = new Histogram({
      name: 'parley_monitor_seconds',
      help: 'Time to judge one monitor, with its questions to the store',
      buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30],
      registers,
    });
    this.#sync = new Histogram({
      name: 'parley_sync_seconds',
      help: 'Time of one fdatasync of the journal',
      buckets: [0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1],
      registers,
    });
  }

  /** Readiness is known only after HTTP has started. */
  showReadiness(isReady: () => boolean): void {
    this.#gauge('parley_ready', 'Whether payloads can be taken and stored: 1 or 0', () => Number(isReady()));
  }

  /** Jobs that work are not shown. */
  showJobs(failing: () => readonly FailingJob[]): void {
    const show = (name: string, help: string, read: (job: FailingJob) => number) =>
      new Gauge({
        name,
        help,
        labelNames: ['name'],
        registers: [this.#registry],
        collect() {
          this.reset();
          for (const job of failing()) this.set({ name: job.name }, read(job));
        },
      });
    show(
      'parley_job_failures',
      'Failures in a row of a background job; absent while it works',
      ({ failures }) => failures,
    );
    show(
      'parley_job_failing_seconds',
      'For how long a background job has failed; absent while it works',
      ({ since }) => (Date.now() - Date.parse(since)) / 1000,
    );
  }

  /** When the newest backup was finished; not shown while there is none. */
  showBackup(finishedAt: () => number | null): void {
    new Gauge({
      name: 'parley_backup_age_seconds',
      help: 'Seconds since the newest backup was finished; absent when there is none',
      registers: [this.#registry],
      collect() {
        this.remove();
        const at = finishedAt();
        if (at !== null) this.set((Date.now() - at) / 1000);
      },
    });
  }

  /** Messages through channels. What waits is the same on every node. */
  showDeliveries(read: {
    sent: () => number;
    failed: () => number;
    waiting: () => number;
    oldestSeconds: () => number;
  }): void {
    this.#counter('parley_deliveries_sent_total', 'Messages that arrived at their channel', read.sent);
    this.#counter(
      'parley_delivery_attempts_failed_total',
      'Attempts to deliver a message that failed',
      read.failed,
    );
    this.#gauge('parley_deliveries_waiting', 'Messages that wait for their next attempt', read.waiting);
    this.#gauge(
      'parley_deliveries_oldest_seconds',
      'Age of the oldest message that waits; 0 when none does',
      read.oldestSeconds,
    );
  }

  refused(code: ErrorCode): void {
    this.#refused.set(code, (this.#refused.get(code) ?? 0) + 1);
  }

  inserted(seconds: number, rows: number): void {
    this.stored += rows;
    this.#insert.observe(seconds);
  }

  /** A monitor was judged, or could not be. */
  judged({ failure, lagMs, seconds }: { failure: Error | null; lagMs: number; seconds: number }): void {
    if (failure) this.#notJudged += 1;
    else this.#judged += 1;
    this.#judgedLagMs = Math.max(0, lagMs);
    this.#judging.observe(seconds);
  }

  synced(seconds: number): void {
    this.#sync.observe(seconds);
  }

  text(): Promise<string> {
    return this.#registry.metrics();
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  #gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers: [this.#registry],
      collect() {
        this.set(read());
      },
    });
  }

  #counter(name: string, help: string, read: () => number): void {
    new Counter({
      name,
      help,
      registers: [this.#registry],
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  }
}
