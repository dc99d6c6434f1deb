/** In-memory interactions as the live tail reads them; each becomes visible at a time of its own. */
import type { ScoreSent } from '../../src/http/tail/score-feed.ts';
import type { TailSource } from '../../src/http/tail/tail-feed.ts';
import type { Apps } from '../../src/queries/filters.ts';
import type { StoredKey } from '../../src/queries/newest-stored.ts';
import { tailEvents } from '../../src/reading/tail-events.ts';
import { StoreDown } from './fake-store.ts';
import { headOf, recordOf } from './interactions.ts';

export type StoredRow = StoredKey & { visibleAt: number; session?: string };

export class StoredRows implements TailSource {
  readonly rows: StoredRow[] = [];
  now = 0;
  readonly scoreEvents: ScoreSent[] = [];
  calls = { keys: 0, fitting: 0, events: 0, scores: 0 };
  /** Called before every query; may advance the clock or fail. */
  beforeCall: () => void = () => {};

  async keys(_apps: unknown, from: number, after: StoredKey | null, limit: number): Promise<StoredKey[]> {
    this.#call('keys');
    const order = (a: StoredKey, b: StoredKey) => a.stored - b.stored || (a.id < b.id ? -1 : 1);
    return this.#visible()
      .filter((row) => row.stored >= from && (after === null || order(row, after) > 0))
      .filter((row) => row.id !== after?.id)
      .sort(order)
      .slice(0, limit);
  }

  async fitting(
    _apps: unknown,
    filters: { session?: readonly string[] | undefined },
    from: number,
    to: number,
  ): Promise<Set<string>> {
    this.#call('fitting');
    const rows = this.#visible().filter(({ stored }) => stored >= from && stored <= to);
    return new Set(
      rows.filter(({ session }) => filters.session?.includes(session ?? '')).map(({ id }) => id),
    );
  }

  async events(apps: Apps, keys: readonly StoredKey[]): Promise<Map<string, Uint8Array>> {
    this.#call('events');
    const records = async () =>
      keys.map(({ id, stored }) => recordOf(headOf({ id, receivedAt: stored }))).reverse();
    return tailEvents({ records }, apps, keys);
  }

  async scores(_apps: unknown, from: number): Promise<ScoreSent[]> {
    this.#call('scores');
    return this.scoreEvents.filter(({ stored }) => stored >= from);
  }

  #visible(): StoredRow[] {
    return this.rows.filter(({ visibleAt }) => visibleAt <= this.now);
  }

  #call(name: keyof StoredRows['calls']): void {
    this.calls[name]++;
    this.beforeCall();
  }
}

/** Fails each time `fails` returns true. */
export function failing(fails: () => boolean): () => void {
  return () => {
    if (fails()) throw new StoreDown();
  };
}
