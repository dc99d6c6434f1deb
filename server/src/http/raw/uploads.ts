/**
 * Bodies on their way in. What they may hold in memory is shared so that nobody can keep the others out:
 * an address has a share of it, some room is for small bodies alone, slow ones give way to others, and a
 * small body is always taken. A body that stops coming, or comes too slowly, ends; how long one takes in
 * all does not matter.
 */
import { ApiError } from '../../base/errors.ts';

export type UploadLimits = {
  /** Bytes that all bodies may hold together. */
  bytes: number;
  now?: () => number;
};

/** Up to here a body is small: most interactions are, and together they are no danger. */
export const SMALL = 64 * 1024;
/** Of all bytes, those that one address may hold with large bodies, and those kept for small ones. */
const ADDRESS_SHARE = 1 / 2;
const KEPT_FOR_SMALL = 1 / 8;
/** One that comes at less than this, in bytes of the last second or two, gives way to others. */
const UNHURRIED = 64 * 1024;
/** One that brings less than this in any ten seconds ends. */
const WINDOW_MS = 10_000;
const WINDOW_BYTES = 40 * 1024;

/** One body, from its first byte until whoever works with it is done. */
export class Upload {
  /** What it holds in memory. */
  bytes = 0;
  /** What has come in of it, which is less where it is compressed. */
  arrived = 0;
  /** Known once it is large. */
  address: string | null = null;
  /** False once it is complete: then somebody works with it, at their own pace. */
  arriving = true;
  /** Calls to `sweep` it has seen, and what had arrived at the last one, and at the one before. */
  sweeps = 0;
  arrivedThen = 0;
  arrivedBefore = 0;
  windowFrom: number;
  arrivedAtWindow = 0;
  /** Says what has arrived where somebody else reads it. */
  progress: (() => number) | undefined;
  readonly end: (reason: ApiError) => void;

  constructor(now: number, end: (reason: ApiError) => void) {
    this.windowFrom = now;
    this.end = end;
  }
}

export class Uploads {
  readonly #limit: number;
  readonly #now: () => number;
  readonly #open = new Set<Upload>();
  readonly #byAddress = new Map<string, number>();
  #held = 0;

  constructor({ bytes, now = Date.now }: UploadLimits) {
    this.#limit = bytes;
    this.#now = now;
  }

  get held(): number {
    return this.#held;
  }

  get open(): number {
    return this.#open.size;
  }

  /** `end` is called when it has to end before it is complete. */
  begin(end: (reason: ApiError) => void): Upload {
    const upload = new Upload(this.#now(), end);
    this.#open.add(upload);
    return upload;
  }

  /** Takes memory for it; refused when there is none left and nobody gives way. */
  take(upload: Upload, bytes: number, addressOf: () => string): void {
    const before = upload.bytes;
    upload.bytes += bytes;
    this.#held += bytes;
    if (upload.bytes <= SMALL) {
      this.#makeRoom(upload, null, () => this.#held <= this.#limit);
      return;
    }
    upload.address ??= addressOf();
    const { address } = upload;
    this.#count(address, before <= SMALL ? upload.bytes : bytes);
    const share = this.#limit * ADDRESS_SHARE;
    const limit = this.#limit * (1 - KEPT_FOR_SMALL);
    if (!this.#makeRoom(upload, address, () => this.#of(address) <= share)) throw overBudget();
    if (!this.#makeRoom(upload, null, () => this.#held <= limit)) throw overBudget();
  }

  /** Gives back what it holds; more than once makes no difference. */
  finish(upload: Upload): void {
    this.#open.delete(upload);
    this.#held -= upload.bytes;
    if (upload.address !== null) this.#count(upload.address, -upload.bytes);
    upload.bytes = 0;
    upload.address = null;
  }

  /** Ends those that do not move, or hardly. To be called every second. */
  sweep(): void {
    const now = this.#now();
    for (const upload of this.#open) {
      if (!upload.arriving) continue;
      upload.sweeps++;
      if (upload.progress) upload.arrived = upload.progress();
      upload.arrivedBefore = upload.arrivedThen;
      upload.arrivedThen = upload.arrived;
      if (now - upload.windowFrom < WINDOW_MS) continue;
      if (upload.arrived - upload.arrivedAtWindow < WINDOW_BYTES) this.#end(upload, tooSlowly());
      upload.windowFrom = now;
      upload.arrivedAtWindow = upload.arrived;
    }
  }

  /** Ends the slowest until there is room; false when all that are left are in a hurry. */
  #makeRoom(upload: Upload, address: string | null, enough: () => boolean): boolean {
    while (!enough()) {
      const slowest = this.#slowest(upload, address);
      if (!slowest) return false;
      this.#end(slowest, tooSlowly());
    }
    return true;
  }

  #slowest(except: Upload, address: string | null): Upload | undefined {
    let slowest: Upload | undefined;
    let least = UNHURRIED;
    for (const upload of this.#open) {
      // What has just begun has not had a second to show its pace.
      if (upload === except || !upload.arriving || upload.bytes === 0 || upload.sweeps < 2) continue;
      if (address !== null && upload.address !== address) continue;
      const lately = upload.arrived - upload.arrivedBefore;
      if (lately >= least) continue;
      slowest = upload;
      least = lately;
    }
    return slowest;
  }

  #end(upload: Upload, reason: ApiError): void {
    this.finish(upload);
    upload.end(reason);
  }

  #of(address: string): number {
    return this.#byAddress.get(address) ?? 0;
  }

  #count(address: string, bytes: number): void {
    const held = this.#of(address) + bytes;
    if (held === 0) this.#byAddress.delete(address);
    else this.#byAddress.set(address, held);
  }
}

function overBudget(): ApiError {
  return new ApiError('unavailable', {
    message: 'Too many large payloads at once. Nothing was stored.',
    retryAfter: 1,
  });
}

function tooSlowly(): ApiError {
  return new ApiError('request_timeout', {
    message: 'The body arrived too slowly or stopped. Nothing was stored.',
  });
}
