/** Joins late parts while the drain runs. Of several servers on one store, one at a time does it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { BackOff } from '../base/back-off.ts';
import { countLateParts, giveUpLateParts, hasDueParts, hasFailedParts } from '../cluster/late-parts.ts';
import { tryWithLease } from '../cluster/with-lease.ts';
import type { ReplacedRows } from '../store/rewrite/replaced-rows.ts';
import { type JoinOptions, joinLateParts } from './join-late-parts.ts';

export type JoiningOptions = JoinOptions & {
  rows: Pick<ReplacedRows, 'sweep'>;
  /** Names this server for the lease. */
  node: string;
  onFailure: (error: unknown) => void;
  /** Called when nothing is left that failed. */
  onWorked: () => void;
  /** How many wait, and how many more were given up: nobody sent their call. */
  onCounted: (counted: LatePartCounts) => void;
};

export type LatePartCounts = { waiting: number; givenUp: number };

export type Joining = { stop: () => Promise<void> };

const LOOK_MS = 1000;
/** However long it took. */
const MOST_MS = 30_000;
/** How much longer than it took it rests: a mutation rewrites whole parts of the table, and a look is only a question. */
const REST = { joined: 3, looked: 1 };
const AGAIN = { firstMs: 2000, mostMs: 5 * 60_000 };
const LEASE = 'late-parts';

const COUNT_MS = 60_000;
/** What no call came for by then belongs to none that is sent here. */
const KEEP_MS = 24 * 60 * 60_000;
/** Of each application; the metadata are no place for more. */
const MOST_PARTS = 50_000;
const MOST_BYTES = 256 * 1024 * 1024;

export function startJoining(options: JoiningOptions): Joining {
  const { db, node, now } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const backOff = new BackOff(AGAIN);
  let isFailing = false;
  let countAt = 0;
  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };

  async function run(): Promise<void> {
    await options.rows.sweep().catch(failed);
    let pause = LOOK_MS;
    while (!signal.aborted) {
      await sleep(pause, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      const started = performance.now();
      try {
        await count();
        const rest = (await joinDue()) > 0 ? REST.joined : REST.looked;
        pause = Math.min(Math.max(LOOK_MS, rest * (performance.now() - started)), MOST_MS);
        backOff.reset();
      } catch (error) {
        failed(error);
        pause = backOff.next();
      }
    }
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
    const limits = { before: now() - KEEP_MS, parts: MOST_PARTS, bytes: MOST_BYTES };
    const givenUp = await giveUpLateParts(db, limits);
    options.onCounted({ waiting: await countLateParts(db), givenUp });
    countAt = performance.now() + COUNT_MS;
  }
}
