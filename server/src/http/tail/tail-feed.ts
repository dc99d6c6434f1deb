/**
 * New interactions of some applications, for everybody who follows them. They are queried in the order in
 * which they were stored, and since rows may become visible slightly out of that order (batches, other
 * nodes), every look goes back some seconds, now and then further, and remembers what it has seen there:
 * nothing is missed, and nothing is sent twice.
 *
 *   1. the keys since the last look, less the look-back (no bodies, no filters: one query for all)
 *   2. for each set of filters, which of the new ones match
 *   3. the records that somebody wants, once, to all who want them
 *
 * A listener joins a feed at a time: its own beginning, or the end of its last connection. One that was away
 * for long first catches up by itself, page by page and as fast as it reads.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { InteractionFilters } from '@parley/contract';
import type { Apps } from '../../queries/filters.ts';
import type { StoredKey, StoredSource } from '../../queries/newest-stored.ts';
import { splitPages } from '../../store/rewrite/key-pages.ts';
import { ScoreFeed, type ScoreSource } from './score-feed.ts';

export type TailSource = Pick<StoredSource, 'keys' | 'fitting'> &
  ScoreSource & {
    /** The serialised events of these keys, by id. */
    events: (apps: Apps, keys: readonly StoredKey[]) => Promise<ReadonlyMap<string, Uint8Array>>;
  };

export type TailSink = {
  readonly closed: boolean;
  /** Sends at once, or disconnects a listener that does not read. */
  send: (event: Uint8Array) => void;
  /** Resolves when what was sent has left, or the listener has. */
  room: () => Promise<void>;
};

export type Listener = {
  filters: InteractionFilters;
  sink: TailSink;
  /**
   * Where the listener joins, and what it has got since; null once it gets everything that is new to the
   * feed.
   */
  joining: { since: number; sent: Map<string, number> } | null;
  /** True while it reads older interactions by itself; looks skip it. */
  catchingUp: boolean;
};

/** How far a look goes back, in milliseconds. */
export type LookBack = {
  /** In every look. */
  short: number;
  /** In one look per `longEvery`. */
  long: number;
  longEvery: number;
};

/** Batches are stored one after the other. */
export const ONE_NODE: LookBack = { short: 10_000, long: 10_000, longEvery: 0 };
/** An insert takes two minutes at most; meanwhile those of other nodes may be quicker. */
export const SEVERAL_NODES: LookBack = { short: 10_000, long: 210_000, longEvery: 30_000 };

const LIMITS = { keys: 5000, rows: 100, bytes: 512 * 1024 };

/** Events sent per turn of the event loop: each listener gets them in one write. */
const EVENTS_PER_TURN = 16;

export type FeedOptions = { now: () => number; lookBack: LookBack; limits?: typeof LIMITS };

export class TailFeed {
  readonly #apps: Apps;
  readonly #source: TailSource;
  readonly #now: () => number;
  readonly #lookBack: LookBack;
  readonly #limits: typeof LIMITS;
  readonly #listeners = new Set<Listener>();
  /** Interactions seen since the long look-back, and when they were stored. */
  readonly #seen = new Map<string, number>();
  /** When the newest one was stored, but never in the future: clocks differ. */
  #newest: number;
  #lookFarAt = 0;
  readonly #scores: ScoreFeed;

  constructor(apps: Apps, source: TailSource, { now, lookBack, limits = LIMITS }: FeedOptions) {
    this.#apps = apps;
    this.#source = source;
    this.#now = now;
    this.#lookBack = lookBack;
    this.#limits = limits;
    this.#newest = now();
    this.#scores = new ScoreFeed(now());
  }

  get size(): number {
    return this.#listeners.size;
  }

  /** Follows from now on. */
  follow(filters: InteractionFilters, sink: TailSink): Listener {
    return this.#add({ filters, sink, joining: joiningFrom(this.#now()), catchingUp: false });
  }

  /** Follows from a stored time, less the look-back; call `catchUp` next. */
  resume(filters: InteractionFilters, sink: TailSink, stored: number): Listener {
    return this.#add({ filters, sink, joining: joiningFrom(stored - this.#lookBack.long), catchingUp: true });
  }

  leave(listener: Listener): void {
    this.#listeners.delete(listener);
  }

  /**
   * Sends what was stored before; can be called again after a failure. Then the listener takes part in looks.
   */
  async catchUp(listener: Listener): Promise<void> {
    const { joining, sink } = listener;
    if (!joining) return;
    let after: StoredKey | null = null;
    while (!sink.closed) {
      const keys: StoredKey[] = await this.#source.keys(this.#apps, joining.since, after, this.#limits.keys);
      await this.#deliver(keys, [listener], {
        done: (key) => joining.sent.set(key.id, key.stored),
        between: () => sink.room(),
      });
      after = keys.at(-1) ?? after;
      const reached = Math.min(after?.stored ?? 0, this.#now()) - this.#lookBack.long;
      if (reached > joining.since) {
        joining.since = reached;
        forgetBefore(joining.sent, reached);
      }
      if (keys.length < this.#limits.keys) break;
    }
    listener.catchingUp = false;
  }

  async look(): Promise<void> {
    const listeners = [...this.#listeners].filter(({ catchingUp }) => !catchingUp);
    if (listeners.length === 0) return;
    const startedAt = this.#now();
    const looksFar = startedAt >= this.#lookFarAt;
    const lookBack = looksFar ? this.#lookBack.long : this.#lookBack.short;
    const own = this.#newest - lookBack;
    const from = Math.min(own, ...listeners.flatMap(({ joining }) => joining?.since ?? []));
    let newest = this.#newest;
    let after: StoredKey | null = null;
    let sent = 0;
    for (;;) {
      const keys: StoredKey[] = await this.#source.keys(this.#apps, from, after, this.#limits.keys);
      await this.#deliver(keys, listeners, {
        done: (key) => {
          // What lies before the look-back was seen and forgotten; only a joining listener may still want it.
          if (this.#remembers(key)) this.#seen.set(key.id, key.stored);
          for (const { joining } of listeners) joining?.sent.set(key.id, key.stored);
        },
        between: () => (sent++ % EVENTS_PER_TURN === 0 ? nextTurn() : undefined),
      });
      after = keys.at(-1) ?? after;
      newest = Math.max(newest, Math.min(after?.stored ?? 0, this.#now()));
      if (keys.length < this.#limits.keys) break;
    }
    this.#newest = newest;
    await this.#sendScores(listeners, lookBack);
    if (looksFar) this.#lookFarAt = startedAt + this.#lookBack.longEvery;
    forgetBefore(this.#seen, newest - this.#lookBack.long);
    for (const listener of listeners) listener.joining = null;
  }

  #add(listener: Listener): Listener {
    this.#listeners.add(listener);
    return listener;
  }

  /**
   * `done` is called for every key once everybody who wants it has it, so that a failure does not repeat it.
   */
  async #deliver(
    keys: readonly StoredKey[],
    listeners: readonly Listener[],
    { done, between }: { done: (key: StoredKey) => void; between: () => Promise<void> | undefined },
  ): Promise<void> {
    const takers = await this.#takers(keys, listeners);
    const wanted = keys.filter(({ id }) => takers.has(id));
    for (const page of splitPages(wanted, this.#limits)) {
      const events = await this.#source.events(this.#apps, page);
      for (const key of page) {
        const event = events.get(key.id);
        await between();
        if (event) for (const { sink } of takers.get(key.id) ?? []) sink.send(event);
        done(key);
      }
    }
    for (const key of keys) if (!takers.has(key.id)) done(key);
  }

  /** After the interactions, which they may be about. */
  async #sendScores(listeners: readonly Listener[], lookBack: number): Promise<void> {
    for (const { stored, event } of await this.#scores.next(this.#source, this.#apps, lookBack, this.#now()))
      for (const { sink, joining } of listeners)
        if (!sink.closed && stored >= (joining?.since ?? 0)) sink.send(event);
    this.#scores.forget(this.#lookBack.long);
  }

  /** The listeners that want each id; ids that nobody wants are left out. */
  async #takers(
    keys: readonly StoredKey[],
    listeners: readonly Listener[],
  ): Promise<Map<string, Listener[]>> {
    const takers = new Map<string, Listener[]>();
    const byFilters = Map.groupBy(listeners, ({ filters }) => JSON.stringify(filters));
    for (const alike of byFilters.values()) {
      const wanted = keys.filter((key) => alike.some((listener) => this.#wants(listener, key)));
      const fitting = await this.#fitting(wanted, alike[0]?.filters ?? {});
      for (const key of fitting) {
        const those = alike.filter((listener) => this.#wants(listener, key));
        takers.set(key.id, [...(takers.get(key.id) ?? []), ...those]);
      }
    }
    return takers;
  }

  #wants({ joining, sink }: Listener, key: StoredKey): boolean {
    if (sink.closed) return false;
    if (joining) return key.stored >= joining.since && !joining.sent.has(key.id);
    return this.#remembers(key) && !this.#seen.has(key.id);
  }

  #remembers({ stored }: StoredKey): boolean {
    return stored >= this.#newest - this.#lookBack.long;
  }

  async #fitting(keys: readonly StoredKey[], filters: InteractionFilters): Promise<readonly StoredKey[]> {
    const [first, last] = [keys[0], keys.at(-1)];
    if (!first || !last || Object.values(filters).every((value) => value === undefined)) return keys;
    const fitting = await this.#source.fitting(this.#apps, filters, first.stored, last.stored);
    return keys.filter(({ id }) => fitting.has(id));
  }
}

function joiningFrom(since: number): NonNullable<Listener['joining']> {
  return { since, sent: new Map() };
}

function forgetBefore(times: Map<string, number>, before: number): void {
  for (const [id, time] of times) if (time < before) times.delete(id);
}
