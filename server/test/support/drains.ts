/** Journals written for a test, and drains that run on them. */

import { Drain, type Drained, type DrainOptions } from '../../src/drain/drain.ts';
import { encodeHead, type Head } from '../../src/envelope/journal-entry.ts';
import { type Checkpoint, readCheckpoint, START } from '../../src/journal/checkpoint.ts';
import { comparePositions, type Position } from '../../src/journal/segments.ts';
import { JournalWriter } from '../../src/journal/writer.ts';
import { eventually } from './eventually.ts';
import type { FakeStore } from './fake-store.ts';
import { headOf, recordOf } from './interactions.ts';

export const QUICK = { share: 1, soonMs: 0, retry: { firstMs: 1, mostMs: 2 }, maxPauseMs: 0 };
export const LIMITS = { frames: 2000, bytes: 8 * 1024 * 1024 };
export const NODE = 'node-1';

export type Written = { end: Position; positions: Position[] };

export async function writeJournal(
  folder: string,
  heads: readonly Head[],
  { segmentBytes = 1000, firstSegment = 1 } = {},
): Promise<Written> {
  const writer = await JournalWriter.open({ folder, firstSegment, segmentBytes });
  const positions: Position[] = [];
  for (const head of heads) {
    const { position, committed } = writer.append([encodeHead(head), Buffer.from('{}'), Buffer.from('{}')]);
    positions.push(position);
    await committed;
  }
  await writer.close();
  return { end: writer.end, positions };
}

/** The stored checkpoint, or the start of the journal. */
export async function checkpointOf(folder: string): Promise<Checkpoint> {
  const found = await readCheckpoint(folder);
  return typeof found === 'object' ? found : START;
}

export type Draining = { drain: Drain; drained: Drained[]; failures: unknown[]; ended: Promise<void> };

export async function startDrain(
  folder: string,
  store: FakeStore,
  options: Partial<DrainOptions> = {},
): Promise<Draining> {
  const drained: Drained[] = [];
  const failures: unknown[] = [];
  const drain = new Drain({
    folder,
    node: NODE,
    checkpoint: await checkpointOf(folder),
    leftOver: START.drained,
    counted: START.drained,
    store,
    limits: LIMITS,
    derive: recordOf,
    keeping: async () => () => 'everything',
    countedUntil: 0,
    count: async () => {},
    onDamage: async () => {},
    onDrained: (batch) => drained.push(batch),
    onFailure: (error) => failures.push(error),
    pace: QUICK,
    ...options,
  });
  return { drain, drained, failures, ended: drain.run() };
}

export function hasReached({ drained }: Draining, end: Position): boolean {
  return comparePositions(drained.at(-1)?.to ?? { segment: 0, offset: 0 }, end) >= 0;
}

/** Runs a drain until every frame before `end` is stored. */
export async function drainAll(
  folder: string,
  store: FakeStore,
  end: Position,
  options: Partial<DrainOptions> = {},
): Promise<Draining> {
  const draining = await startDrain(folder, store, options);
  draining.drain.advance(end);
  await eventually('everything is drained', () => hasReached(draining, end));
  draining.drain.stop();
  await draining.ended;
  return draining;
}

export function interactions(count: number): Head[] {
  return Array.from({ length: count }, (_, i) => headOf({ id: `id-${i}` }));
}
