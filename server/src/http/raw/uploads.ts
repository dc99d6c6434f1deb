/**
 * Bodies that are being received, and the memory they share, so that no client can lock out others: an
 * address has a share of it, a part is reserved for small bodies, slow bodies are aborted in favour of
 * others, and small bodies are always accepted. A body that stops or is too slow is aborted; its total time
 * does not matter.
 */
import { ApiError } from '../../base/errors.ts';

export type UploadLimits = {
  /** Bytes that all bodies may hold together. */
  bytes: number;
  now?: () => number;
};

/** The largest small body: most interactions are small, and all of them together are harmless. */
export const SMALL = 64 * 1024;
/** Shares of all bytes: for the large bodies of one address, and reserved for small bodies. */
const ADDRESS_SHARE = 1 / 2;
const KEPT_FOR_SMALL = 1 / 8;
/** A body slower than this, in bytes of the last one or two seconds, is aborted when memory is short. */
const SLOW_BYTES = 64 * 1024;
/** A body that brings less than this in ten seconds is aborted. */
const WINDOW_MS = 10_000;
const WINDOW_BYTES = 40 * 1024;

/** One body, from its first byte until it has been processed. */
export class Upload {
  /** Bytes in memory. */
  bytes = 0;
  /** Bytes received, which are fewer where the body is compressed. */
  arrived = 0;
  /** Set once the body is large. */
  address: string | null = null;
  /** False once the body is complete and being processed. */
  arriving = true;
  /** Calls of `sweep` since the body began, and the bytes received at the last two. */
  sweeps = 0;
  arrivedThen = 0;
  arrivedBefore = 0;
  windowFrom: number;
  arrivedAtWindow = 0;
  /** The bytes received, where other code reads the body. */
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

  /** `end` is called to abort the body before it is complete. */
  begin(end: (reason: ApiError) => void): Upload {
    const upload = new Upload(this.#now(), end);
    this.#open.add(upload);
    return upload;
  }

  /** Reserves memory for a body; throws when there is none and no slow body to abort. */
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

  /** Releases the memory of a body; idempotent. */
  finish(upload: Upload): void {
    this.#open.delete(upload);
    this.#held -= upload.bytes;
    if (upload.address !== null) this.#count(upload.address, -upload.bytes);
    upload.bytes = 0;
    upload.address = null;
  }

  /** Aborts bodies that are too slow. To be called every second. */
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

  /** Aborts the slowest bodies until there is room; false when only fast ones are left. */
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
    let least = SLOW_BYTES;
    for (const upload of this.#open) {
      // A body that has just begun has no measured speed yet.
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
