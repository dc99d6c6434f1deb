/** Starts the drain's thread and turns its messages into calls. */
import { Worker } from 'node:worker_threads';
import type { Position } from '../journal/segments.ts';
import type { JobReports } from '../monitoring/jobs.ts';
import type { Layout } from '../store/layout/layout.ts';
import type { SortingProgress } from '../store/rewrite/unsorted-rows.ts';
import type { Drained } from './drain.ts';
import type { LatePartCounts } from './start-joining.ts';
import type { DrainSettings, FromDrain, ToDrain } from './worker.ts';

export type DrainEvents = {
  onStoreReady: (layout: Layout) => void;
  onDrained: (drained: Drained) => void;
  jobs: JobReports;
  onMigrating: (step: number, steps: number) => void;
  onLateParts: (counts: LatePartCounts) => void;
  /** How far texts of earlier versions are sorted; null once all are. */
  onSorting: (progress: SortingProgress | null) => void;
  /** Called once if a newer version has migrated the store. */
  onStoreRefused: (message: string) => void;
  onDamaged: (position: Position, keptAs: string) => void;
  /** The thread ended although it was not stopped. */
  onDied: (error: unknown) => void;
};

export type RunningDrain = {
  advance: (to: Position) => void;
  giveWay: (inBurst: boolean) => void;
  stop: () => Promise<void>;
};

/**
 * Time for the current insert to finish on stop; one that hangs is like a crash, and the next start repeats
 * it.
 */
const STOP_TIMEOUT_MS = 5000;

export function startDrain(settings: DrainSettings, events: DrainEvents): RunningDrain {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: settings });
  const send = (message: ToDrain) => worker.postMessage(message);
  let stopping = false;
  let refused = '';
  let cause: unknown = 'it ended';
  const ended = new Promise<void>((resolve) => {
    worker.on('exit', () => {
      resolve();
      if (!stopping) events.onDied(cause);
    });
  });
  worker.on('error', (error) => {
    cause = error;
  });
  worker.on('message', (message: FromDrain) => {
    if (message.kind === 'drained') events.onDrained(message.drained);
    else if (message.kind === 'store-ready') events.onStoreReady(message.layout);
    else if (message.kind === 'failed') events.jobs.failed(message.job, message.message);
    else if (message.kind === 'worked') events.jobs.worked(message.job);
    else if (message.kind === 'migrating') events.onMigrating(message.step, message.steps);
    else if (message.kind === 'late-parts') events.onLateParts(message.counts);
    else if (message.kind === 'sorting') events.onSorting(message.progress);
    else if (message.kind === 'store-refused') {
      if (message.message === refused) return;
      refused = message.message;
      events.onStoreRefused(message.message);
    }
    // Checked by kind: under `node --watch`, Node sends messages of its own.
    else if (message.kind === 'damaged') events.onDamaged(message.position, message.keptAs);
  });
  return {
    advance: (to) => send({ kind: 'advance', to }),
    giveWay: (inBurst) => send({ kind: 'give-way', inBurst }),
    async stop() {
      stopping = true;
      send({ kind: 'stop' });
      const timeout = setTimeout(() => void worker.terminate(), STOP_TIMEOUT_MS);
      await ended;
      clearTimeout(timeout);
    },
  };
}
