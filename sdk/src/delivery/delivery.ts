/**
 * Sends payloads to Parley in the background. The queue is bounded and drops its oldest items; errors go to
 * `report`, never to the caller that added a payload.
 */
import { newId, post } from '#platform';
import { backgroundTimer, MAX_TIMER_MS } from '../background-timer.ts';
import { withKeys } from '../compose.ts';
import type { DeliveryCounts } from '../counts.ts';
import { ParleyError } from '../errors.ts';
import type { Target } from '../options.ts';
import type { Receipt } from '../payload.ts';
import { noAnswer, type Verdict, verdictOf } from './answer.ts';
import type { Spool } from './spool.ts';

export type Settle = (outcome: Receipt | ParleyError) => void;

export type DeliveryOptions = {
  target: Target;
  maxQueued: number;
  maxQueuedBytes: number;
  timeout: number;
  spool: Spool | null;
  report: (error: ParleyError) => void;
};

type Item = {
  id: string;
  /** Idempotency key: makes a retry a duplicate of the first attempt. */
  key: string;
  /** Null when it has to be read from the spool. */
  body: Uint8Array<ArrayBuffer> | null;
  settle: Settle | null;
  /** Whether the item is also in the spool. */
  isSpooled: boolean;
  isSending: boolean;
  failures: number;
};

type Waiter = { ids: Set<string>; done: (empty: boolean) => void };

/** Begins the keys of scores, which have an address of their own. Idempotency keys have no spaces. */
export const SCORE_KEY = 'score ';
/** By it, Parley tells this library from other clients. Browsers send their own instead. */
const USER_AGENT = 'parley-sdk';
/** Maximum number of parallel requests; one while Parley is unreachable. */
const MAX_PARALLEL = 4;
const INITIAL_PAUSE_MS = 500;
const MAX_PAUSE_MS = 30_000;
/** Maximum number of attempts for an item that fails while others succeed. */
const MAX_FAILURES = 5;
const REPORT_DELAY_MS = 1000;

export class Delivery {
  readonly #options: DeliveryOptions;
  /** Oldest first. Failed items move to the end, so that they do not block the others. */
  readonly #items = new Map<string, Item>();
  readonly #waiters = new Set<Waiter>();
  readonly #counts = { sent: 0, duplicates: 0, refused: 0, dropped: 0 };
  #bytes = 0;
  #active = 0;
  /** Consecutive failed attempts. */
  #failures = 0;
  #pause: ReturnType<typeof setTimeout> | null = null;
  #inSpool: boolean;
  #refilling = false;
  /** Dropped items that are not reported yet. */
  #unreported = 0;
  #reportTimer: ReturnType<typeof setTimeout> | null = null;

  constructor(options: DeliveryOptions) {
    this.#options = options;
    this.#inSpool = options.spool !== null;
    if (this.#inSpool) void this.#refill();
  }

  get counts(): DeliveryCounts {
    return { ...this.#counts, waiting: this.#items.size };
  }

  add(payload: string, key: string | undefined, settle: Settle | null): void {
    const id = newTimedId();
    const body = new TextEncoder().encode(payload);
    const item = itemOf({ id, key: key ?? id, body, settle });
    void this.#options.spool?.put({ id, key: item.key, body }).then((isThere) => {
      item.isSpooled = isThere;
    });
    this.#enqueue(item);
    this.#makeRoom();
    this.#pump();
  }

  /** Resolves when everything queued now has left the queue (true), or after the timeout (false). */
  flush(milliseconds: number): Promise<boolean> {
    this.#reportDropped();
    this.#resume();
    if (this.#items.size === 0 && !this.#hasMore) return Promise.resolve(true);
    return new Promise((resolve) => {
      const done = (empty: boolean) => {
        clearTimeout(timer);
        this.#waiters.delete(waiter);
        resolve(empty);
      };
      const waiter = { ids: new Set(this.#items.keys()), done };
      // Not unref'd: the caller waits for it.
      const timer = setTimeout(done, Math.min(milliseconds, MAX_TIMER_MS), false);
      this.#waiters.add(waiter);
    });
  }

  /** Rejects pending `track` calls, because the process is about to end. */
  rejectPending(): void {
    for (const item of this.#items.values()) {
      item.settle?.(item.isSpooled ? spooledError() : new ParleyError('unreachable', NOT_IN_TIME));
      item.settle = null;
    }
  }

  /** Writes unsaved items to the spool, if there is one, because the process ends now. */
  spoolRest(): void {
    this.#options.spool?.writeRest();
  }

  /** Whether the spool has, or may have, items that are not in the queue. */
  get #hasMore(): boolean {
    return this.#inSpool || this.#refilling;
  }

  #enqueue(item: Item): void {
    this.#items.set(item.id, item);
    this.#bytes += item.body?.byteLength ?? 0;
  }

  #forget(item: Item): void {
    if (!this.#items.delete(item.id)) return;
    this.#bytes -= item.body?.byteLength ?? 0;
    for (const { ids } of this.#waiters) ids.delete(item.id);
  }

  #makeRoom(): void {
    const { maxQueued, maxQueuedBytes, spool } = this.#options;
    for (const item of this.#items.values()) {
      if (this.#items.size <= maxQueued && this.#bytes <= maxQueuedBytes) break;
      if (item.isSending) continue;
      this.#forget(item);
      if (item.isSpooled) {
        this.#inSpool = true;
        item.settle?.(spooledError());
      } else {
        spool?.remove(item.id);
        this.#counts.dropped++;
        this.#unreported++;
        item.settle?.(droppedError(1));
      }
    }
    if (this.#unreported > 0)
      this.#reportTimer ??= backgroundTimer(REPORT_DELAY_MS, () => this.#reportDropped());
  }

  /** Reported in batches: there may be thousands per second. */
  #reportDropped(): void {
    clearTimeout(this.#reportTimer ?? undefined);
    this.#reportTimer = null;
    if (this.#unreported > 0) this.#options.report(droppedError(this.#unreported));
    this.#unreported = 0;
  }

  #pump(): void {
    if (this.#inSpool && this.#items.size === 0) void this.#refill();
    if (!this.#hasMore) for (const { ids, done } of this.#waiters) if (ids.size === 0) done(true);
    if (this.#pause !== null) return;
    const together = this.#failures > 0 ? 1 : MAX_PARALLEL;
    for (const item of this.#items.values()) {
      if (this.#active >= together) return;
      if (!item.isSending) void this.#send(item);
    }
  }

  async #send(item: Item): Promise<void> {
    item.isSending = true;
    this.#active++;
    const verdict = await this.#attempt(item);
    item.isSending = false;
    this.#active--;
    if (verdict?.kind === 'retry' && !this.#isHopeless(item)) this.#retryLater(item, verdict);
    else this.#settle(item, verdict);
    this.#pump();
  }

  /** Null when the item is no longer in the spool. */
  async #attempt({ id, key, body }: Item): Promise<Verdict | null> {
    const { target, timeout, spool } = this.#options;
    try {
      const waiting = body ? { key, body } : await spool?.read(id);
      if (!waiting) return null;
      if (waiting.key.startsWith(SCORE_KEY)) {
        const { appKey, apiKey, scoresUrl } = target;
        const keys = { 'x-parley-app-key': appKey, 'x-parley-api-key': apiKey, 'User-Agent': USER_AGENT };
        return verdictOf(await post(scoresUrl, waiting.body, keys, timeout));
      }
      const headers = { 'Idempotency-Key': waiting.key, 'User-Agent': USER_AGENT };
      return verdictOf(await post(target.trackUrl, withKeys(waiting.body, target), headers, timeout));
    } catch (error) {
      return noAnswer(error);
    }
  }

  /** Whether the item keeps failing while others succeed. */
  #isHopeless(item: Item): boolean {
    return this.#failures === 0 && ++item.failures >= MAX_FAILURES;
  }

  #settle(item: Item, verdict: Verdict | null): void {
    this.#forget(item);
    // An item that was given up without a refusal from Parley stays in the spool for the next process.
    if (verdict?.kind !== 'retry') this.#options.spool?.remove(item.id);
    if (verdict && verdict.kind !== 'retry') this.#failures = 0;
    if (verdict?.kind === 'accepted') {
      this.#counts.sent++;
      if (verdict.receipt.duplicate) this.#counts.duplicates++;
      item.settle?.(verdict.receipt);
    } else if (verdict) {
      this.#counts.refused++;
      this.#options.report(verdict.error);
      item.settle?.(verdict.error);
    }
  }

  #retryLater(item: Item, { error, waitMs }: Extract<Verdict, { kind: 'retry' }>): void {
    this.#items.delete(item.id);
    this.#items.set(item.id, item);
    // Requests that failed in parallel count once.
    if (this.#pause !== null) return;
    if (this.#failures++ === 0) this.#options.report(error);
    const grown = INITIAL_PAUSE_MS * 2 ** (this.#failures - 1) * (0.5 + Math.random() / 2);
    const pause = Math.min(MAX_PAUSE_MS, Math.max(grown, waitMs ?? 0));
    this.#pause = backgroundTimer(pause, () => this.#resume());
  }

  #resume(): void {
    clearTimeout(this.#pause ?? undefined);
    this.#pause = null;
    this.#pump();
  }

  /** Queues items that an earlier process left in the spool, and items that did not fit before. */
  async #refill(): Promise<void> {
    const { spool, maxQueued } = this.#options;
    if (this.#refilling || spool === null) return;
    this.#refilling = true;
    this.#inSpool = false;
    const missing = (await spool.list()).filter((id) => !this.#items.has(id));
    const room = Math.max(0, maxQueued - this.#items.size);
    this.#inSpool ||= missing.length > room;
    for (const id of missing.slice(0, room)) {
      this.#enqueue(itemOf({ id, key: '', body: null, settle: null, isSpooled: true }));
      for (const { ids } of this.#waiters) ids.add(id);
    }
    this.#refilling = false;
    this.#pump();
  }
}

function itemOf(item: Pick<Item, 'id' | 'key' | 'body' | 'settle'> & Partial<Item>): Item {
  return { isSpooled: false, isSending: false, failures: 0, ...item };
}

const NOT_IN_TIME = 'Parley did not answer before the process ended.';

function spooledError(): ParleyError {
  return new ParleyError('unreachable', 'The exchange waits in the spool folder.');
}

function droppedError(count: number): ParleyError {
  const what = count === 1 ? 'An exchange was' : `${count} exchanges were`;
  return new ParleyError('dropped', `${what} dropped: the queue is full.`, {
    count,
  });
}

/** Sorts by creation time, so that the spool can list the oldest first. */
function newTimedId(): string {
  return `${Date.now().toString(36).padStart(9, '0')}-${newId()}`;
}
