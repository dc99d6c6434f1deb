/** Sorts the texts of earlier versions while the drain runs. Of several servers on one store, one at a time does it. */
import type { Kysely } from 'kysely';
import { tryWithLease } from '../cluster/with-lease.ts';
import type { Tables } from '../metadata/tables.ts';
import type { SortingProgress, UnsortedRows } from '../store/rewrite/unsorted-rows.ts';
import { type Repeated, repeat } from './repeat.ts';
import { sortBatch } from './sort-texts.ts';

export type SortingOptions = {
  db: Kysely<Tables>;
  /** Identifies this server for the lease. */
  node: string;
  rows: Pick<UnsortedRows, 'progress' | 'hasAny' | 'pages' | 'sort' | 'sweep'>;
  /** How far it is; null once all texts are sorted. */
  onProgress: (progress: SortingProgress | null) => void;
  onFailure: (error: unknown) => void;
  onWorked: () => void;
};

const LEASE = 'sorting';
/** Pauses are as long as the work between them: half of the time belongs to others. */
const MIN_PAUSE_MS = 1000;
/** While nodes are replaced one by one, those of an earlier version still store texts as it did. */
const LOOK_AGAIN_MS = 10 * 60_000;
const RETRY_DELAYS = { firstMs: 5000, mostMs: 5 * 60_000 };

export function startSorting(options: SortingOptions): Repeated {
  const { db, node, rows, onProgress, onFailure } = options;
  return repeat({
    retry: RETRY_DELAYS,
    onFailure,
    async work(signal) {
      const started = performance.now();
      const isDone = await isSorted();
      if (!isDone) await tryWithLease(db, LEASE, node, () => sortNext(signal), onFailure);
      options.onWorked();
      return isDone ? LOOK_AGAIN_MS : Math.max(MIN_PAUSE_MS, performance.now() - started);
    },
  });

  async function isSorted(): Promise<boolean> {
    const isDone = !(await rows.hasAny());
    onProgress(isDone ? null : await rows.progress());
    return isDone;
  }

  async function sortNext(signal: AbortSignal): Promise<void> {
    await rows.sweep();
    await sortBatch(rows, signal);
  }
}
