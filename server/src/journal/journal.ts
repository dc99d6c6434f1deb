/**
 * The journal as the rest of the server uses it: appends frames and returns their positions, removes drained
 * segments, and refuses frames beyond a size limit or below a free-space floor.
 */
import type { Checkpoint } from './checkpoint.ts';
import { DiskRoom, type Need } from './disk-room.ts';
import { diskFileSystem } from './file-system.ts';
import { frameBytes } from './frame.ts';
import { readFrameAt } from './read-frame.ts';
import { type Damage, JournalReader, type ReadFrame } from './reader.ts';
import { damagePath, recoverJournal } from './recover.ts';
import { comparePositions, type Gap, gapsIn, type Position, removeSegmentsBefore } from './segments.ts';
import { settleCheckpoint } from './settle-checkpoint.ts';
import { type Appended, JournalUnavailable, JournalWriter, type WriterOptions } from './writer.ts';

export type JournalOptions = Pick<
  WriterOptions,
  'onSync' | 'onFailure' | 'onRecovered' | 'segmentBytes' | 'fileSystem'
> & {
  folder: string;
  /** Identifies this journal. */
  node: string;
  /** Positions before it were used already and are not given out again. */
  used: Position;
  /** Frames are refused while more bytes than this wait for the store. */
  maxBytes: number;
  /** Frames are refused while fewer bytes than this are free on the disk. */
  minFreeBytes: number;
  /** Space that others need to store what waits; it stays free if they are on the same disk. */
  needs: readonly Need[];
  /** Called for every frame that an earlier run left, in order. */
  onLeftOver: (frame: ReadFrame) => void;
  /** Called if the last run died while writing. Other damage is found and counted by the drain. */
  onTorn: (torn: Damage, keptAs: string) => void;
  /** Called if segments are missing that were not drained. */
  onMissing: (segments: readonly Gap[]) => void;
  /** Called if frames that may be drained already have to be drained again. */
  onDistrust: (reason: string) => void;
  onCommit: (end: Position) => void;
};

const CHECK_DISK_MS = 1000;

export class Journal {
  readonly folder: string;
  /** Where the drain begins. */
  readonly checkpoint: Checkpoint;
  /** The end of what earlier runs left. */
  readonly leftOver: Position;
  readonly #options: JournalOptions;
  readonly #writer: JournalWriter;
  readonly #watch: NodeJS.Timeout;
  readonly #disk: DiskRoom;
  /** Bytes of every segment that is not wholly drained, and their sum. */
  readonly #sizes = new Map<number, number>();
  #size = 0;
  #drained: Position;

  private constructor(
    options: JournalOptions,
    writer: JournalWriter,
    checkpoint: Checkpoint,
    leftOver: Position,
  ) {
    this.folder = options.folder;
    this.checkpoint = checkpoint;
    this.leftOver = leftOver;
    this.#options = options;
    this.#writer = writer;
    this.#drained = checkpoint.drained;
    const { folder, minFreeBytes: floor, needs, fileSystem = diskFileSystem } = options;
    this.#disk = new DiskRoom({ folder, floor, needs, fileSystem });
    this.#watch = setInterval(() => void this.#checkLimits(), CHECK_DISK_MS).unref();
  }

  static async open(options: JournalOptions): Promise<Journal> {
    const { folder, node, used } = options;
    const { segments, nextSegment, end, torn } = await recoverJournal(folder);
    if (torn) options.onTorn(torn, damagePath(folder, torn.position));
    const { checkpoint, distrust } = await settleCheckpoint(folder, node, end);
    const missing = gapsIn(segments, Math.max(checkpoint.drained.segment, used.segment));
    if (missing.length > 0) options.onMissing(missing);

    let journal: Journal | undefined;
    const writer = await JournalWriter.open({
      ...options,
      firstSegment: Math.max(nextSegment, used.segment + 1),
      onCommit: (position) => journal?.committed(position),
    });
    journal = new Journal(options, writer, checkpoint, end);
    await journal.#readLeftOvers();
    if (distrust !== null && journal.waitingBytes > 0) options.onDistrust(distrust);
    await journal.#checkLimits();
    return journal;
  }

  get end(): Position {
    return this.#writer.end;
  }

  get drained(): Position {
    return this.#drained;
  }

  get unavailable(): string | undefined {
    return this.#writer.unavailable;
  }

  /** Bytes that wait for the store. */
  get waitingBytes(): number {
    const { segment, offset } = this.#drained;
    return Math.max(0, this.#size - (this.#sizes.has(segment) ? offset : 0));
  }

  /** Free bytes on its disk. */
  get freeBytes(): number {
    return this.#disk.free;
  }

  /** Whether `freeBytes` is current: the disk answered the last query. */
  get knowsFreeBytes(): boolean {
    return this.#disk.answers;
  }

  append(parts: readonly Uint8Array[]): Appended {
    const more = this.#writer.uncommitted + frameBytes(parts);
    const refusal = this.#disk.refusal(this.waitingBytes + more, more);
    // The writer's own reason comes first: it may be closed.
    if (refusal !== undefined) throw new JournalUnavailable(this.unavailable ?? refusal);
    return this.#writer.append(parts);
  }

  /** Begins a new segment, so that drained frames are removed with the old one, however little follows. */
  rotate(): Promise<void> {
    return this.#writer.rotate();
  }

  readAt(position: Position): Promise<Buffer[] | null> {
    return readFrameAt(this.folder, position);
  }

  committed(end: Position): void {
    this.#disk.wrote(end.offset - (this.#sizes.get(end.segment) ?? 0));
    this.#setSize(end);
    if (this.waitingBytes > this.#options.maxBytes) this.#refuseForSize();
    this.#options.onCommit(end);
  }

  /** Everything before `to` is in the store: removes whole segments. */
  async markDrained(to: Position): Promise<void> {
    this.#drained = to;
    for (const [segment, size] of this.#sizes) {
      if (segment >= to.segment) continue;
      this.#sizes.delete(segment);
      this.#size -= size;
    }
    await removeSegmentsBefore(this.folder, to.segment);
    await this.#checkLimits();
  }

  async close(): Promise<void> {
    clearInterval(this.#watch);
    await this.#writer.close();
  }

  async #readLeftOvers(): Promise<void> {
    if (comparePositions(this.#drained, this.leftOver) >= 0) return;
    const reader = new JournalReader(this.folder, this.#drained, async () => {});
    for (;;) {
      const frames = await reader.next(this.leftOver, { frames: 1000, bytes: 8 * 1024 * 1024 });
      if (frames.length === 0) break;
      for (const frame of frames) {
        this.#setSize(frame.end);
        this.#options.onLeftOver(frame);
      }
    }
    await reader.close();
  }

  #setSize({ segment, offset }: Position): void {
    this.#size += offset - (this.#sizes.get(segment) ?? 0);
    this.#sizes.set(segment, offset);
  }

  async #checkLimits(): Promise<void> {
    await this.#disk.look();
    // Checked last: frames may have been committed during the disk query.
    if (this.waitingBytes > this.#options.maxBytes) {
      this.#refuseForSize();
      return;
    }
    const refusal = this.#disk.refusal(this.waitingBytes);
    this.#writer.refuse(refusal);
    // Otherwise the newest segment would keep its drained frames on the disk until it is full, which may be
    // never.
    if (refusal !== undefined && this.#disk.answers) await this.rotate();
  }

  #refuseForSize(): void {
    this.#writer.refuse(`${this.#options.maxBytes} bytes already wait in the journal for the store`);
  }
}
