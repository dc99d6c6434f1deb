/**
 * The journal as the rest of the server sees it: frames go in, their positions come back; what has been
 * drained is given back to the disk; and past a size or a free-space floor nothing more is taken.
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
  /** Names this journal. */
  node: string;
  /** Positions before it have a meaning elsewhere already: they are not given out again. */
  used: Position;
  /** Bytes waiting for the store above which frames are refused. */
  maxBytes: number;
  /** Free bytes on the disk below which frames are refused. */
  minFreeBytes: number;
  /** What others need on their disks to take in what waits: where it is the same disk, it stays free, too. */
  needs: readonly Need[];
  /** Called for every frame an earlier run left, in order. */
  onLeftOver: (frame: ReadFrame) => void;
  /** Called when the last run died while it was writing. Other damage is met, and counted, by the drain. */
  onTorn: (torn: Damage, keptAs: string) => void;
  /** Called when segments are gone that were not drained. */
  onMissing: (segments: readonly Gap[]) => void;
  /** Called when frames that may be drained already have to be drained again, since nobody can tell. */
  onDistrust: (reason: string) => void;
  onCommit: (end: Position) => void;
};

const WATCH_MS = 1000;

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
  /** Bytes of every segment that is not wholly drained, and of all of them. */
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
    this.#watch = setInterval(() => void this.#checkLimits(), WATCH_MS).unref();
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

  /** Of the disk that it is on. */
  get freeBytes(): number {
    return this.#disk.free;
  }

  /** Whether that is of now: the disk said so when it was last asked. */
  get knowsFreeBytes(): boolean {
    return this.#disk.answers;
  }

  append(parts: readonly Uint8Array[]): Appended {
    const more = this.#writer.uncommitted + frameBytes(parts);
    const refusal = this.#disk.refusal(this.waitingBytes + more, more);
    // What the writer itself says comes first: it may be closed.
    if (refusal !== undefined) throw new JournalUnavailable(this.unavailable ?? refusal);
    return this.#writer.append(parts);
  }

  /** What is drained already goes away with its segment, however little comes in after it. */
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

  /** Everything before `to` is in the store: whole segments go back to the disk. */
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
    // Looked at last: frames may have been committed while the disk was asked.
    if (this.waitingBytes > this.#options.maxBytes) {
      this.#refuseForSize();
      return;
    }
    const refusal = this.#disk.refusal(this.waitingBytes);
    this.#writer.refuse(refusal);
    // The newest segment would keep what is drained of it on the disk until it is full, which may be never.
    if (refusal !== undefined && this.#disk.answers) await this.rotate();
  }

  #refuseForSize(): void {
    this.#writer.refuse(`${this.#options.maxBytes} bytes already wait in the journal for the store`);
  }
}
