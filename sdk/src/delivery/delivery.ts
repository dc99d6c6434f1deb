/**
 * Brings payloads to Parley in the background. What waits is bounded, and the oldest make room; whatever goes wrong is
 * told to `report`, and never to the one who handed a payload over.
 */
import { newId, post } from '#platform';
import { withKeys } from '../compose.ts';
import type { DeliveryCounts } from '../counts.ts';
import { ParleyError } from '../errors.ts';
import { LONGEST_MS, later } from '../later.ts';
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
  /** Makes a second attempt a duplicate of the first. */
  key: string;
  /** Null when it has to be read from the spool. */
  body: Uint8Array<ArrayBuffer> | null;
  settle: Settle | null;
  /** Whether the spool has it, too. */
  isSpooled: boolean;
  isSending: boolean;
  failures: number;
};

type Waiter = { ids: Set<string>; done: (empty: boolean) => void };

/** At a time; while Parley is away, one. */
const TOGETHER = 4;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** Of one that fails while others arrive. */
const MOST_FAILURES = 5;
const TELL_MS = 1000;

export class Delivery {
  readonly #options: DeliveryOptions;
  /** The oldest first; what has failed goes to the end, and does not hold up the others. */
  readonly #items = new Map<string, Item>();
  readonly #waiters = new Set<Waiter>();
  readonly #counts = { sent: 0, duplicates: 0, refused: 0, dropped: 0 };
  #bytes = 0;
  #active = 0;
  /** Attempts in a row that came to nothing. */
  #failures = 0;
  #pause: ReturnType<typeof setTimeout> | null = null;
  #inSpool: boolean;
  #refilling = false;
  /** Dropped, and not reported yet. */
  #untold = 0;
  #telling: ReturnType<typeof setTimeout> | null = null;

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
    this.#take(item);
    this.#makeRoom();
    this.#pump();
  }

  /** Resolves with whether nothing waits of what waits now, after so many milliseconds at the latest. */
  flush(milliseconds: number): Promise<boolean> {
    this.#tellDropped();
    this.#resume();
    if (this.#items.size === 0 && !this.#hasMore) return Promise.resolve(true);
    return new Promise((resolve) => {
      const done = (empty: boolean) => {
        clearTimeout(timer);
        this.#waiters.delete(waiter);
        resolve(empty);
      };
      const waiter = { ids: new Set(this.#items.keys()), done };
      // This one keeps the process alive: somebody waits.
      const timer = setTimeout(done, Math.min(milliseconds, LONGEST_MS), false);
      this.#waiters.add(waiter);
    });
  }

  /** The process comes to its end: whoever waits for an answer waits no longer. */
  letGo(): void {
    for (const item of this.#items.values()) {
      item.settle?.(item.isSpooled ? spooledError() : new ParleyError('unreachable', NOT_IN_TIME));
      item.settle = null;
    }
  }

  /** The process ends now: what waits is left to the next one, where there is a spool. */
  leave(): void {
    this.#options.spool?.writeRest();
  }

  /** Whether something is, or may be, in the spool that is not among the items. */
  get #hasMore(): boolean {
    return this.#inSpool || this.#refilling;
  }

  #take(item: Item): void {
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
        this.#untold++;
        item.settle?.(droppedError(1));
      }
    }
    if (this.#untold > 0) this.#telling ??= later(TELL_MS, () => this.#tellDropped());
  }

  /** Not each by itself: there may be thousands in a second. */
  #tellDropped(): void {
    clearTimeout(this.#telling ?? undefined);
    this.#telling = null;
    if (this.#untold > 0) this.#options.report(droppedError(this.#untold));
    this.#untold = 0;
  }

  #pump(): void {
    if (this.#inSpool && this.#items.size === 0) void this.#refill();
    if (!this.#hasMore) for (const { ids, done } of this.#waiters) if (ids.size === 0) done(true);
    if (this.#pause !== null) return;
    const together = this.#failures > 0 ? 1 : TOGETHER;
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
    if (verdict?.kind === 'later' && !this.#isHopeless(item)) this.#tryLater(item, verdict);
    else this.#settle(item, verdict);
    this.#pump();
  }

  /** Null when there is nothing to send any more. */
  async #attempt({ id, key, body }: Item): Promise<Verdict | null> {
    const { target, timeout, spool } = this.#options;
    try {
      const waiting = body ? { key, body } : await spool?.read(id);
      if (!waiting) return null;
      const headers = { 'Idempotency-Key': waiting.key };
      return verdictOf(await post(target.trackUrl, withKeys(waiting.body, target), headers, timeout));
    } catch (error) {
      return noAnswer(error);
    }
  }

  /** Whether it has failed again and again, and others arrived in between. */
  #isHopeless(item: Item): boolean {
    return this.#failures === 0 && ++item.failures >= MOST_FAILURES;
  }

  #settle(item: Item, verdict: Verdict | null): void {
    this.#forget(item);
    // What was given up, and not by Parley, stays in the spool for the next process.
    if (verdict?.kind !== 'later') this.#options.spool?.remove(item.id);
    if (verdict && verdict.kind !== 'later') this.#failures = 0;
    if (verdict?.kind === 'kept') {
      this.#counts.sent++;
      if (verdict.receipt.duplicate) this.#counts.duplicates++;
      item.settle?.(verdict.receipt);
    } else if (verdict) {
      this.#counts.refused++;
      this.#options.report(verdict.error);
      item.settle?.(verdict.error);
    }
  }

  #tryLater(item: Item, { error, waitMs }: Extract<Verdict, { kind: 'later' }>): void {
    this.#items.delete(item.id);
    this.#items.set(item.id, item);
    // Others that were on their way at the same time say nothing new.
    if (this.#pause !== null) return;
    if (this.#failures++ === 0) this.#options.report(error);
    const grown = FIRST_PAUSE_MS * 2 ** (this.#failures - 1) * (0.5 + Math.random() / 2);
    const pause = Math.min(LONGEST_PAUSE_MS, Math.max(grown, waitMs ?? 0));
    this.#pause = later(pause, () => this.#resume());
  }

  #resume(): void {
    clearTimeout(this.#pause ?? undefined);
    this.#pause = null;
    this.#pump();
  }

  /** Takes what an earlier process left behind, and what there was no room for. */
  async #refill(): Promise<void> {
    const { spool, maxQueued } = this.#options;
    if (this.#refilling || spool === null) return;
    this.#refilling = true;
    this.#inSpool = false;
    const missing = (await spool.list()).filter((id) => !this.#items.has(id));
    const room = Math.max(0, maxQueued - this.#items.size);
    this.#inSpool ||= missing.length > room;
    for (const id of missing.slice(0, room)) {
      this.#take(itemOf({ id, key: '', body: null, settle: null, isSpooled: true }));
      for (const { ids } of this.#waiters) ids.add(id);
    }
    this.#refilling = false;
    this.#pump();
  }
}

function itemOf(item: Pick<Item, 'id' | 'key' | 'body' | 'settle'> & Partial<Item>): Item {
  return { isSpooled: false, isSending: false, failures: 0, ...item };
}

const NOT_IN_TIME = 'Parley has not answered, and the process comes to its end.';

function spooledError(): ParleyError {
  return new ParleyError('unreachable', 'It waits in the spool folder.');
}

function droppedError(count: number): ParleyError {
  const what = count === 1 ? 'An exchange was' : `${count} exchanges were`;
  return new ParleyError('dropped', `${what} dropped: more wait for Parley than there is room for.`, {
    count,
  });
}

/** In the order of time, so that a spool knows which is the oldest. */
function newTimedId(): string {
  return `${Date.now().toString(36).padStart(9, '0')}-${newId()}`;
}
