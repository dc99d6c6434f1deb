/** The live tail: its limits, the feeds that listeners share, and when these look for new interactions. */
import type { InteractionFilters } from '@parley/contract';
import { BackOff } from '../../base/back-off.ts';
import { ApiError } from '../../base/errors.ts';
import type { Apps } from '../../queries/filters.ts';
import { ConcurrencyLimit } from '../concurrency-limit.ts';
import { type Listener, type LookBack, TailFeed, type TailSink, type TailSource } from './tail-feed.ts';

export type TailConnection = TailSink & { end: () => void };

export type TailHubOptions = {
  source: TailSource;
  lookBack: LookBack;
  /** Called after every look: on failure and on success. */
  onFailure: (error: unknown) => void;
  onWorked: () => void;
  /** Called when the last listener leaves. */
  onEnd: () => void;
  now?: () => number;
  pollMs?: number;
};

const MAX_LISTENERS = { inAll: 100, perApp: 20 };
/**
 * Other nodes write to the same store without notice: poll this often, and whenever our own drain has
 * written.
 */
const POLL_MS = 1000;
const MAX_PAUSE_MS = 10_000;

type Following = { feed: TailFeed; wake: () => void; forget: () => void };

export class TailHub {
  readonly #source: TailSource;
  readonly #lookBack: LookBack;
  readonly #onFailure: (error: unknown) => void;
  readonly #onWorked: () => void;
  readonly #onEnd: () => void;
  readonly #now: () => number;
  readonly #pollMs: number;
  readonly #slots = new ConcurrencyLimit(MAX_LISTENERS);
  readonly #followed = new Map<string, Following>();
  readonly #connections = new Set<TailConnection>();
  readonly #closing = new AbortController();

  constructor({
    source,
    lookBack,
    onFailure,
    onWorked,
    onEnd,
    now = Date.now,
    pollMs = POLL_MS,
  }: TailHubOptions) {
    this.#source = source;
    this.#lookBack = lookBack;
    this.#onFailure = onFailure;
    this.#onWorked = onWorked;
    this.#onEnd = onEnd;
    this.#now = now;
    this.#pollMs = pollMs;
  }

  /** Takes a slot for a listener; returns the function that releases it. */
  takeSlot(apps: Apps): () => void {
    if (this.#closing.signal.aborted) {
      throw new ApiError('unavailable', { message: 'The server is stopping.', retryAfter: 2 });
    }
    const leave = this.#slots.take(apps);
    if (leave) return leave;
    throw new ApiError('rate_limited', {
      message: `At most ${MAX_LISTENERS.perApp} connections may follow an application, and ${MAX_LISTENERS.inAll} a server: close one.`,
      retryAfter: 10,
    });
  }

  /** Sends matching events from now on, or from a stored time, until the connection is closed. */
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

  /** Looks for as long as there are listeners. */
  async #run(feed: TailFeed, bell: Bell): Promise<void> {
    const backOff = this.#backOff();
    do {
      const worked = await this.#attempt(() => feed.look());
      if (worked) backOff.reset();
      await bell.rung(worked ? this.#pollMs : backOff.next());
    } while (feed.size > 0 && !this.#closing.signal.aborted);
    if (this.#followed.size === 0) this.#onEnd();
  }

  async #catchUp(feed: TailFeed, listener: Listener): Promise<void> {
    const backOff = this.#backOff();
    while (!listener.sink.closed && !this.#closing.signal.aborted) {
      if (await this.#attempt(() => feed.catchUp(listener))) return;
      await backOff.wait(this.#closing.signal);
    }
  }

  /** Reports a failure rather than throw: a store that is down comes back. */
  async #attempt(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      this.#onWorked();
      return true;
    } catch (error) {
      if (!this.#closing.signal.aborted) this.#onFailure(error);
      return false;
    }
  }

  /** A store that cannot keep up is queried less and less: abandoned queries still run. */
  #backOff(): BackOff {
    return new BackOff({ firstMs: 2 * this.#pollMs, mostMs: MAX_PAUSE_MS });
  }
}

/** Waits for a ring, even one from before the waiting, or for a timeout. */
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
