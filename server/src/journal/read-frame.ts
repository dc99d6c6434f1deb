import { open } from 'node:fs/promises';
import { announcedBytes, decodeFrame } from './frame.ts';
import { type Position, segmentPath } from './segments.ts';

/** Most frames fit; a larger one is read again with the length it announces. */
const INITIAL_READ_BYTES = 64 * 1024;

/** The parts of the frame at a position; null if there is none (any more). */
export async function readFrameAt(folder: string, { segment, offset }: Position): Promise<Buffer[] | null> {
  let file: Awaited<ReturnType<typeof open>>;
  try {
    file = await open(segmentPath(folder, segment), 'r');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  try {
    for (let size = INITIAL_READ_BYTES; ; ) {
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(size), 0, size, offset);
      const bytes = buffer.subarray(0, bytesRead);
      const frame = decodeFrame(bytes, 0);
      if (typeof frame === 'object') return frame.parts;
      if (frame === 'damaged' || bytesRead < size) return null;
      size = announcedBytes(bytes);
    }
  } finally {
    await file.close();
  }
}
