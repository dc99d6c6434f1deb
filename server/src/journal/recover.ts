/**
 * Recovers the journal of an earlier run: cuts off the torn tail of the newest segment (frames that were
 * being written when the process died, and were never acknowledged). Older segments are left as they are; the
 * reader skips damage there.
 */
import { mkdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { decodeFrame, findFrame } from './frame.ts';
import type { Damage } from './reader.ts';
import { listSegments, type Position, segmentPath } from './segments.ts';

export type Recovered = {
  /** The existing segments, in order. */
  segments: number[];
  /** The number for a new segment. */
  nextSegment: number;
  /** The end of what earlier runs left. */
  end: Position;
  /** The bytes that were cut off and set aside, if any. */
  torn: Damage | null;
};

export async function recoverJournal(folder: string): Promise<Recovered> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const segments = await listSegments(folder);
  const last = segments.at(-1);
  if (last === undefined) return { segments, nextSegment: 1, end: { segment: 0, offset: 0 }, torn: null };

  const path = segmentPath(folder, last);
  const bytes = await readFile(path);
  const offset = intactLength(bytes);
  const position = { segment: last, offset };
  if (offset === bytes.length) return { segments, nextSegment: last + 1, end: position, torn: null };

  const torn = { position, bytes: bytes.subarray(offset) };
  await keepDamage(folder, torn);
  await truncate(path, offset);
  return { segments, nextSegment: last + 1, end: position, torn };
}

/** The length up to the last intact frame; the reader reports damage before it. */
function intactLength(bytes: Buffer): number {
  let at = 0;
  while (at < bytes.length) {
    const frame = decodeFrame(bytes, at);
    if (typeof frame === 'object') {
      at = frame.end;
      continue;
    }
    const next = findFrame(bytes, at + 1);
    if (next === -1) return at;
    at = next;
  }
  return at;
}

/** Where damaged bytes at a position are kept. */
export function damagePath(folder: string, { segment, offset }: Position): string {
  return join(folder, 'damaged', `${segment}-${offset}.bytes`);
}

/** Sets bytes aside that could not be read as frames; they are never thrown away. */
export async function keepDamage(folder: string, { position, bytes }: Damage): Promise<string> {
  const path = damagePath(folder, position);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(path, bytes, { mode: 0o600 });
  return path;
}
