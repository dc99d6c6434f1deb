/** What is safe in the journal but not yet in the store: interactions by id, and everything in order. */
import type { Head } from '../entry.ts';
import { comparePositions, type Position } from '../journal/segments.ts';

type Waiting = {
  id: string;
  kind: Head['kind'];
  appId: string;
  receivedAt: number;
  position: Position;
  fingerprint: string;
};

export class Pending {
  readonly #byId = new Map<string, Waiting>();
  #queue: Waiting[] = [];
  #first = 0;

  add(head: Head, position: Position): void {
    const { id, kind, appId, receivedAt } = head;
    const fingerprint = (kind === 'interaction' && head.fingerprint) || '';
    const waiting = { id, kind, appId, receivedAt, position, fingerprint };
    if (kind === 'interaction') this.#byId.set(id, waiting);
    this.#queue.push(waiting);
  }

  /** For a frame that was not kept after all. */
  remove(position: Position): void {
    // It was added a moment ago, so it stands near the end.
    for (let i = this.#queue.length - 1; i >= this.#first; i--) {
      const waiting = this.#queue[i];
      if (waiting?.position !== position) continue;
      if (this.#byId.get(waiting.id) === waiting) this.#byId.delete(waiting.id);
      this.#queue.splice(i, 1);
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
    return this.#byId.get(id)?.position;
  }

  get size(): number {
    return this.#queue.length - this.#first;
  }

  /** When the oldest waiting frame was received, or null when none waits. */
  get oldest(): number | null {
    return this.#queue[this.#first]?.receivedAt ?? null;
  }

  /** How many frames of an application wait behind a position, by day of receipt. */
  countByDay(appId: string, behind: Position): Map<string, number> {
    const days = new Map<string, number>();
    for (let i = this.#first; i < this.#queue.length; i++) {
      const waiting = this.#queue[i];
      if (waiting?.appId !== appId || comparePositions(waiting.position, behind) < 0) continue;
      const day = new Date(waiting.receivedAt).toISOString().slice(0, 10);
      days.set(day, (days.get(day) ?? 0) + 1);
    }
    return days;
  }

  /** Forgets what lies before a position: it is in the store now. `onStored` is told the interactions. */
  drained(to: Position, onStored: (id: string, fingerprint: string) => void = () => {}): void {
    for (;;) {
      const next = this.#queue[this.#first];
      if (!next || comparePositions(next.position, to) >= 0) break;
      if (this.#byId.get(next.id) === next) this.#byId.delete(next.id);
      if (next.kind === 'interaction') onStored(next.id, next.fingerprint);
      this.#first++;
    }
    // Shift in large steps: an array loses its head in time linear to its length.
    if (this.#first > 1024 && this.#first * 2 > this.#queue.length) {
      this.#queue = this.#queue.slice(this.#first);
      this.#first = 0;
    }
  }
}
