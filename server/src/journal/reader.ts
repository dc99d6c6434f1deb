/**
 * Reads frames in order, from a position up to what the writer has committed. Damaged bytes are skipped up to
 * the next intact frame and reported, so that one flipped bit costs one frame.
 */
import { type FileHandle, open } from 'node:fs/promises';
import { decodeFrame, type Frame, findFrame } from './frame.ts';
import { comparePositions, listSegments, type Position, segmentPath } from './segments.ts';

export type ReadFrame = { position: Position; end: Position; parts: Buffer[] };
export type Damage = { position: Position; bytes: Buffer };
export type OnDamage = (damage: Damage) => Promise<void>;
/** `frames`: the limit of their total weight. */
export type ReadLimits = { frames: number; bytes: number };
/** The number of frames that a frame counts for. */
export type Weigh = (parts: readonly Buffer[]) => number;

export class JournalReader {
  readonly #folder: string;
  readonly #onDamage: OnDamage;
  readonly #weigh: Weigh;
  #position: Position;
  #handle: { segment: number; file: FileHandle } | undefined;

  constructor(folder: string, from: Position, onDamage: OnDamage, weigh: Weigh = () => 1) {
    this.#folder = folder;
    this.#position = from;
    this.#onDamage = onDamage;
    this.#weigh = weigh;
  }

  /** Everything before it has been returned. */
  get position(): Position {
    return this.#position;
  }

  /** The next frames before `until`; fewer than the limits only at a segment's end or at `until`. */
  async next(until: Position, limits: ReadLimits): Promise<ReadFrame[]> {
    while (comparePositions(this.#position, until) < 0) {
      const frames = await this.#readSegment(until, limits);
      if (frames.length > 0) return frames;
      if (this.#position.segment >= until.segment) return [];
      this.#position = await this.#nextSegment(until);
    }
    return [];
  }

  async close(): Promise<void> {
    await this.#handle?.file.close();
    this.#handle = undefined;
  }

  async #readSegment(until: Position, limits: ReadLimits): Promise<ReadFrame[]> {
    const { segment, offset } = this.#position;
    const file = await this.#open(segment);
    if (!file) return [];
    const size = (await file.stat()).size;
    const end = segment === until.segment ? Math.min(until.offset, size) : size;

    let window = Math.min(end - offset, limits.bytes);
    while (window > 0) {
      const bytes = Buffer.allocUnsafe(window);
      const { bytesRead } = await file.read(bytes, 0, window, offset);
      const read = this.#decode(bytes.subarray(0, bytesRead), limits, window < end - offset);
      if (read.damage) await this.#onDamage(read.damage);
      if (read.frames.length > 0) {
        this.#position = read.frames.at(-1)?.end ?? this.#position;
        return read.frames;
      }
      if (window === end - offset) {
        // Only damage up to the end of the readable bytes.
        if (!read.damage) {
          await this.#onDamage({ position: { segment, offset }, bytes: bytes.subarray(0, bytesRead) });
        }
        this.#position = { segment, offset: end };
        return [];
      }
      window = Math.min(end - offset, window * 4);
    }
    return [];
  }

  #decode(bytes: Buffer, limits: ReadLimits, more: boolean): { frames: ReadFrame[]; damage?: Damage } {
    const { segment, offset: base } = this.#position;
    const frames: ReadFrame[] = [];
    let at = 0;
    let weight = 0;
    let damage: Damage | undefined;
    while (at < bytes.length && weight < limits.frames) {
      const frame: Frame | 'incomplete' | 'damaged' = decodeFrame(bytes, at);
      if (typeof frame === 'object') {
        frames.push({
          position: { segment, offset: base + at },
          end: { segment, offset: base + frame.end },
          parts: frame.parts,
        });
        weight += this.#weigh(frame.parts);
        at = frame.end;
        continue;
      }
      // Damage is only handled at the start of a read, so that a call reports at most one range of it. A
      // frame cut off by the window is not damage: the caller retries with a larger one.
      if (frames.length > 0 || (frame === 'incomplete' && more)) break;
      const next = findFrame(bytes, at + 1);
      if (next === -1) break;
      damage = { position: { segment, offset: base + at }, bytes: bytes.subarray(at, next) };
      at = next;
    }
    return damage ? { frames, damage } : { frames };
  }

  async #open(segment: number): Promise<FileHandle | undefined> {
    if (this.#handle?.segment === segment) return this.#handle.file;
    await this.close();
    try {
      const file = await open(segmentPath(this.#folder, segment), 'r');
      this.#handle = { segment, file };
      return file;
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
      throw error;
    }
  }

  async #nextSegment(until: Position): Promise<Position> {
    const segments = await listSegments(this.#folder);
    const next = segments.find((segment) => segment > this.#position.segment);
    return { segment: next ?? until.segment, offset: 0 };
  }
}
