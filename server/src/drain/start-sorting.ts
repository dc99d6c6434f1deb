/** Sorts the texts of earlier versions while the drain runs. Of several servers on one store, one at a time does it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { BackOff } from '../base/back-off.ts';
import { tryWithLease } from '../cluster/with-lease.ts';
import type { Tables } from '../metadata/tables.ts';
import type { SortingProgress, UnsortedRows } from '../store/rewrite/unsorted-rows.ts';
import { sortBatch } from './sort-texts.ts';

export type SortingOptions = {
  db: Kysely<Tables>;
  /** Identifies this server for the lease. */
  node: string;
  rows: Pick<UnsortedRows, 'progress' | 'pages' | 'sort' | 'sweep'>;
  /** How far it is; null once all texts are sorted. */
  onProgress: (progress: SortingProgress | null) => void;
  onFailure: (error: unknown) => void;
  onWorked: () => void;
};

export type Sorting = { stop: () => Promise<void> };

const LEASE = 'sorting';
/** Pauses are as long as the work between them: half of the time belongs to others. */
const MIN_PAUSE_MS = 1000;
/** While nodes are replaced one by one, those of an earlier version still store texts as it did. */
const LOOK_AGAIN_MS = 10 * 60_000;
const RETRY_DELAYS = { firstMs: 5000, mostMs: 5 * 60_000 };

export function startSorting(options: SortingOptions): Sorting {
  const { db, node, rows, onProgress } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const backOff = new BackOff(RETRY_DELAYS);
  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };

  async function run(): Promise<void> {
    while (!signal.aborted) {
      const started = performance.now();
      let pause: number;
      try {
        const isDone = await isSorted();
        if (!isDone) await tryWithLease(db, LEASE, node, sortNext, options.onFailure);
        options.onWorked();
        backOff.reset();
        pause = isDone ? LOOK_AGAIN_MS : Math.max(MIN_PAUSE_MS, performance.now() - started);
      } catch (error) {
        options.onFailure(error);
        pause = backOff.next();
      }
      await sleep(pause, undefined, { signal }).catch(() => {});
    }
  }

  async function isSorted(): Promise<boolean> {
    const progress = await rows.progress();
    const isDone = progress.done === progress.total;
    onProgress(isDone ? null : progress);
    return isDone;
  }

  async function sortNext(): Promise<void> {
    await rows.sweep();
    await sortBatch(rows, signal);
  }
}
