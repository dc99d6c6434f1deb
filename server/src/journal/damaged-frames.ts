/**
 * What can still be told about damaged bytes: how many frames they were, and what is left of each.
 *
 * A frame has its length twice, in its header and as the lengths of its parts. If both agree, or one of them
 * leads to the next frame, it is one frame, whatever else of it is damaged. Otherwise it extends to the next
 * bytes that look like the beginning of a frame. So one flipped bit is always one frame; of a range that was
 * overwritten, all that is known is that it was at least one.
 */
import { beginsFrame, frameLengths } from './frame.ts';

export type DamagedFrame = {
  /** Offset within the bytes. */
  start: number;
  /** The first part, or everything that is left if the parts cannot be told apart. */
  remains: Buffer;
};

export function damagedFrames(bytes: Buffer): DamagedFrame[] {
  const frames: DamagedFrame[] = [];
  for (let start = 0; start < bytes.length; ) {
    const { end, firstPart } = extentOf(bytes, start);
    frames.push({ start, remains: firstPart ?? bytes.subarray(start, end) });
    start = end;
  }
  return frames;
}

type Extent = { end: number; firstPart?: Buffer };

function extentOf(bytes: Buffer, start: number): Extent {
  const lengths = frameLengths(bytes, start);
  if (lengths?.parts && lengths.parts.end === lengths.end) return lengths.parts;
  for (const isNext of [looksWhole, beginsFrame]) {
    for (const extent of [lengths?.parts, lengths && { end: lengths.end }]) {
      if (extent && (extent.end === bytes.length || isNext(bytes, extent.end))) return extent;
    }
  }
  return { end: nextBeginning(bytes, start + 1) };
}

function nextBeginning(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length; at++) if (looksWhole(bytes, at)) return at;
  return bytes.length;
}

/**
 * A payload may contain "PJF1", but not the two equal lengths of a frame: those have zero bytes, JSON has
 * none.
 */
function looksWhole(bytes: Buffer, at: number): boolean {
  if (!beginsFrame(bytes, at)) return false;
  const lengths = frameLengths(bytes, at);
  return lengths !== null && lengths.parts?.end === lengths.end;
}
