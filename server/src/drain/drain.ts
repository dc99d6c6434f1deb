/**
 * Journal to store, in order and exactly once. One batch at a time:
 *
 *   1. read the next frames
 *   2. leave out what the store has already: where nobody could tell at receipt, and in all that an
 *      earlier run left
 *   3. write down the range that is about to be inserted (checkpoint)
 *   4. leave out what its application does not keep: bodies, or everything once it is deleted
 *   5. derive the records and insert them, under a token made from the range and what is in it
 *   6. count it in the ledger, and move on
 *
 * A crash between 3 and the next 3 repeats that very range: same frames, same token, so the store drops
 * what it has. And since a store that lost power may have kept the rows and forgotten the token, the
 * repeated range is also compared with the store, id by id. What 2 left out is written down in 3: later
 * nobody could tell it from what the insert itself has stored.
 *
 * Bytes between the frames that are none were frames once: they are counted with the batch they stand in.
 *
 * Where the ledger ends is kept with its counts, so that frames which are read again count once, however
 * they are cut into batches the second time.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { BackOff, type BackOffRule } from '../base/back-off.ts';
import type { KeptPart, LatePart } from '../cluster/late-parts.ts';
import { recordsIn } from '../envelope/journal-entry.ts';
import { type Checkpoint, writeCheckpoint } from '../journal/checkpoint.ts';
import {
  type Damage,
  JournalReader,
  type OnDamage,
  type ReadFrame,
  type ReadLimits,
} from '../journal/reader.ts';
import { comparePositions, type Position } from '../journal/segments.ts';
import type { Store } from '../store/store.ts';
import {
  type Batch,
  type Derive,
  dropDuplicates,
  dropStored,
  type FrameRange,
  idsOf,
  type KeepingOf,
  keepOnly,
  rowsOf,
  sortBatch,
  totalOf,
  type WaitingInteraction,
} from './batch.ts';
import { compareWithStore, dropRecorded } from './compare.ts';
import { InsertPace, type PaceRule } from './insert-pace.ts';
import { joinParts } from './telemetry-parts.ts';

export type Drained = {
  to: Position;
  stored: number;
  /** Frames that were safe once and cannot be read any more. */
  damaged: number;
  /** Null when there was nothing to insert. */
  insertSeconds: number | null;
};

export type Counted = {
  ledger: Batch['ledger'];
  end: Position;
  storedAt: number;
  /** Of calls that are stored already, or are not here yet. */
  late: readonly LatePart[];
  /** Those that waited, and have come to their calls. */
  joined: readonly KeptPart[];
};

export type DrainOptions = {
  folder: string;
  /** Names this journal in tokens and in the ledger. */
  node: string;
  /** Where to begin. */
  checkpoint: Checkpoint;
  /** The end of what earlier runs left: up to there, the store may have anything. */
  leftOver: Position;
  /** The ledger has everything before it. */
  counted: Position;
  /** And every row that was written up to then. */
  countedUntil: number;
  store: Pick<
    Store,
    'existing' | 'sameReceipts' | 'insertInteractions' | 'insertRejections' | 'insertOutlines'
  >;
  derive: Derive;
  /** Called before every batch is derived: the moment to look for what deriving depends on. */
  prepare?: () => Promise<void>;
  /** Called before every insert, for what deriving needs of the store. */
  lookUp?: (interactions: readonly WaitingInteraction[]) => Promise<void>;
  /** Called before every insert: what each application keeps at this moment. */
  keeping: () => Promise<KeepingOf>;
  /**
   * Where other nodes write to the same store: called before the store is asked what it has, with what may
   * come to another node, too. False when another one is storing some of it. Counting gives it all back.
   */
  claim?: (ids: readonly string[]) => Promise<boolean>;
  /**
   * What of earlier calls waits for those that are about to be inserted. Whatever is returned is joined to them, and
   * `count` forgets it.
   */
  waitingParts?: (ids: readonly string[]) => Promise<KeptPart[]>;
  /** All of it or nothing. `storedAt`: what the rows up to here say of when they were written. */
  count: (counted: Counted) => Promise<void>;
  onDamage: OnDamage;
  onDrained: (drained: Drained) => void;
  /** Called for every failed try; the drain goes on trying. */
  onFailure: (error: unknown) => void;
  /** Called for every step that is done. */
  onWorked?: () => void;
  /** Of one batch. */
  limits: ReadLimits;
  pace?: Pace;
};

export type Pace = PaceRule & {
  /** Between two tries. */
  retry: BackOffRule;
  /** It leaves the processor to acknowledging for so long at most, before it has caught up again. */
  mostRestMs: number;
};

const PACE: Pace = {
  share: 1 / 5,
  soonMs: 900,
  retry: { firstMs: 200, mostMs: 5000 },
  mostRestMs: 15_000,
};
/** Another node is storing the same. */
const CLAIM_AGAIN = { firstMs: 100, mostMs: 1000 };
/** How often a resting drain looks whether it may go on. */
const REST_STEP_MS = 50;

export class Drain {
  readonly #options: DrainOptions;
  readonly #limits: ReadLimits;
  readonly #paceOf: Pace;
  readonly #reader: JournalReader;
  /** Met since the last batch. */
  readonly #damage: Damage[] = [];
  readonly #stopping = new AbortController();
  /** Everything before it is in the store. */
  #drained: Position;
  /** The range that a crash left open, and what its insert left out. */
  readonly #leftOpen: { end: Position; without: string[] } | null;
  #committed: Position;
  /** When rows were last written: later ones say a later time, so that a time tells batches apart. */
  #storedAt: number;
  #stopped = false;
  #wake: () => void = () => {};
  readonly #insertPace: InsertPace;
  #givesWay = false;
  #restLeftMs: number;

  constructor(options: DrainOptions) {
    const { checkpoint } = options;
    this.#options = options;
    this.#limits = options.limits;
    this.#paceOf = options.pace ?? PACE;
    this.#insertPace = new InsertPace(this.#paceOf);
    this.#restLeftMs = this.#paceOf.mostRestMs;
    this.#drained = checkpoint.drained;
    const { inserting, without = [] } = checkpoint;
    this.#leftOpen = inserting && { end: inserting, without };
    this.#committed = checkpoint.drained;
    this.#storedAt = options.countedUntil;
    const onDamage: OnDamage = async (damage) => {
      await options.onDamage(damage);
      this.#damage.push(damage);
    };
    this.#reader = new JournalReader(options.folder, checkpoint.drained, onDamage, recordsIn);
  }

  /** Frames up to here are safe and may be drained. */
  advance(to: Position): void {
    if (comparePositions(to, this.#committed) > 0) this.#committed = to;
    this.#wake();
  }

  /** Acknowledging comes first: in a burst the drain rests, and catches up after it. */
  giveWay(inBurst: boolean): void {
    this.#givesWay = inBurst;
  }

  /** Ends `run` after the batch in hand, or between two tries of it. */
  stop(): void {
    this.#stopped = true;
    this.#stopping.abort();
    this.#wake();
  }

  async run(): Promise<void> {
    if (this.#leftOpen) await this.#repeat(this.#leftOpen.end, this.#leftOpen.without);
    let settled = this.#leftOpen === null;
    while (!this.#stopped) {
      await this.#rest();
      await this.#pace();
      const stretch = await this.#read(this.#committed, this.#limits);
      if (stretch.frames.length > 0 || stretch.damage.length > 0) {
        await this.#drain(stretch, this.#reader.position);
        this.#insertPace.end();
        settled = false;
      } else if (this.#passOver() || !settled) {
        // Nothing is open any more: a restart then has nothing to repeat.
        const { folder, node } = this.#options;
        const checkpoint = { node, drained: this.#drained, inserting: null };
        await this.#persist(() => writeCheckpoint(folder, checkpoint));
        settled = true;
      } else {
        this.#restLeftMs = this.#paceOf.mostRestMs;
        await this.#untilWoken();
      }
    }
    await this.#reader.close();
  }

  async #read(until: Position, limits: ReadLimits): Promise<FrameRange> {
    const frames = (await this.#persist(() => this.#reader.next(until, limits))) ?? [];
    return { frames, damage: this.#damage.splice(0) };
  }

  /** Empty segments hold nothing for the store: what lies behind them is drained too. */
  #passOver(): boolean {
    const to = this.#reader.position;
    if (comparePositions(to, this.#drained) <= 0) return false;
    this.#drained = to;
    this.#options.onDrained({ to, stored: 0, damaged: 0, insertSeconds: null });
    return true;
  }

  /** Whole and by itself, as it was begun. */
  async #repeat(end: Position, without: readonly string[]): Promise<void> {
    const all = { frames: Number.MAX_SAFE_INTEGER, bytes: Number.MAX_SAFE_INTEGER };
    const frames: ReadFrame[] = [];
    const damage: Damage[] = [];
    for (;;) {
      const more = await this.#read(end, all);
      damage.push(...more.damage);
      if (more.frames.length === 0) break;
      frames.push(...more.frames);
    }
    await this.#drain({ frames, damage }, end, without);
  }

  /** Returns when the batch is in the store, or when the drain is stopped: then it is repeated next time. */
  async #drain(stretch: FrameRange, end: Position, repeated?: readonly string[]): Promise<void> {
    const { folder, node, store } = this.#options;
    const from = this.#drained;
    const isLeftOver = comparePositions(from, this.#options.leftOver) < 0;
    await this.#options.prepare?.().catch((error: unknown) => this.#options.onFailure(error));
    const batch = sortBatch(stretch, this.#options.counted);
    const token = `${node}:${from.segment}.${from.offset}-${end.segment}.${end.offset}:${batch.digest}`;
    let begun = repeated !== undefined;
    let without: string[] | undefined;
    if (repeated) dropDuplicates(batch, new Set(repeated));
    await this.#persist(async () => {
      const started = performance.now();
      await this.#claim(batch);
      if (begun) dropStored(batch, await store.existing(idsOf(batch)));
      else {
        without ??= isLeftOver
          ? await compareWithStore(batch, store, node)
          : await dropRecorded(batch, store);
        await writeCheckpoint(folder, { node, drained: from, inserting: end, without });
        begun = true;
      }
      let joined: readonly KeptPart[] = [];
      const keeping = await this.#options.keeping();
      keepOnly(batch, isLeftOver ? keeping : (appId) => keeping(appId));
      if (batch.interactions.length > 0) {
        await this.#options.lookUp?.(batch.interactions);
        joined = await this.#joinWaiting(batch);
        this.#storedAt = Math.max(Date.now(), this.#storedAt + 1);
        const storedBy = { node, storedAt: this.#storedAt };
        await store.insertInteractions(rowsOf(batch, this.#options.derive, storedBy), token);
      }
      await store.insertRejections(batch.rejections, token);
      await store.insertOutlines(batch.outlines, token);
      const { ledger, parts: late } = batch;
      await this.#options.count({ ledger, end, storedAt: this.#storedAt, late, joined });
      this.#drained = end;
      const insertSeconds = (performance.now() - started) / 1000;
      const [stored, damaged] = [totalOf(batch, 'stored'), totalOf(batch, 'damaged')];
      this.#options.onDrained({ to: end, stored, damaged, insertSeconds });
    });
  }

  async #joinWaiting({ interactions }: Batch): Promise<readonly KeptPart[]> {
    const ids = interactions.flatMap(({ head }) => (head.envelope.format === 'otel' ? [head.id] : []));
    if (ids.length === 0 || !this.#options.waitingParts) return [];
    const parts = await this.#options.waitingParts(ids);
    joinParts(interactions, parts);
    return parts;
  }

  /** Other nodes are quick, or gone after a while. */
  async #claim(batch: Batch): Promise<void> {
    const { claim } = this.#options;
    const ids = batch.unverified;
    const backOff = new BackOff(CLAIM_AGAIN);
    while (claim && ids.length > 0 && !this.#stopped && !(await claim(ids))) {
      await backOff.wait(this.#stopping.signal);
    }
    if (this.#stopped) throw new Error('The drain was stopped.');
  }

  /** Tries until it works; undefined when the drain was stopped before it did. */
  async #persist<T>(step: () => Promise<T>): Promise<T | undefined> {
    const backOff = new BackOff(this.#paceOf.retry);
    while (!this.#stopped) {
      try {
        const done = await step();
        this.#options.onWorked?.();
        return done;
      } catch (error) {
        this.#options.onFailure(error);
        await backOff.wait(this.#stopping.signal);
      }
    }
    return undefined;
  }

  async #rest(): Promise<void> {
    while (this.#givesWay && this.#restLeftMs > 0 && !this.#stopped) {
      const started = performance.now();
      await this.#wait(Math.min(REST_STEP_MS, this.#restLeftMs));
      this.#restLeftMs -= performance.now() - started;
    }
  }

  async #pace(): Promise<void> {
    const { wait } = this.#insertPace;
    if (wait > 0 && this.#waitingBytes() < this.#limits.bytes / 4) await this.#wait(wait);
    this.#insertPace.begin();
  }

  /** A lower bound: what waits behind the current segment is at least something. */
  #waitingBytes(): number {
    const { segment, offset } = this.#reader.position;
    return this.#committed.segment > segment ? Number.POSITIVE_INFINITY : this.#committed.offset - offset;
  }

  async #wait(milliseconds: number): Promise<void> {
    await sleep(milliseconds, undefined, { signal: this.#stopping.signal }).catch(() => {});
  }

  async #untilWoken(): Promise<void> {
    if (this.#stopped || comparePositions(this.#reader.position, this.#committed) < 0) return;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
  }
}
