/**
 * Runs retention in the background: soon after the start, every hour, and soon after a change of the limits
 * or a deletion. Of several servers on one store, one at a time does it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Retention, readRetention } from '../accounts/applications/read-retention.ts';
import { BackOff } from '../base/back-off.ts';
import { tryWithLease } from '../cluster/with-lease.ts';
import { readRevision } from '../metadata/revision.ts';
import { enforceRetention, type Removed, type RetentionSources } from './enforce-retention.ts';

export type RetentionOptions = RetentionSources & {
  /** Identifies this server for the lease. */
  node: string;
  /** Begins a new segment of the journal, so that drained frames do not stay on the disk for long either. */
  rotateJournal: () => Promise<void>;
  onRemoved: (removed: Removed) => void;
  onFailure: (error: unknown) => void;
  onWorked: () => void;
  pace?: RetentionPace;
};

/** `retryMs`: the delay after the first failure, and while another server runs retention. */
export type RetentionPace = { everyMs: number; retryMs: number; lookMs: number };

export type RunningRetention = { stop: () => Promise<void> };

const PACE: RetentionPace = { everyMs: 3_600_000, retryMs: 60_000, lookMs: 2000 };

const MAX_LOOK_MS = 30_000;

const LEASE = 'retention';

export function startRetention(options: RetentionOptions): RunningRetention {
  const { db, node, pace = PACE } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  /** The state before the last run. */
  let seen = { revision: -1, limits: '' };

  const backOff = new BackOff({ firstMs: pace.retryMs, mostMs: pace.everyMs });
  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };

  async function run(): Promise<void> {
    for (let first = true; !signal.aborted; first = false) {
      try {
        // At the start the segment is new.
        if (!first) await options.rotateJournal();
        const done = await enforceOnce();
        backOff.reset();
        if (done) options.onWorked();
        await untilDue(done ? pace.everyMs : pace.retryMs);
      } catch (error) {
        if (!signal.aborted) options.onFailure(error);
        await untilDue(backOff.next());
      }
    }
  }

  /** False if another server is running it. */
  async function enforceOnce(): Promise<boolean> {
    const held = await tryWithLease(db, LEASE, node, enforce, options.onFailure);
    return held !== null;
  }

  async function enforce(): Promise<void> {
    const revision = await readRevision(db);
    const retention = await readRetention(db);
    seen = { revision, limits: limitsOf(retention) };
    const removed = await enforceRetention(options, retention, Date.now(), signal);
    if (removed.rows + removed.bodies + removed.applications.length > 0) options.onRemoved(removed);
  }

  /** Waits, but not beyond a changed limit or a deleted application. */
  async function untilDue(milliseconds: number): Promise<void> {
    const due = performance.now() + milliseconds;
    const looking = new BackOff({ firstMs: pace.lookMs, mostMs: MAX_LOOK_MS });
    let wait = pace.lookMs;
    while (!signal.aborted && performance.now() < due) {
      await sleep(Math.min(wait, milliseconds), undefined, { signal }).catch(() => {});
      try {
        if (!signal.aborted && (await hasChanged())) return;
        looking.reset();
        wait = pace.lookMs;
      } catch {
        // Another component reports that the metadata is down.
        wait = looking.next();
      }
    }
  }

  async function hasChanged(): Promise<boolean> {
    const revision = await readRevision(db);
    if (revision === seen.revision) return false;
    const retention = await readRetention(db);
    const limits = limitsOf(retention);
    const changed = limits !== seen.limits || retention.deleted.length > 0;
    seen = { revision, limits };
    return changed;
  }
}

function limitsOf({ records, bodies }: Retention): string {
  return JSON.stringify([[...records], [...bodies]]);
}
