/**
 * The state of this server, from what the process knows without asking anyone. `/ready`, `/metrics`, `/v1/status`,
 * `/v1/system` and the heartbeat that other nodes see all read it here.
 */
import type { FailingJob, Status, StoreHealth, System } from '@parley/contract';
import { VERSION } from '../base/version.ts';
import type { Damaged } from '../cluster/ledger.ts';
import type { Heartbeat, KnownNode } from '../cluster/nodes.ts';
import type { Journal } from '../journal/journal.ts';
import { describeLayout, type Layout } from '../store/layout/layout.ts';
import type { Jobs } from './jobs.ts';
import type { Metrics } from './metrics.ts';
import { MinuteHistory } from './minute-history.ts';
import { STALLED_MS, seconds, storeHealth } from './store-health.ts';
import type { StoreHeartbeat } from './store-heartbeat.ts';
import { Throughput } from './throughput.ts';

/** What the ingest pipeline knows of itself. */
export type PipelineStatus = {
  journal: Pick<Journal, 'unavailable' | 'waitingBytes' | 'knowsFreeBytes' | 'freeBytes'>;
  pending: { size: number };
  metrics: Metrics;
  /** Age of the oldest frame that waits, in milliseconds. */
  lagMs: () => number;
  /** Null until the store has answered once. */
  layout: () => Layout | null;
  /** Why nothing is written to the store until an operator intervenes; null while it is. */
  storeRefused: () => string | null;
  /** How far texts of earlier versions are sorted by who said them; null when all are. */
  sorting: () => System['store']['sorting'];
  /** Why the store's tables are not up to date; undefined when they are, or will be shortly. */
  notPrepared: () => string | undefined;
};

type Options = {
  node: string;
  pipeline: PipelineStatus;
  jobs: Pick<Jobs, 'failing'>;
  heartbeat: Pick<StoreHeartbeat, 'hasAnswered' | 'silentMs'>;
  store: Pick<System['store'], 'kind' | 'restarts'>;
  metadata: System['metadata'];
  isStopping: () => boolean;
};

/** `System` without what has to be looked up. */
export type SystemSnapshot = Omit<
  System,
  'version' | 'priceList' | 'unavailable' | 'store' | 'journal' | 'nodes' | 'backup'
> & {
  store: Omit<System['store'], 'size'>;
  journal: Omit<System['journal'], keyof Damaged>;
};

export class ServerStatus {
  readonly #options: Options;
  readonly #startedAt = Date.now();
  readonly #throughput: Throughput;
  readonly #history: MinuteHistory;

  constructor(options: Options) {
    this.#options = options;
    const { metrics, lagMs } = options.pipeline;
    this.#throughput = new Throughput(() => metrics);
    this.#history = new MinuteHistory(() => metrics, lagMs);
  }

  /** Reads the counters; to be called every second. */
  sample(): void {
    this.#throughput.sample();
    this.#history.sample();
  }

  /** Why payloads are refused; undefined while they are accepted. */
  notAccepting(): string | undefined {
    const { isStopping, pipeline } = this.#options;
    return isStopping() ? 'it is about to stop' : pipeline.journal.unavailable;
  }

  /** Why payloads are refused or not stored; undefined while all is well. */
  notReady(): string | undefined {
    const { pipeline } = this.#options;
    const reason = this.notAccepting();
    if (reason !== undefined) return reason;
    const refused = pipeline.storeRefused();
    if (refused !== null) return refused.replace(/\.$/, '');
    const lag = pipeline.lagMs();
    return (
      pipeline.notPrepared() ?? (lag > STALLED_MS ? `the drain has not moved for ${seconds(lag)}` : undefined)
    );
  }

  failingJobs(): FailingJob[] {
    return this.#options.jobs.failing();
  }

  storeHealth(): StoreHealth {
    const { heartbeat, pipeline } = this.#options;
    return storeHealth({
      hasAnswered: heartbeat.hasAnswered,
      silentMs: heartbeat.silentMs,
      isPrepared: pipeline.layout() !== null,
      refused: pipeline.storeRefused(),
      lagMs: pipeline.lagMs(),
    });
  }

  /** What this node tells the others. */
  nodeHeartbeat(): Heartbeat {
    const { node, pipeline } = this.#options;
    return {
      name: node,
      version: VERSION,
      startedAt: this.#startedAt,
      waiting: pipeline.pending.size,
      lagMs: pipeline.lagMs(),
    };
  }

  /** This node as the others see it. */
  node(): KnownNode {
    return { ...this.nodeHeartbeat(), seenAt: Date.now(), isUp: true };
  }

  /** For everyone who signs in. */
  summary(): Status {
    return {
      store: this.storeHealth(),
      journal: { ...this.#waiting(), refusing: this.notAccepting() ?? null },
    };
  }

  /** For operators. */
  system(): SystemSnapshot {
    const { node, pipeline, store, metadata } = this.#options;
    const { journal } = pipeline;
    const layout = pipeline.layout();
    return {
      startedAt: new Date(this.#startedAt).toISOString(),
      node,
      store: {
        ...this.storeHealth(),
        ...store,
        layout: layout && describeLayout(layout),
        sorting: pipeline.sorting(),
      },
      metadata,
      journal: { bytes: journal.waitingBytes, ...this.#waiting() },
      throughput: this.#throughput.now(),
      lastHour: this.#history.read(),
      jobs: this.failingJobs(),
      disk: { freeBytes: journal.knowsFreeBytes ? Math.max(0, journal.freeBytes) : null },
      memoryBytes: process.memoryUsage.rss(),
    };
  }

  #waiting(): { waiting: number; oldestSeconds: number } {
    const { pending, lagMs } = this.#options.pipeline;
    return { waiting: pending.size, oldestSeconds: lagMs() / 1000 };
  }
}
