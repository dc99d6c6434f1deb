/**
 * A queue in which askers take turns, however much each of them has queued, and none takes the places that
 * others need. An asker with items running gets another place only while more places stay free than it holds:
 * of 16 places, one asker gets 8, the next 4, then 2, and there is one left for a newcomer.
 */
export type Room = {
  /** How many items run at a time. */
  places: number;
  /** How many items may wait; beyond that, new ones are refused. */
  waiting: { inAll: number; perAsker: number };
};

/** Thrown when a queue is full: the asker's own, or that of all askers. */
export class Crowded extends Error {
  readonly with: 'own' | 'all';

  constructor(crowdedWith: Crowded['with']) {
    super(crowdedWith === 'own' ? 'Too many of one asker wait.' : 'Too many wait.');
    this.with = crowdedWith;
  }
}

export type Turn<T> = { asker: string; item: T };

export class FairQueue<T> {
  readonly #room: Room;
  /** Waiting items by asker; the asker whose turn is next comes first. */
  readonly #waiting = new Map<string, T[]>();
  readonly #running = new Map<string, number>();
  #waitingInAll = 0;
  #runningInAll = 0;

  constructor(room: Room) {
    this.#room = room;
  }

  /** Appends to the asker's own queue; throws `Crowded` if that is full. */
  wait(asker: string, item: T): void {
    const { inAll, perAsker } = this.#room.waiting;
    if ((this.#waiting.get(asker)?.length ?? 0) >= perAsker) throw new Crowded('own');
    if (this.#waitingInAll >= inAll) throw new Crowded('all');
    const own = this.#waiting.get(asker);
    if (own) own.push(item);
    else this.#waiting.set(asker, [item]);
    this.#waitingInAll++;
  }

  /** The next item to run, which counts as running until `done`; undefined if none may run. */
  next(): Turn<T> | undefined {
    const free = this.#room.places - this.#runningInAll;
    for (const [asker, own] of this.#waiting) {
      const running = this.#running.get(asker) ?? 0;
      if (running >= free) continue;
      const [item] = own.splice(0, 1);
      // An asker who had a turn goes behind all others.
      this.#waiting.delete(asker);
      if (own.length > 0) this.#waiting.set(asker, own);
      if (item === undefined) continue;
      this.#waitingInAll--;
      this.#runningInAll++;
      this.#running.set(asker, running + 1);
      return { asker, item };
    }
    return undefined;
  }

  done(asker: string): void {
    const running = (this.#running.get(asker) ?? 0) - 1;
    if (running > 0) this.#running.set(asker, running);
    else this.#running.delete(asker);
    this.#runningInAll--;
  }

  /** Withdraws an item that nobody waits for any more. */
  leave(asker: string, item: T): void {
    const own = this.#waiting.get(asker);
    const at = own?.indexOf(item) ?? -1;
    if (!own || at === -1) return;
    own.splice(at, 1);
    this.#waitingInAll--;
    if (own.length === 0) this.#waiting.delete(asker);
  }

  /** Removes and returns everything that waits. */
  clear(): T[] {
    const items = [...this.#waiting.values()].flat();
    this.#waiting.clear();
    this.#waitingInAll = 0;
    return items;
  }
}
