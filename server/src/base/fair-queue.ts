/**
 * Whose turn it is: askers take turns, however much each of them wants, and none takes what the others need. Whoever
 * has some running may begin another one only while at least one more than that stays free: of 16 places, one asker
 * gets 8, the next 4, then 2, and there is a place for somebody who comes later.
 */
export type Room = {
  /** How many run at a time. */
  places: number;
  /** How many may wait; beyond, whoever comes had better come again later. */
  waiting: { inAll: number; perAsker: number };
};

/** Too many wait: of the asker's own, or of everybody's. */
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
  /** Those who wait, the next one first, each with what they want. */
  readonly #waiting = new Map<string, T[]>();
  readonly #running = new Map<string, number>();
  #waitingInAll = 0;
  #runningInAll = 0;

  constructor(room: Room) {
    this.#room = room;
  }

  /** Takes the end of the asker's own line; throws `Crowded` where that is too long. */
  wait(asker: string, item: T): void {
    const { inAll, perAsker } = this.#room.waiting;
    if ((this.#waiting.get(asker)?.length ?? 0) >= perAsker) throw new Crowded('own');
    if (this.#waitingInAll >= inAll) throw new Crowded('all');
    const own = this.#waiting.get(asker);
    if (own) own.push(item);
    else this.#waiting.set(asker, [item]);
    this.#waitingInAll++;
  }

  /** What runs next, and counts as running until it is `done`; undefined when nothing can. */
  next(): Turn<T> | undefined {
    const free = this.#room.places - this.#runningInAll;
    for (const [asker, own] of this.#waiting) {
      const running = this.#running.get(asker) ?? 0;
      if (running >= free) continue;
      const [item] = own.splice(0, 1);
      // Whoever had a turn waits behind all others for the next one.
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

  /** Nobody waits for it any more. */
  leave(asker: string, item: T): void {
    const own = this.#waiting.get(asker);
    const at = own?.indexOf(item) ?? -1;
    if (!own || at === -1) return;
    own.splice(at, 1);
    this.#waitingInAll--;
    if (own.length === 0) this.#waiting.delete(asker);
  }

  /** All that wait, who wait no longer. */
  clear(): T[] {
    const items = [...this.#waiting.values()].flat();
    this.#waiting.clear();
    this.#waitingInAll = 0;
    return items;
  }
}
