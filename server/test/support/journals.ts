import { open } from 'node:fs/promises';
import { type Damage, JournalReader, type ReadFrame } from '../../src/journal/reader.ts';
import { type Position, segmentPath } from '../../src/journal/segments.ts';

export const JOURNAL_START: Position = { segment: 0, offset: 0 };

export type WholeJournal = { frames: ReadFrame[]; damage: Damage[] };

/** Every frame of a journal before `until`, and every damage found on the way. */
export async function readJournal(
  folder: string,
  until: Position = { segment: Number.MAX_SAFE_INTEGER, offset: 0 },
  limits = { frames: 1000, bytes: 1024 * 1024 },
): Promise<WholeJournal> {
  const frames: ReadFrame[] = [];
  const damage: Damage[] = [];
  const reader = new JournalReader(folder, JOURNAL_START, async (found) => void damage.push(found));
  for (;;) {
    const more = await reader.next(until, limits);
    if (more.length === 0) break;
    frames.push(...more);
  }
  await reader.close();
  return { frames, damage };
}

export async function readTexts(folder: string): Promise<string[]> {
  return (await readJournal(folder)).frames.map(({ parts }) => parts.join('|'));
}

/** Flips one bit of a segment on disk. */
export async function flipBit(folder: string, { segment, offset }: Position, bit = 0): Promise<void> {
  const file = await open(segmentPath(folder, segment), 'r+');
  try {
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, offset);
    buffer.writeUInt8(buffer.readUInt8(0) ^ (1 << bit), 0);
    await file.write(buffer, 0, 1, offset);
  } finally {
    await file.close();
  }
}
