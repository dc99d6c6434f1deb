/** Joins late parts while the drain runs. Of several servers on one store, one at a time does it. */
import { countLateParts, dropLateParts, hasDueParts, hasFailedParts } from '../cluster/late-parts.ts';
import { tryWithLease } from '../cluster/with-lease.ts';
import type { ReplacedRows } from '../store/rewrite/replaced-rows.ts';
import { type JoinOptions, joinLateParts } from './join-late-parts.ts';
import { type Repeated, repeat } from './repeat.ts';

export type JoiningOptions = JoinOptions & {
  rows: Pick<ReplacedRows, 'sweep'>;
  /** Identifies this server for the lease. */
  node: string;
  onFailure: (error: unknown) => void;
  /** Called when no failed parts are left. */
  onWorked: () => void;
  /** How many parts wait, and how many more were dropped because their call never arrived. */
  onCounted: (counted: LatePartCounts) => void;
};

export type LatePartCounts = { waiting: number; givenUp: number };

const MIN_PAUSE_MS = 1000;
/** Maximum pause, however long the pass took. */
const MAX_PAUSE_MS = 30_000;
/**
 * Pause as a multiple of the pass's duration: a mutation rewrites whole parts of the table, a look is only a
 * query.
 */
const PAUSE_FACTOR = { joined: 3, looked: 1 };
const RETRY_DELAYS = { firstMs: 2000, mostMs: 5 * 60_000 };
const LEASE = 'late-parts';

const COUNT_EVERY_MS = 60_000;
/** Parts whose call has not arrived by then belong to calls that are not sent here. */
const MAX_AGE_MS = 24 * 60 * 60_000;
/** Per application; the metadata database is no place for more. */
const MAX_PARTS = 50_000;
const MAX_BYTES = 256 * 1024 * 1024;

export function startJoining(options: JoiningOptions): Repeated {
  const { db, node, now } = options;
  let hasSwept = false;
  let isFailing = false;
  let countAt = 0;
  return repeat({
    retry: RETRY_DELAYS,
    onFailure: failed,
    async work() {
      if (!hasSwept) return sweep();
      const started = performance.now();
      await count();
      const rest = (await joinDue()) > 0 ? PAUSE_FACTOR.joined : PAUSE_FACTOR.looked;
      return Math.min(Math.max(MIN_PAUSE_MS, rest * (performance.now() - started)), MAX_PAUSE_MS);
    },
  });

  /** Removes what an interrupted run has left. */
  async function sweep(): Promise<number> {
    await options.rows.sweep();
    hasSwept = true;
    return MIN_PAUSE_MS;
  }

  async function joinDue(): Promise<number> {
    const held = (await hasDueParts(db, now()))
      ? await tryWithLease(db, LEASE, node, () => joinLateParts(options), failed)
      : null;
    if (isFailing && !(await hasFailedParts(db))) {
      isFailing = false;
      options.onWorked();
    }
    return held?.done ?? 0;
  }

  function failed(error: unknown): void {
    isFailing = true;
    options.onFailure(error);
  }

  async function count(): Promise<void> {
    if (performance.now() < countAt) return;
    const limits = { before: now() - MAX_AGE_MS, parts: MAX_PARTS, bytes: MAX_BYTES };
    const givenUp = await dropLateParts(db, limits);
    options.onCounted({ waiting: await countLateParts(db), givenUp });
    countAt = performance.now() + COUNT_EVERY_MS;
  }
}
