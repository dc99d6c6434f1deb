/**
 * The journal is a folder of segments: files named by a number that only grows. Frames are appended to the
 * newest one; a segment is removed once everything in it is in the store.
 */
import { open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** A position in the journal, ordered by segment, then by offset. */
export type Position = { segment: number; offset: number };

const SEGMENT_NAME = /^(\d{12})\.journal$/;

export function segmentPath(folder: string, segment: number): string {
  return join(folder, `${String(segment).padStart(12, '0')}.journal`);
}

export async function listSegments(folder: string): Promise<number[]> {
  const names = await readdir(folder);
  return names
    .flatMap((name) => {
      const match = SEGMENT_NAME.exec(name);
      return match ? [Number(match[1])] : [];
    })
    .sort((a, b) => a - b);
}

/** Makes the creation or removal of files in a folder survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export async function removeSegmentsBefore(folder: string, segment: number): Promise<void> {
  for (const old of await listSegments(folder)) {
    // It may be gone already: two removals can run at once.
    if (old < segment) await rm(segmentPath(folder, old), { force: true });
  }
}

export type Gap = { from: number; to: number };

/** The segment numbers above `behind` that are missing between the existing segments. */
export function gapsIn(segments: readonly number[], behind: number): Gap[] {
  const gaps: Gap[] = [];
  let last = behind;
  for (const segment of segments) {
    if (segment <= last) continue;
    // If `behind` is 0, the first segment may have any number: earlier ones were drained and removed.
    if (last > 0 && segment > last + 1) gaps.push({ from: last + 1, to: segment - 1 });
    last = segment;
  }
  return gaps;
}

export function comparePositions(a: Position, b: Position): number {
  return a.segment - b.segment || a.offset - b.offset;
}
