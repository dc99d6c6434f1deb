/** Everybody who follows interactions live: who may, which feed they share, and when it looks for news. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { InteractionFilters } from '@parley/contract';
import { ApiError } from '../../errors.ts';
import type { Apps } from '../../queries/filters.ts';
import { Places } from '../places.ts';
import { type Listener, type LookBack, TailFeed, type TailSink, type TailSource } from './tail-feed.ts';

export type TailConnection = TailSink & { end: () => void };

export type TailHubOptions = {
  source: TailSource;
  lookBack: LookBack;
  /** Called when a look fails after one that did not. */
  onFailure: (error: unknown) => void;
  now?: () => number;
  pollMs?: number;
};

const MOST = { inAll: 100, perApp: 20 };
/** Other nodes write to the same store and say nothing: look this often, and when our own drain did. */
const POLL_MS = 1000;
const MOST_PAUSE_MS = 10_000;

type Following = { feed: TailFeed; wake: () => void; forget: () => void };

export class TailHub {
  readonly #source: TailSource;
  readonly #lookBack: LookBack;
  readonly #onFailure: (error: unknown) => void;
  readonly #now: () => number;
  readonly #pollMs: number;
  readonly #places = new Places(MOST);
  readonly #followed = new Map<string, Following>();
  readonly #connections = new Set<TailConnection>();
  readonly #closing = new AbortController();
  #failing = false;

  constructor({ source, lookBack, onFailure, now = Date.now, pollMs = POLL_MS }: TailHubOptions) {
    this.#source = source;
    this.#lookBack = lookBack;
    this.#onFailure = onFailure;
    this.#now = now;
    this.#pollMs = pollMs;
  }

  /** A place among the listeners; the function gives it back. */
  place(apps: Apps): () => void {
    if (this.#closing.signal.aborted) {
      throw new ApiError('unavailable', { message: 'The server is stopping.', retryAfter: 2 });
    }
    const leave = this.#places.take(apps);
    if (leave) return leave;
    throw new ApiError('rate_limited', {
      message: `At most ${MOST.perApp} connections may follow an application, and ${MOST.inAll} a server: close one.`,
      retryAfter: 10,
    });
  }

  /** Sends what fits from now on, or from what was stored then, until the connection is closed. */
  follow(
    apps: Apps,
    filters: InteractionFilters,
    connection: TailConnection,
    stored: number | null,
  ): () => void {
    this.#connections.add(connection);
    const { feed, wake, forget } = this.#following(apps);
    let listener: Listener;
    if (stored === null) listener = feed.follow(filters, connection);
    else {
      listener = feed.resume(filters, connection, stored);
      void this.#catchUp(feed, listener).then(wake);
    }
    wake();
    return () => {
      this.#connections.delete(connection);
      feed.leave(listener);
      if (feed.size === 0) forget();
      wake();
    };
  }

  /** There is something new in the store. */
  wake(): void {
    for (const { wake } of this.#followed.values()) wake();
  }

  close(): void {
    this.#closing.abort();
    for (const connection of this.#connections) connection.end();
    this.wake();
  }

  #following(apps: Apps): Following {
    const name = JSON.stringify(apps.toSorted());
    const known = this.#followed.get(name);
    if (known) return known;
    const feed = new TailFeed(apps, this.#source, { now: this.#now, lookBack: this.#lookBack });
    const bell = new Bell();
    const following: Following = {
      feed,
      wake: () => bell.ring(),
      forget: () => {
        if (this.#followed.get(name) === following) this.#followed.delete(name);
      },
    };
    this.#followed.set(name, following);
    void this.#run(feed, bell);
    return following;
  }

  /** Looks for as long as somebody listens. */
  async #run(feed: TailFeed, bell: Bell): Promise<void> {
    let failures = 0;
    do {
      failures = (await this.#attempt(() => feed.look())) ? 0 : failures + 1;
      await bell.rung(this.#pauseAfter(failures));
    } while (feed.size > 0 && !this.#closing.signal.aborted);
  }

  async #catchUp(feed: TailFeed, listener: Listener): Promise<void> {
    for (let failures = 1; !listener.sink.closed && !this.#closing.signal.aborted; failures++) {
      if (await this.#attempt(() => feed.catchUp(listener))) return;
      await sleep(this.#pauseAfter(failures), undefined, { signal: this.#closing.signal }).catch(() => {});
    }
  }

  /** A store that is away comes back: said once, tried on. */
  async #attempt(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      this.#failing = false;
      return true;
    } catch (error) {
      if (!this.#failing && !this.#closing.signal.aborted) this.#onFailure(error);
      this.#failing = true;
      return false;
    }
  }

  /** A store that does not keep up is asked less and less: questions nobody waits for any more still run. */
  #pauseAfter(failures: number): number {
    return Math.min(this.#pollMs * 2 ** failures, Math.max(this.#pollMs, MOST_PAUSE_MS));
  }
}

/** Something to wait for: a ring, also one that came before the waiting, or the time. */
class Bell {
  #rang = false;
  #wake: () => void = () => {};

  ring(): void {
    this.#rang = true;
    this.#wake();
  }

  async rung(atMostMs: number): Promise<void> {
    if (!this.#rang) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, atMostMs);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#rang = false;
  }
}
