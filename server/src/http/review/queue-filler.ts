import type { Kysely } from 'kysely';
import { addItems } from '../../accounts/review/add-items.ts';
import { type StoredQueue, storedQueue } from '../../accounts/review/stored-queue.ts';
import { ApiError } from '../../base/errors.ts';
import type { Tables } from '../../metadata/tables.ts';
import type { Reading } from '../../reading/reading.ts';

/** How often the store is asked for what has joined a queue, at most; and when all of it is done. */
const REFILL_MS = 60_000;
const REFILL_DONE_MS = 5000;

/** Asks the store for the items of queues. */
export class QueueFiller {
  readonly #db: Kysely<Tables>;
  readonly #reading: Reading;
  /** Queues that are being filled: whoever comes meanwhile waits for the same items. */
  readonly #filling = new Map<string, Promise<void>>();

  constructor(db: Kysely<Tables>, reading: Reading) {
    this.#db = db;
    this.#reading = reading;
  }

  /** The queue with its items: the first ones, and those that have arrived since. */
  async filled(asker: string, queue: StoredQueue): Promise<StoredQueue> {
    if (!needsFilling(queue)) return queue;
    const filling = this.#filling.get(queue.id) ?? this.#fill(asker, queue);
    this.#filling.set(queue.id, filling);
    try {
      await filling;
    } finally {
      this.#filling.delete(queue.id);
    }
    const filled = await storedQueue(this.#db, queue.id);
    if (!filled) throw new ApiError('not_found');
    return filled;
  }

  async #fill(asker: string, queue: StoredQueue): Promise<void> {
    const { app, unit, filters, from, to, order, limit } = queue;
    const search = { app, unit, filters, from, to, order, limit };
    await addItems(this.#db, queue, await this.#reading.lookUp(asker, 'queueItems', search));
  }
}

function needsFilling({ filledAt, to, items, finished, limit, closedAt }: StoredQueue): boolean {
  if (closedAt !== null) return false;
  if (filledAt === null) return true;
  const pause = items === finished ? REFILL_DONE_MS : REFILL_MS;
  return (to === null || filledAt < to) && items < limit && Date.now() - filledAt > pause;
}
