/**
 * A frame is one entry of the journal: a list of byte strings ("parts") that is either complete and intact,
 * or not there.
 *
 *   offset  size  field
 *   0       4     magic, the bytes "PJF1": lets recovery find the next frame after damage
 *   4       4     length of the body in bytes, unsigned little-endian
 *   8       4     CRC-32 (zlib) of the body, unsigned little-endian
 *   12      …     body:
 *                   1      number of parts, n
 *                   4 × n  length of each part, unsigned little-endian
 *                   …      the parts, one after another
 *
 * Frames follow each other without padding. The writer defines what the parts mean.
 */
import { crc32 } from 'node:zlib';

const MAGIC = Buffer.from('PJF1', 'latin1');
const HEADER_BYTES = 12;

/** Larger than the largest body that can be configured; a greater length can only be damage. */
export const MAX_BODY_BYTES = 512 * 1024 * 1024;

export type Frame = { parts: Buffer[] /** Offset of the byte after the frame. */; end: number };

export function frameBytes(parts: readonly Uint8Array[]): number {
  let size = HEADER_BYTES + 1 + 4 * parts.length;
  for (const part of parts) size += part.length;
  return size;
}

/** Writes a frame into `target` at `at`, which must have room for `frameBytes(parts)`; returns its end. */
export function encodeFrame(target: Buffer, at: number, parts: readonly Uint8Array[]): number {
  const body = at + HEADER_BYTES;
  let cursor = target.writeUInt8(parts.length, body);
  for (const part of parts) cursor = target.writeUInt32LE(part.length, cursor);
  for (const part of parts) {
    target.set(part, cursor);
    cursor += part.length;
  }
  target.set(MAGIC, at);
  target.writeUInt32LE(cursor - body, at + 4);
  target.writeUInt32LE(crc32(target.subarray(body, cursor)), at + 8);
  return cursor;
}

/**
 * Reads the frame at `at`. `'incomplete'`: the bytes end before the frame does; `'damaged'`: these bytes are
 * not a frame.
 */
export function decodeFrame(source: Buffer, at: number): Frame | 'incomplete' | 'damaged' {
  if (source.length - at < HEADER_BYTES) return 'incomplete';
  if (source.compare(MAGIC, 0, 4, at, at + 4) !== 0) return 'damaged';
  const length = source.readUInt32LE(at + 4);
  if (length < 1 || length > MAX_BODY_BYTES) return 'damaged';
  const body = at + HEADER_BYTES;
  const end = body + length;
  if (end > source.length) return 'incomplete';
  if (crc32(source.subarray(body, end)) !== source.readUInt32LE(at + 8)) return 'damaged';

  const count = source.readUInt8(body);
  let cursor = body + 1 + 4 * count;
  if (cursor > end) return 'damaged';
  const parts: Buffer[] = [];
  for (let i = 0; i < count; i++) {
    const size = source.readUInt32LE(body + 1 + 4 * i);
    parts.push(source.subarray(cursor, cursor + size));
    cursor += size;
  }
  return cursor === end ? { parts, end } : 'damaged';
}

export function beginsFrame(source: Buffer, at: number): boolean {
  return source.length - at >= HEADER_BYTES && source.compare(MAGIC, 0, 4, at, at + 4) === 0;
}

/**
 * The end of the frame at `at` by its header, and by the lengths of its parts if those fit into the bytes. In
 * an intact frame they are the same. Null if the bytes end before the lengths.
 */
export function frameLengths(
  source: Buffer,
  at: number,
): { end: number; parts: { end: number; firstPart: Buffer } | null } | null {
  const body = at + HEADER_BYTES;
  if (source.length <= body) return null;
  const end = body + source.readUInt32LE(at + 4);
  const count = source.readUInt8(body);
  const first = body + 1 + 4 * count;
  if (count === 0 || first > source.length) return { end, parts: null };
  let cursor = first;
  for (let i = 0; i < count; i++) cursor += source.readUInt32LE(body + 1 + 4 * i);
  if (cursor > source.length) return { end, parts: null };
  const firstPart = source.subarray(first, first + source.readUInt32LE(body + 1));
  return { end, parts: { end: cursor, firstPart } };
}

/** The size of the frame at the start of `source`, by its header; 0 if there is no header. */
export function announcedBytes(source: Buffer): number {
  return source.length < HEADER_BYTES ? 0 : HEADER_BYTES + source.readUInt32LE(4);
}

/** Offset of the next intact frame at or after `from`, or -1. */
export function findFrame(source: Buffer, from: number): number {
  for (let at = source.indexOf(MAGIC, from); at !== -1; at = source.indexOf(MAGIC, at + 1)) {
    if (typeof decodeFrame(source, at) === 'object') return at;
  }
  return -1;
}
