/**
 * How much more the journal may write before its disk gets too full. Two things have to stay free: the
 * configured floor, and what others on the same disk need to drain the journal. The second grows with the
 * waiting bytes: a journal that took the last bytes of a disk that it shares with the store could never be
 * drained. Needs on other disks do not count.
 *
 * Between two queries of the free space, every appended byte is subtracted from the last answer.
 */
import type { FileSystem } from './file-system.ts';

/** Space needed on the disk of a folder to store what waits. */
export type Need = { folder: string; bytes: number; perWaitingByte: number };

export type DiskRoomOptions = {
  folder: string;
  /** Bytes that always stay free. */
  floor: number;
  needs: readonly Need[];
  fileSystem: FileSystem;
};

export class DiskRoom {
  readonly #options: DiskRoomOptions;
  #free = 0;
  /** All bytes written so far. */
  #written = 0;
  #need = { bytes: 0, perWaitingByte: 0 };
  #silence: string | undefined;

  constructor(options: DiskRoomOptions) {
    this.#options = options;
  }

  /** Reports bytes written since the last call. */
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
      // Bytes written during the query may or may not be in its answer: counting them twice is safe.
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

  /**
   * The reason why `more` bytes may not be written, after which `waiting` bytes would wait; undefined if they
   * may.
   */
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
