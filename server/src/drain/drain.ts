/**
 * Journal to store, in order and exactly once. One batch at a time:
 *
 *   1. read the next frames and derive their records
 *   2. leave out what the store has already, where nobody could tell at receipt
 *   3. write down the range that is about to be inserted (checkpoint)
 *   4. insert under a token made from the range
 *   5. count it in the ledger, and move on
 *
 * A crash between 3 and the next 3 repeats that very range: same frames, same token, so the store drops
 * what it has. And since a store that lost power may have kept the rows and forgotten the token, the
 * repeated range is also compared with the store, id by id.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Checkpoint, readCheckpoint, writeCheckpoint } from '../journal/checkpoint.ts';
import { JournalReader, type OnDamage, type ReadFrame } from '../journal/reader.ts';
import { comparePositions, type Position } from '../journal/segments.ts';
import type { Store } from '../store/store.ts';
import { type Batch, type Derive, dropDuplicates, dropStored, idsOf, sortBatch } from './batch.ts';

export type Drained = {
  to: Position;
  stored: number;
  insertSeconds: number;
};

export type DrainOptions = {
  folder: string;
  /** Names this journal in tokens and in the ledger. */
  node: string;
  store: Pick<Store, 'existing' | 'insertInteractions' | 'insertRejections'>;
  derive: Derive;
  addToLedger: (ledger: Batch['ledger'], end: Position) => Promise<void>;
  onDamage: OnDamage;
  onDrained: (drained: Drained) => void;
  /** Called for every failed try; the drain goes on trying. */
  onFailure: (error: unknown) => void;
};

/** Large enough to make good parts, small enough for memory: about 2,000 exchanges of 3 KB. */
const LIMITS = { frames: 2000, bytes: 8 * 1024 * 1024 };
/** Fewer, larger inserts at a steady trickle; a lone interaction still goes at once. */
const MIN_INTERVAL_MS = 200;
const RETRY_MS = { first: 200, most: 5000 };

export class Drain {
  readonly #options: DrainOptions;
  readonly #reader: JournalReader;
  readonly #stopping = Promise.withResolvers<void>();
  /** Everything before it is in the store. */
  #drained: Position;
  /** The range that a crash left open. */
  #leftOpen: Position | null;
  #committed: Position;
  #stopped = false;
  #wake: () => void = () => {};
  #lastInsert = 0;

  private constructor(options: DrainOptions, checkpoint: Checkpoint) {
    this.#options = options;
    this.#drained = checkpoint.drained;
    this.#leftOpen = checkpoint.inserting;
    this.#committed = checkpoint.drained;
    this.#reader = new JournalReader(options.folder, checkpoint.drained, options.onDamage);
  }

  static async open(options: DrainOptions): Promise<Drain> {
    return new Drain(options, await readCheckpoint(options.folder));
  }

  /** Frames up to here are safe and may be drained. */
  advance(to: Position): void {
    if (comparePositions(to, this.#committed) > 0) this.#committed = to;
    this.#wake();
  }

  /** Ends `run` after the batch in hand, or between two tries of it. */
  stop(): void {
    this.#stopped = true;
    this.#stopping.resolve();
    this.#wake();
  }

  async run(): Promise<void> {
    if (this.#leftOpen) await this.#repeat(this.#leftOpen);
    let settled = this.#leftOpen === null;
    while (!this.#stopped) {
      await this.#pace();
      const frames = await this.#reader.next(this.#committed, LIMITS);
      if (frames.length > 0) {
        await this.#drain(frames, this.#reader.position, false);
        settled = false;
      } else if (settled) await this.#untilWoken();
      else {
        // Nothing is open any more: a restart then has nothing to repeat.
        await writeCheckpoint(this.#options.folder, { drained: this.#drained, inserting: null });
        settled = true;
      }
    }
    await this.#reader.close();
  }

  /** Whole and by itself, as it was begun. */
  async #repeat(end: Position): Promise<void> {
    const all = { frames: Number.MAX_SAFE_INTEGER, bytes: Number.MAX_SAFE_INTEGER };
    const frames: ReadFrame[] = [];
    for (;;) {
      const more = await this.#reader.next(end, all);
      if (more.length === 0) break;
      frames.push(...more);
    }
    await this.#drain(frames, end, true);
  }

  /** Returns when the batch is in the store, or when the drain is stopped: then it is repeated next time. */
  async #drain(frames: readonly ReadFrame[], end: Position, repeated: boolean): Promise<void> {
    const { folder, node, store } = this.#options;
    const from = this.#drained;
    const token = `${node}:${from.segment}.${from.offset}-${end.segment}.${end.offset}`;
    const batch = sortBatch(frames, this.#options.derive);
    let begun = repeated;
    let delay = RETRY_MS.first;
    while (!this.#stopped) {
      try {
        const started = performance.now();
        if (begun) dropStored(batch, await store.existing(idsOf(batch)));
        else dropDuplicates(batch, await store.existing(batch.unverified));
        if (!begun) await writeCheckpoint(folder, { drained: from, inserting: end });
        begun = true;
        await store.insertInteractions(batch.interactions, token);
        await store.insertRejections(batch.rejections, token);
        await this.#options.addToLedger(batch.ledger, end);
        this.#drained = end;
        const insertSeconds = (performance.now() - started) / 1000;
        this.#options.onDrained({ to: end, stored: batch.interactions.length, insertSeconds });
        return;
      } catch (error) {
        this.#options.onFailure(error);
        await this.#wait(delay);
        delay = Math.min(delay * 2, RETRY_MS.most);
      }
    }
  }

  async #pace(): Promise<void> {
    const wait = this.#lastInsert + MIN_INTERVAL_MS - performance.now();
    if (wait > 0 && this.#waitingBytes() < LIMITS.bytes / 4) await this.#wait(wait);
    this.#lastInsert = performance.now();
  }

  /** A lower bound: what waits behind the current segment is at least something. */
  #waitingBytes(): number {
    const { segment, offset } = this.#reader.position;
    return this.#committed.segment > segment ? Number.POSITIVE_INFINITY : this.#committed.offset - offset;
  }

  async #wait(milliseconds: number): Promise<void> {
    await Promise.race([sleep(milliseconds, undefined, { ref: false }), this.#stopping.promise]);
  }

  async #untilWoken(): Promise<void> {
    if (this.#stopped || comparePositions(this.#reader.position, this.#committed) < 0) return;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
  }
}
