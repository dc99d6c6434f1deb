/**
 * Drains the journal into the store, in order and exactly once. One batch at a time:
 *
 *   1. read the next frames
 *   2. drop what the store already has: ids that could not be checked at receipt, and every id of
 *      frames that an earlier run left
 *   3. write the range that is about to be inserted into the checkpoint
 *   4. drop what its application does not keep: bodies, or everything once it is deleted
 *   5. derive the records and insert them, under a token made from the range and its content
 *   6. count the batch in the ledger, and move on
 *
 * A crash between 3 and the next 3 repeats exactly that range: same frames, same token, so the store drops
 * what it has. Since a store that lost power may have kept the rows but not the token, the repeated range is
 * also compared with the store, id by id. What 2 dropped is written down in 3: later it could not be told
 * from what the insert itself has stored.
 *
 * Unreadable bytes between frames are damaged frames; they are counted with the batch that contains them.
 *
 * The ledger's end is stored with its counts, so that frames that are read again count once, however they are
 * batched the second time.
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
  /** Frames that were acknowledged and cannot be read any more. */
  damaged: number;
  /** Null if there was nothing to insert. */
  insertSeconds: number | null;
};

export type Counted = {
  ledger: Batch['ledger'];
  end: Position;
  storedAt: number;
  /** Late parts of calls that are already stored, or not yet received. */
  late: readonly LatePart[];
  /** Late parts that waited and were joined to their calls. */
  joined: readonly KeptPart[];
};

export type DrainOptions = {
  folder: string;
  /** Identifies this journal in tokens and in the ledger. */
  node: string;
  /** Where to begin. */
  checkpoint: Checkpoint;
  /** The end of what earlier runs left: up to there, the store may have any of it. */
  leftOver: Position;
  /** The ledger has everything before this position. */
  counted: Position;
  /** The ledger has every row written up to this time. */
  countedUntil: number;
  store: Pick<
    Store,
    | 'existing'
    | 'sameReceipts'
    | 'insertInteractions'
    | 'insertRejections'
    | 'insertOutlines'
    | 'insertScores'
  >;
  derive: Derive;
  /** Called before every batch is derived, to refresh what deriving depends on. */
  prepare?: () => Promise<void>;
  /** Called before every insert, to look up what deriving needs from the store. */
  lookUp?: (interactions: readonly WaitingInteraction[]) => Promise<void>;
  /** Called before every insert: what each application keeps now. */
  keeping: () => Promise<KeepingOf>;
  /**
   * Where other nodes write to the same store: claims ids that another node may receive, too, before the
   * store is asked for them. False if another node is storing some of them. `count` releases the claims.
   */
  claim?: (ids: readonly string[]) => Promise<boolean>;
  /**
   * Late parts that wait for the interactions about to be inserted. They are joined to them, and `count`
   * forgets them.
   */
  waitingParts?: (ids: readonly string[]) => Promise<KeptPart[]>;
  /** Counts a batch in one transaction. `storedAt`: the time in its rows of when they were written. */
  count: (counted: Counted) => Promise<void>;
  onDamage: OnDamage;
  onDrained: (drained: Drained) => void;
  /** Called for every failed attempt; the drain keeps retrying. */
  onFailure: (error: unknown) => void;
  /** Called for every step that succeeds. */
  onWorked?: () => void;
  /** Limits of one batch. */
  limits: ReadLimits;
  pace?: Pace;
};

export type Pace = PaceRule & {
  /** Delay between two attempts. */
  retry: BackOffRule;
  /** Maximum pause in favour of acknowledging, before the drain has caught up again. */
  maxPauseMs: number;
};

const PACE: Pace = {
  share: 1 / 5,
  soonMs: 900,
  retry: { firstMs: 200, mostMs: 5000 },
  maxPauseMs: 15_000,
};
/** Upper bounds of the wait before claiming again while another node stores the same ids. */
const CLAIM_DELAYS = { firstMs: 100, mostMs: 1000 };
/** How often a pausing drain checks whether it may continue. */
const PAUSE_CHECK_MS = 50;

export class Drain {
  readonly #options: DrainOptions;
  readonly #limits: ReadLimits;
  readonly #paceOf: Pace;
  readonly #reader: JournalReader;
  /** Damage found since the last batch. */
  readonly #damage: Damage[] = [];
  readonly #stopping = new AbortController();
  /** Everything before this position is in the store. */
  #drained: Position;
  /** The range that a crash left open, and the ids its insert left out. */
  readonly #leftOpen: { end: Position; without: string[] } | null;
  #committed: Position;
  /** When rows were last written. Always grows, so that the time identifies the batch. */
  #storedAt: number;
  #stopped = false;
  #wake: () => void = () => {};
  readonly #insertPace: InsertPace;
  #givesWay = false;
  #pauseLeftMs: number;

  constructor(options: DrainOptions) {
    const { checkpoint } = options;
    this.#options = options;
    this.#limits = options.limits;
    this.#paceOf = options.pace ?? PACE;
    this.#insertPace = new InsertPace(this.#paceOf);
    this.#pauseLeftMs = this.#paceOf.maxPauseMs;
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

  /** Frames before `to` are committed and may be drained. */
  advance(to: Position): void {
    if (comparePositions(to, this.#committed) > 0) this.#committed = to;
    this.#wake();
  }

  /** Acknowledging comes first: in a burst the drain pauses, and catches up after it. */
  giveWay(inBurst: boolean): void {
    this.#givesWay = inBurst;
  }

  /** Ends `run` after the current batch, or between two attempts of it. */
  stop(): void {
    this.#stopped = true;
    this.#stopping.abort();
    this.#wake();
  }

  async run(): Promise<void> {
    if (this.#leftOpen) await this.#repeat(this.#leftOpen.end, this.#leftOpen.without);
    let settled = this.#leftOpen === null;
    while (!this.#stopped) {
      await this.#pauseInBurst();
      await this.#pace();
      const range = await this.#read(this.#committed, this.#limits);
      if (range.frames.length > 0 || range.damage.length > 0) {
        await this.#drain(range, this.#reader.position);
        this.#insertPace.end();
        settled = false;
      } else if (this.#passOver() || !settled) {
        // No range is open any more, so that a restart has nothing to repeat.
        const { folder, node } = this.#options;
        const checkpoint = { node, drained: this.#drained, inserting: null };
        await this.#persist(() => writeCheckpoint(folder, checkpoint));
        settled = true;
      } else {
        this.#pauseLeftMs = this.#paceOf.maxPauseMs;
        await this.#untilWoken();
      }
    }
    await this.#reader.close();
  }

  async #read(until: Position, limits: ReadLimits): Promise<FrameRange> {
    const frames = (await this.#persist(() => this.#reader.next(until, limits))) ?? [];
    return { frames, damage: this.#damage.splice(0) };
  }

  /** Empty segments have nothing for the store: they count as drained. */
  #passOver(): boolean {
    const to = this.#reader.position;
    if (comparePositions(to, this.#drained) <= 0) return false;
    this.#drained = to;
    this.#options.onDrained({ to, stored: 0, damaged: 0, insertSeconds: null });
    return true;
  }

  /** Repeats an open range exactly as it was begun, as one batch. */
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

  /** Returns when the batch is in the store, or when the drain is stopped: then the next run repeats it. */
  async #drain(range: FrameRange, end: Position, repeated?: readonly string[]): Promise<void> {
    const { folder, node, store } = this.#options;
    const from = this.#drained;
    const isLeftOver = comparePositions(from, this.#options.leftOver) < 0;
    await this.#options.prepare?.().catch((error: unknown) => this.#options.onFailure(error));
    const batch = sortBatch(range, this.#options.counted);
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
      const storedAt = Date.now();
      await store.insertScores(
        batch.scores.map((score) => ({ ...score, storedAt })),
        token,
      );
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

  /** Retries until the claim succeeds: other nodes are quick, or considered gone after a while. */
  async #claim(batch: Batch): Promise<void> {
    const { claim } = this.#options;
    const ids = batch.unverified;
    const backOff = new BackOff(CLAIM_DELAYS);
    while (claim && ids.length > 0 && !this.#stopped && !(await claim(ids))) {
      await backOff.wait(this.#stopping.signal);
    }
    if (this.#stopped) throw new Error('The drain was stopped.');
  }

  /** Retries a step until it succeeds; undefined if the drain was stopped before. */
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

  async #pauseInBurst(): Promise<void> {
    while (this.#givesWay && this.#pauseLeftMs > 0 && !this.#stopped) {
      const started = performance.now();
      await this.#wait(Math.min(PAUSE_CHECK_MS, this.#pauseLeftMs));
      this.#pauseLeftMs -= performance.now() - started;
    }
  }

  async #pace(): Promise<void> {
    const { wait } = this.#insertPace;
    if (wait > 0 && this.#waitingBytes() < this.#limits.bytes / 4) await this.#wait(wait);
    this.#insertPace.begin();
  }

  /** A lower bound: infinite if there are further segments, whose size is unknown. */
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
