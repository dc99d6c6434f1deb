/** What is safe in the journal but not yet in the store: interactions by id, and everything in order. */
import { countOf, type Head, interactionsIn } from '../envelope/journal-entry.ts';
import { comparePositions, type Position } from '../journal/segments.ts';

/** One frame. */
type Waiting = {
  appId: string;
  receivedAt: number;
  position: Position;
  interactions: readonly { id: string; fingerprint: string }[];
  /** How many were received with it. */
  count: number;
};

export class Pending {
  readonly #byId = new Map<string, { waiting: Waiting; fingerprint: string }>();
  #queue: Waiting[] = [];
  #first = 0;
  #size = 0;
  /** How many of each application, by day of receipt: there may be a million, and who asks must not wait for a count. */
  readonly #counts = new Map<string, Map<number, number>>();

  add(head: Head, position: Position): void {
    const { appId, receivedAt } = head;
    const count = countOf(head);
    const waiting: Waiting = { appId, receivedAt, position, interactions: interactionsIn(head), count };
    for (const { id, fingerprint } of waiting.interactions) this.#byId.set(id, { waiting, fingerprint });
    this.#queue.push(waiting);
    this.#count(waiting, 1);
  }

  /** For a frame that was not kept after all. */
  remove(position: Position): void {
    // It was added a moment ago, so it stands near the end.
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

  /** Empty for an interaction that has none; undefined when none of that id waits. */
  fingerprint(id: string): string | undefined {
    return this.#byId.get(id)?.fingerprint;
  }

  position(id: string): Position | undefined {
    return this.#byId.get(id)?.waiting.position;
  }

  /** Those that wait, which are in memory by their ids. */
  get interactions(): number {
    return this.#byId.size;
  }

  /** How many records wait; a frame that stands for none counts as one. */
  get size(): number {
    return this.#size;
  }

  /** When the oldest waiting frame was received, or null when none waits. */
  get oldest(): number | null {
    return this.#queue[this.#first]?.receivedAt ?? null;
  }

  /** How many frames of an application wait behind a position, by day of receipt. */
  countByDay(appId: string, behind: Position): Map<string, number> {
    const counts = new Map(this.#counts.get(appId));
    // Few lie before it: those of a batch that was stored just now.
    for (let i = this.#first; i < this.#queue.length; i++) {
      const waiting = this.#queue[i];
      if (!waiting || comparePositions(waiting.position, behind) >= 0) break;
      if (waiting.appId === appId) add(counts, dayOf(waiting), -waiting.count);
    }
    return new Map(
      [...counts].map(([day, count]) => [new Date(day * DAY_MS).toISOString().slice(0, 10), count]),
    );
  }

  /** Forgets what lies before a position: it is in the store now. `onStored` is told the interactions. */
  drained(to: Position, onStored: (id: string, fingerprint: string) => void = () => {}): void {
    for (;;) {
      const next = this.#queue[this.#first];
      if (!next || comparePositions(next.position, to) >= 0) break;
      this.#forget(next);
      for (const { id, fingerprint } of next.interactions) onStored(id, fingerprint);
      this.#count(next, -1);
      this.#first++;
    }
    // Shift in large steps: an array loses its head in time linear to its length.
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

/** Days on which nothing waits are left out. */
function add(counts: Map<number, number>, day: number, difference: number): void {
  const count = (counts.get(day) ?? 0) + difference;
  if (count === 0) counts.delete(day);
  else counts.set(day, count);
}
