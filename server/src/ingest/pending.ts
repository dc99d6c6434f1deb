/** What is in the journal but not yet in the store: interactions by id, and frames in order. */
import { countOf, type Head, interactionsIn } from '../envelope/journal-entry.ts';
import { comparePositions, type Position } from '../journal/segments.ts';

/** A frame that waits for the drain. */
type Waiting = {
  appId: string;
  receivedAt: number;
  position: Position;
  interactions: readonly { id: string; fingerprint: string }[];
  /** How many records the frame stands for. */
  count: number;
};

export class Pending {
  readonly #byId = new Map<string, { waiting: Waiting; fingerprint: string }>();
  #queue: Waiting[] = [];
  #first = 0;
  #size = 0;
  /**
   * Counts by application and day of receipt, kept up to date: counting a million frames would take too long.
   */
  readonly #counts = new Map<string, Map<number, number>>();

  add(head: Head, position: Position): void {
    const { appId, receivedAt } = head;
    const count = countOf(head);
    const waiting: Waiting = { appId, receivedAt, position, interactions: interactionsIn(head), count };
    for (const { id, fingerprint } of waiting.interactions) this.#byId.set(id, { waiting, fingerprint });
    this.#queue.push(waiting);
    this.#count(waiting, 1);
  }

  /** Removes a frame whose write failed. */
  remove(position: Position): void {
    // It was added a moment ago, so it is near the end.
    for (let i = this.#queue.length - 1; i >= this.#first; i--) {
      const waiting = this.#queue[i];
      if (waiting?.position !== position) continue;
      this.#forget(waiting);
      this.#queue.splice(i, 1);
      this.#count(waiting, -1);
      return;
    }
  }

  has(id: string): boolean {
    return this.#byId.has(id);
  }

  /**
   * Empty for an interaction without a fingerprint; undefined when no interaction with this id is pending.
   */
  fingerprint(id: string): string | undefined {
    return this.#byId.get(id)?.fingerprint;
  }

  position(id: string): Position | undefined {
    return this.#byId.get(id)?.waiting.position;
  }

  /** Pending interactions. */
  get interactions(): number {
    return this.#byId.size;
  }

  /** Pending records; a frame that stands for none counts as one. */
  get size(): number {
    return this.#size;
  }

  /** When the oldest pending frame was received; null when none is pending. */
  get oldest(): number | null {
    return this.#queue[this.#first]?.receivedAt ?? null;
  }

  /** The number of pending records of an application after a position, by day of receipt. */
  countByDay(appId: string, behind: Position): Map<string, number> {
    const counts = new Map(this.#counts.get(appId));
    // Only the frames of a batch that was just stored are before it.
    for (let i = this.#first; i < this.#queue.length; i++) {
      const waiting = this.#queue[i];
      if (!waiting || comparePositions(waiting.position, behind) >= 0) break;
      if (waiting.appId === appId) add(counts, dayOf(waiting), -waiting.count);
    }
    return new Map(
      [...counts].map(([day, count]) => [new Date(day * DAY_MS).toISOString().slice(0, 10), count]),
    );
  }

  /**
   * Removes the frames before a position, which are stored now, and calls `onStored` with their interactions.
   */
  drained(to: Position, onStored: (id: string, fingerprint: string) => void = () => {}): void {
    for (;;) {
      const next = this.#queue[this.#first];
      if (!next || comparePositions(next.position, to) >= 0) break;
      this.#forget(next);
      for (const { id, fingerprint } of next.interactions) onStored(id, fingerprint);
      this.#count(next, -1);
      this.#first++;
    }
    // Shift in large steps: removing the head of an array takes time linear to its length.
    if (this.#first > 1024 && this.#first * 2 > this.#queue.length) {
      this.#queue = this.#queue.slice(this.#first);
      this.#first = 0;
    }
  }

  #forget(waiting: Waiting): void {
    for (const { id } of waiting.interactions)
      if (this.#byId.get(id)?.waiting === waiting) this.#byId.delete(id);
  }

  #count(waiting: Waiting, sign: 1 | -1): void {
    const counts = this.#counts.get(waiting.appId) ?? new Map<number, number>();
    this.#counts.set(waiting.appId, counts);
    this.#size += sign * Math.max(1, waiting.count);
    add(counts, dayOf(waiting), sign * waiting.count);
    if (counts.size === 0) this.#counts.delete(waiting.appId);
  }
}

const DAY_MS = 24 * 60 * 60 * 1000;

function dayOf({ receivedAt }: Waiting): number {
  return Math.floor(receivedAt / DAY_MS);
}

/** Days with a count of 0 are removed. */
function add(counts: Map<number, number>, day: number, difference: number): void {
  const count = (counts.get(day) ?? 0) + difference;
  if (count === 0) counts.delete(day);
  else counts.set(day, count);
}
