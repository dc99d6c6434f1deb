/**
 * Appends frames and reports when they are committed. All frames that arrive during a sync share the next one
 * (group commit), so a hundred waiting clients cost one `fdatasync`.
 *
 * After a failed write or sync the state of the disk is unknown, so the segment is truncated to what was
 * acknowledged and never written again; everything waiting is refused, and the writer retries until it can
 * open a new segment.
 */
import { BackOff } from '../base/back-off.ts';
import { type AppendFile, diskFileSystem, type FileSystem } from './file-system.ts';
import { encodeFrame, frameBytes } from './frame.ts';
import { type Position, segmentPath, syncFolder } from './segments.ts';

/** The journal cannot accept a frame right now; nothing of it was kept. */
export class JournalUnavailable extends Error {}

export type Appended = {
  position: Position;
  /** Resolves when the frame is on the disk; rejects with `JournalUnavailable` if it is not kept. */
  committed: Promise<void>;
};

export type WriterOptions = {
  folder: string;
  /** The number of the segment to create; the reader of an earlier run must not have seen it. */
  firstSegment: number;
  segmentBytes?: number;
  fileSystem?: FileSystem;
  /** Called after every commit with the position up to which frames are committed. */
  onCommit?: (end: Position) => void;
  onSync?: (seconds: number) => void;
  onFailure?: (error: unknown) => void;
  /** The journal can be written again. */
  onRecovered?: () => void;
};

const DEFAULT_SEGMENT_BYTES = 64 * 1024 * 1024;
/** Initial size of a batch buffer; it shrinks back to it after an unusually large batch. */
const BATCH_BYTES = 1024 * 1024;
const RETRY_DELAYS = { firstMs: 250, mostMs: 5000 };

class Batch {
  buffer: Buffer;
  length = 0;
  readonly #settled = Promise.withResolvers<void>();
  readonly committed = this.#settled.promise;

  constructor(reuse?: Buffer) {
    this.buffer = reuse ?? Buffer.allocUnsafeSlow(BATCH_BYTES);
    // A batch that nobody awaits any more (the client has disconnected) must not crash the process.
    this.committed.catch(() => {});
  }

  add(parts: readonly Uint8Array[]): number {
    const at = this.length;
    const end = at + frameBytes(parts);
    if (end > this.buffer.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(end, this.buffer.length * 2));
      larger.set(this.buffer.subarray(0, at));
      this.buffer = larger;
    }
    this.length = encodeFrame(this.buffer, at, parts);
    return at;
  }

  succeed(): void {
    this.#settled.resolve();
  }

  fail(error: JournalUnavailable): void {
    this.#settled.reject(error);
  }
}

export class JournalWriter {
  readonly #options: WriterOptions;
  readonly #fileSystem: FileSystem;
  readonly #segmentBytes: number;
  #file: AppendFile;
  #segment: number;
  /** Acknowledged bytes of the current segment. */
  #committed = 0;
  #waiting = new Batch();
  #spare: Buffer | undefined;
  #running: Promise<void> | undefined;
  #refusal: string | undefined;
  #broken: string | undefined;
  readonly #closing = new AbortController();

  private constructor(options: WriterOptions, file: AppendFile) {
    this.#options = options;
    this.#fileSystem = options.fileSystem ?? diskFileSystem;
    this.#segmentBytes = options.segmentBytes ?? DEFAULT_SEGMENT_BYTES;
    this.#file = file;
    this.#segment = options.firstSegment;
  }

  static async open(options: WriterOptions): Promise<JournalWriter> {
    const fileSystem = options.fileSystem ?? diskFileSystem;
    const file = await fileSystem.create(segmentPath(options.folder, options.firstSegment));
    await syncFolder(options.folder);
    return new JournalWriter(options, file);
  }

  /** The end of the committed frames, where the next commit begins. */
  get end(): Position {
    return { segment: this.#segment, offset: this.#committed };
  }

  /** Why frames are refused at the moment; undefined if they are accepted. */
  get unavailable(): string | undefined {
    if (this.#closing.signal.aborted) return 'the server is shutting down';
    return this.#broken ?? this.#refusal;
  }

  /** Refuses frames for an external reason (the journal's size, the disk's free space). */
  refuse(reason: string | undefined): void {
    this.#refusal = reason;
  }

  /** Bytes that were appended and are not committed yet. */
  get uncommitted(): number {
    return this.#inFlight + this.#waiting.length;
  }

  append(parts: readonly Uint8Array[]): Appended {
    const reason = this.unavailable;
    if (reason !== undefined) throw new JournalUnavailable(reason);
    const offset = this.#nextBatchOffset() + this.#waiting.add(parts);
    if (!this.#running) this.#running = this.#run();
    return { position: { segment: this.#nextBatchSegment(), offset }, committed: this.#waiting.committed };
  }

  /**
   * Begins a new segment, so that the previous one is removed once it is drained. Does nothing while the
   * writer is busy: it then fills its segment soon enough.
   */
  async rotate(): Promise<void> {
    await this.#running;
    if (this.#running || this.#closing.signal.aborted || this.#broken !== undefined || this.#committed === 0)
      return;
    this.#running = this.#rotateNow().then(() => this.#run());
    await this.#running;
  }

  /** Commits what is waiting and accepts no more. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
    await this.#file.close();
  }

  /** Bytes of the batch being written. */
  #inFlight = 0;
  // The batch being written, if any, decides where the waiting one will be.
  #writing: { segment: number; end: number } | undefined;

  #nextBatchSegment(): number {
    const current = this.#writing ?? { segment: this.#segment, end: this.#committed };
    return current.end >= this.#segmentBytes ? current.segment + 1 : current.segment;
  }

  #nextBatchOffset(): number {
    const current = this.#writing ?? { segment: this.#segment, end: this.#committed };
    return current.end >= this.#segmentBytes ? 0 : current.end;
  }

  async #run(): Promise<void> {
    // Let every request of this turn of the event loop join the first batch.
    await new Promise(setImmediate);
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      try {
        await this.#rotateIfFull();
        this.#writing = { segment: this.#segment, end: this.#committed + batch.length };
        this.#waiting = new Batch(this.#spare);
        this.#spare = undefined;
        this.#inFlight = batch.length;
        await this.#write(batch);
      } catch (error) {
        this.#inFlight = 0;
        await this.#recover(batch, error);
      }
    }
    this.#running = undefined;
  }

  async #write(batch: Batch): Promise<void> {
    const started = performance.now();
    await this.#file.write(batch.buffer.subarray(0, batch.length), this.#committed);
    await this.#file.datasync();
    this.#options.onSync?.((performance.now() - started) / 1000);
    this.#committed += batch.length;
    this.#inFlight = 0;
    this.#writing = undefined;
    if (batch.buffer.length <= 4 * BATCH_BYTES) this.#spare = batch.buffer;
    batch.succeed();
    this.#options.onCommit?.(this.end);
  }

  async #rotateNow(): Promise<void> {
    // Frames that arrive meanwhile start the new segment.
    this.#writing = { segment: this.#segment + 1, end: 0 };
    try {
      await this.#startSegment(this.#segment + 1);
      this.#writing = undefined;
      this.#options.onCommit?.(this.end);
    } catch (error) {
      await this.#recover(this.#waiting, error);
    }
  }

  async #rotateIfFull(): Promise<void> {
    if (this.#committed < this.#segmentBytes) return;
    await this.#startSegment(this.#segment + 1);
  }

  async #startSegment(segment: number): Promise<void> {
    const file = await this.#fileSystem.create(segmentPath(this.#options.folder, segment));
    try {
      await syncFolder(this.#options.folder);
    } catch (error) {
      await file.close();
      throw error;
    }
    const old = this.#file;
    this.#file = file;
    this.#segment = segment;
    this.#committed = 0;
    // Its content is synced already, so an error on closing does not matter.
    await old.close().catch(() => {});
  }

  async #recover(batch: Batch, cause: unknown): Promise<void> {
    this.#broken = `the journal cannot be written (${cause instanceof Error ? cause.message : String(cause)})`;
    this.#writing = undefined;
    this.#options.onFailure?.(cause);
    // Frames that were never acknowledged must not come back after a restart, so they are removed before they
    // are reported as refused.
    let cut = await this.#cutBack();
    const refusal = new JournalUnavailable(this.#broken);
    batch.fail(refusal);
    if (this.#waiting !== batch) this.#waiting.fail(refusal);
    this.#waiting = new Batch();

    let segment = this.#segment + 1;
    const backOff = new BackOff(RETRY_DELAYS);
    while (!this.#closing.signal.aborted) {
      // A full disk stays full for a while; new segments at full speed would only litter it.
      await backOff.wait(this.#closing.signal);
      cut ||= await this.#cutBack();
      if (!cut) continue;
      try {
        await this.#startSegment(segment);
        this.#broken = undefined;
        this.#options.onRecovered?.();
        return;
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'EEXIST') segment++;
      }
    }
    if (!cut) await this.#cutBack();
  }

  /** Truncates the segment to what was acknowledged; false if even that fails. */
  async #cutBack(): Promise<boolean> {
    try {
      await this.#file.truncate(this.#committed);
      await this.#file.datasync();
      return true;
    } catch {
      return false;
    }
  }
}
