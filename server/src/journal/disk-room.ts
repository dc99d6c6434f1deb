/**
 * How much more the journal may take before its disk gets too full. Two things have to stay free: the floor
 * that was asked for, and what others on the same disk need for the journal to be drained. The second grows
 * with what waits: a journal that took the last bytes of a disk that the store is on, too, could never give
 * them back. Whatever is on another disk needs nothing of this one.
 *
 * Between two looks at the disk, every byte that is appended counts against what was free at the last.
 */
import type { FileSystem } from './file-system.ts';

/** What somebody needs on the disk of a folder to take in what waits. */
export type Need = { folder: string; bytes: number; perWaitingByte: number };

export type DiskRoomOptions = {
  folder: string;
  /** Bytes that stay free in any case. */
  floor: number;
  needs: readonly Need[];
  fileSystem: FileSystem;
};

export class DiskRoom {
  readonly #options: DiskRoomOptions;
  #free = 0;
  /** Everything that was written so far. */
  #written = 0;
  #need = { bytes: 0, perWaitingByte: 0 };
  #silence: string | undefined;

  constructor(options: DiskRoomOptions) {
    this.#options = options;
  }

  /** So many bytes have been written since it was told the last time. */
  wrote(bytes: number): void {
    this.#written += bytes;
    this.#free -= bytes;
  }

  async look(): Promise<void> {
    const { fileSystem, folder, needs } = this.#options;
    try {
      const before = this.#written;
      const { device, free } = await fileSystem.disk(folder);
      const need = { bytes: 0, perWaitingByte: 0 };
      for (const { folder: other, bytes, perWaitingByte } of needs) {
        if ((await fileSystem.disk(other)).device !== device) continue;
        need.bytes += bytes;
        need.perWaitingByte += perWaitingByte;
      }
      this.#need = need;
      // What was written while the disk was asked may be in its answer or not: better count it twice.
      this.#free = free - (this.#written - before);
      this.#silence = undefined;
    } catch (error) {
      this.#silence = error instanceof Error ? error.message : String(error);
    }
  }

  get free(): number {
    return this.#free;
  }

  get answers(): boolean {
    return this.#silence === undefined;
  }

  /** Why no `more` bytes may be written, after which `waiting` bytes would wait; undefined when they may. */
  refusal(waiting: number, more = 0): string | undefined {
    if (this.#silence !== undefined)
      return `the journal's disk does not say how much is free (${this.#silence})`;
    const needed = this.#need.bytes + this.#need.perWaitingByte * waiting;
    const { floor } = this.#options;
    const mustStay = Math.max(floor, needed);
    if (this.#free - more >= mustStay) return undefined;
    const why = needed > floor ? ' for the store to take in what waits' : '';
    return `only ${inMiB(this.#free)} are free on the journal's disk, and ${inMiB(mustStay)} must stay free${why}`;
  }
}

function inMiB(bytes: number): string {
  return `${Math.max(0, bytes / 2 ** 20).toFixed(1)} MiB`;
}
