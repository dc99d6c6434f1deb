/** Joins late parts while the drain runs. Of several servers on one store, one at a time does it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { tryWithLease } from '../accounts/with-lease.ts';
import type { ReplacedRows } from '../store/replaced-rows.ts';
import { type JoinOptions, joinLateParts } from './join-late-parts.ts';

export type JoiningOptions = JoinOptions & {
  rows: Pick<ReplacedRows, 'sweep'>;
  /** Names this server for the lease. */
  node: string;
  onFailure: (error: unknown) => void;
};

export type Joining = { stop: () => Promise<void> };

const LOOK_MS = 1000;
/** However long it took, and while there are only parts that nothing came for. */
const MOST_MS = 30_000;
/** A mutation rewrites whole parts of the table: most of the time there is none. */
const SHARE = 1 / 3;
const LEASE = 'late-parts';

export function startJoining(options: JoiningOptions): Joining {
  const { db, node, onFailure } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };

  async function run(): Promise<void> {
    let pause = LOOK_MS;
    await options.rows.sweep().catch(onFailure);
    while (!signal.aborted) {
      await sleep(pause, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      const started = performance.now();
      try {
        if (!(await isThereAny())) pause = LOOK_MS;
        else {
          const held = await tryWithLease(db, LEASE, node, () => joinLateParts(options), onFailure);
          const took = performance.now() - started;
          pause = Math.min(held?.done ? Math.max(LOOK_MS, took / SHARE) : 2 * pause, MOST_MS);
        }
      } catch (error) {
        onFailure(error);
      }
    }
  }

  async function isThereAny(): Promise<boolean> {
    return (await db.selectFrom('late_part').select('id').limit(1).executeTakeFirst()) !== undefined;
  }
}
