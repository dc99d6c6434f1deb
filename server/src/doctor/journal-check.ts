/** Checks what waits in the journal for the store, by its files and its checkpoint. */
import { stat } from 'node:fs/promises';
import { decodeHead } from '../envelope/journal-entry.ts';
import { readCheckpoint, START } from '../journal/checkpoint.ts';
import { JournalReader } from '../journal/reader.ts';
import { listSegments, type Position, segmentPath } from '../journal/segments.ts';
import { duration, size } from './amounts.ts';
import { bad, type Finding, ok, warn } from './finding.ts';

export type Waiting = {
  bytes: number;
  /** When the oldest waiting payload was received; null if nothing waits. */
  oldest: number | null;
  /** What is wrong with the checkpoint; if something is, more seems to wait than does. */
  checkpoint: 'lost' | 'damaged' | null;
};

/** The same limit as `/ready`. */
const STALLED_MS = 60_000;
const MAX_WAITING_SHARE = 0.5;

export async function inspectJournal(folder: string): Promise<Waiting> {
  const found = await readCheckpoint(folder);
  const isThere = typeof found === 'object';
  const { drained } = isThere ? found : START;
  let [bytes, end]: [number, Position] = [0, drained];
  for (const segment of await listSegments(folder)) {
    if (segment < drained.segment) continue;
    const offset = await sizeOf(segmentPath(folder, segment));
    bytes += segment === drained.segment ? Math.max(0, offset - drained.offset) : offset;
    end = { segment, offset };
  }
  const oldest = bytes === 0 ? null : await receivedFirst(folder, drained, end);
  return { bytes, oldest, checkpoint: isThere || bytes === 0 ? null : found };
}

export function checkJournal(
  { bytes, oldest, checkpoint }: Waiting,
  { max, isRunning, now }: { max: number; isRunning: boolean; now: number },
): Finding[] {
  if (bytes === 0) return [ok('journal', 'Nothing waits for the store')];
  const age = oldest === null ? 0 : Math.max(0, now - oldest);
  const found = `${size(bytes)} wait for the store, the oldest for ${duration(age)}`;
  if (bytes >= max) {
    const advice = 'Bring the store back: payloads are refused until there is room (PARLEY_JOURNAL_MAX).';
    return [bad('journal', found, advice)];
  }
  if (!isRunning) {
    const advice = 'Start the server, or run "parley drain".';
    const why = checkpoint === null ? '' : `; its checkpoint is ${checkpoint}, so that all of it is compared`;
    return [warn('journal', found + why, advice)];
  }
  if (age > STALLED_MS) return [bad('journal', found, "See the store below, and the server's log.")];
  if (bytes >= max * MAX_WAITING_SHARE) {
    return [warn('journal', found, `At ${size(max)} payloads are refused: see that the store keeps up.`)];
  }
  return [ok('journal', found)];
}

/** 0 if it is gone: the drain removes stored segments. */
async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 0;
    throw error;
  }
}

async function receivedFirst(folder: string, from: Position, to: Position): Promise<number | null> {
  const reader = new JournalReader(folder, from, async () => {});
  try {
    const [frame] = await reader.next(to, { frames: 1, bytes: 1024 * 1024 });
    return frame ? decodeHead(frame.parts).receivedAt : null;
  } finally {
    await reader.close();
  }
}
