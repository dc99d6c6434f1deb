/**
 * What is new of some applications, for everybody who follows them. It is asked for in order of receipt,
 * and since rows may become visible a little out of that order (batches, other nodes), every look goes
 * back some seconds and knows what it has seen there: nothing is missed, nothing comes twice.
 *
 *   1. the keys since the last look, less the look-back (no bodies, no filters: one question for all)
 *   2. for each set of filters, which of the new ones fit
 *   3. the records somebody wants, once, to all who want them
 *
 * A listener joins a feed from a time on: its own beginning, or where its last connection ended. One that
 * was away for long first catches up by itself, page by page and as fast as it reads.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { InteractionFilters } from '@parley/contract';
import type { Apps } from '../../queries/filters.ts';
import type { ReceivedKey, ReceivedSource } from '../../queries/newest-received.ts';
import { splitPages } from '../../store/key-pages.ts';

export type TailSource = Pick<ReceivedSource, 'keys' | 'fitting'> & {
  /** The events of a few keys, ready to be sent, by id. */
  events: (apps: Apps, keys: readonly ReceivedKey[]) => Promise<ReadonlyMap<string, Uint8Array>>;
};

export type TailSink = {
  readonly closed: boolean;
  /** Sends at once, or ends a listener that does not read. */
  send: (event: Uint8Array) => void;
  /** Resolves when what was sent has left, or the listener has. */
  room: () => Promise<void>;
};

export type Listener = {
  filters: InteractionFilters;
  sink: TailSink;
  /** From when on, and what it has since; null once it is sent whatever is new to the feed. */
  joining: { since: number; sent: Map<string, number> } | null;
  /** Reads by itself what was there before; looks pass it over. */
  catchingUp: boolean;
};

/** Rows become visible within this time after others that were received later. */
export const LOOK_BACK_MS = 10_000;
const LIMITS = { keys: 5000, rows: 100, bytes: 512 * 1024 };

/** Events to everybody in one turn of the event loop: each listener gets them in one write. */
const IN_A_TURN = 16;

export class TailFeed {
  readonly #apps: Apps;
  readonly #source: TailSource;
  readonly #now: () => number;
  readonly #limits: typeof LIMITS;
  readonly #listeners = new Set<Listener>();
  /** What was visible since the look-back, with its time of receipt. */
  readonly #seen = new Map<string, number>();
  /** The newest receipt seen, and never a time that is yet to come: clocks differ. */
  #newest: number;

  constructor(apps: Apps, source: TailSource, now: () => number, limits = LIMITS) {
    this.#apps = apps;
    this.#source = source;
    this.#now = now;
    this.#limits = limits;
    this.#newest = now();
  }

  get size(): number {
    return this.#listeners.size;
  }

  /** From now on. */
  follow(filters: InteractionFilters, sink: TailSink): Listener {
    return this.#add({ filters, sink, joining: joiningFrom(this.#now()), catchingUp: false });
  }

  /** From a receipt on, with the look-back; `catchUp` is to follow. */
  resume(filters: InteractionFilters, sink: TailSink, received: number): Listener {
    return this.#add({ filters, sink, joining: joiningFrom(received - LOOK_BACK_MS), catchingUp: true });
  }

  leave(listener: Listener): void {
    this.#listeners.delete(listener);
  }

  /** Sends what was there already; may be called again after a failure. Then the listener takes part. */
  async catchUp(listener: Listener): Promise<void> {
    const { joining, sink } = listener;
    if (!joining) return;
    let after: ReceivedKey | null = null;
    while (!sink.closed) {
      const keys: ReceivedKey[] = await this.#source.keys(
        this.#apps,
        joining.since,
        after,
        this.#limits.keys,
      );
      await this.#deliver(keys, [listener], {
        done: (key) => joining.sent.set(key.id, key.received),
        between: () => sink.room(),
      });
      after = keys.at(-1) ?? after;
      const reached = Math.min(after?.received ?? 0, this.#now()) - LOOK_BACK_MS;
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
    const own = this.#newest - LOOK_BACK_MS;
    const from = Math.min(own, ...listeners.flatMap(({ joining }) => joining?.since ?? []));
    let newest = this.#newest;
    let after: ReceivedKey | null = null;
    let sent = 0;
    for (;;) {
      const keys: ReceivedKey[] = await this.#source.keys(this.#apps, from, after, this.#limits.keys);
      await this.#deliver(keys, listeners, {
        done: (key) => {
          // What lies before the look-back was seen and forgotten; only who joins may still want it.
          if (key.received >= own) this.#seen.set(key.id, key.received);
          for (const { joining } of listeners) joining?.sent.set(key.id, key.received);
        },
        between: () => (sent++ % IN_A_TURN === 0 ? nextTurn() : undefined),
      });
      after = keys.at(-1) ?? after;
      newest = Math.max(newest, Math.min(after?.received ?? 0, this.#now()));
      if (keys.length < this.#limits.keys) break;
    }
    this.#newest = newest;
    forgetBefore(this.#seen, newest - LOOK_BACK_MS);
    for (const listener of listeners) listener.joining = null;
  }

  #add(listener: Listener): Listener {
    this.#listeners.add(listener);
    return listener;
  }

  /** `done` is called for every key once everybody who wants it has it: then a failure does not repeat it. */
  async #deliver(
    keys: readonly ReceivedKey[],
    listeners: readonly Listener[],
    { done, between }: { done: (key: ReceivedKey) => void; between: () => Promise<void> | undefined },
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

  /** Who is to get what; ids that nobody wants are left out. */
  async #takers(
    keys: readonly ReceivedKey[],
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

  #wants({ joining, sink }: Listener, { id, received }: ReceivedKey): boolean {
    if (sink.closed) return false;
    if (joining) return received >= joining.since && !joining.sent.has(id);
    return received >= this.#newest - LOOK_BACK_MS && !this.#seen.has(id);
  }

  async #fitting(keys: readonly ReceivedKey[], filters: InteractionFilters): Promise<readonly ReceivedKey[]> {
    const [first, last] = [keys[0], keys.at(-1)];
    if (!first || !last || Object.values(filters).every((value) => value === undefined)) return keys;
    const fitting = await this.#source.fitting(this.#apps, filters, first.received, last.received);
    return keys.filter(({ id }) => fitting.has(id));
  }
}

function joiningFrom(since: number): NonNullable<Listener['joining']> {
  return { since, sent: new Map() };
}

function forgetBefore(times: Map<string, number>, before: number): void {
  for (const [id, time] of times) if (time < before) times.delete(id);
}
