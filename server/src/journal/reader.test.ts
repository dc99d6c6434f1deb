import assert from 'node:assert/strict';
import { appendFile, rm, truncate, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import fc from 'fast-check';
import { flipBit, JOURNAL_START, readJournal } from '../../test/support/journals.ts';
import { tempFolder, withTempFolder } from '../../test/support/temp-folder.ts';
import { encodeFrame, frameBytes } from './frame.ts';
import { type Damage, JournalReader } from './reader.ts';
import { type Position, segmentPath } from './segments.ts';

const LIMITS = { frames: 1000, bytes: 1024 * 1024 };

function frameOf(text: string): Buffer {
  const parts = [Buffer.from(text)];
  const bytes = Buffer.alloc(frameBytes(parts));
  encodeFrame(bytes, 0, parts);
  return bytes;
}

/** Writes segments with these frames; returns where each frame begins and where the journal ends. */
async function writeSegments(folder: string, segments: Record<number, string[]>) {
  const positions: Position[] = [];
  let end: Position = { segment: 0, offset: 0 };
  for (const [name, texts] of Object.entries(segments)) {
    const segment = Number(name);
    const frames = texts.map(frameOf);
    let offset = 0;
    for (const frame of frames) {
      positions.push({ segment, offset });
      offset += frame.length;
    }
    await writeFile(segmentPath(folder, segment), Buffer.concat(frames));
    end = { segment, offset };
  }
  return { positions, end };
}

function reading(folder: string, from: Position = JOURNAL_START) {
  const damage: Damage[] = [];
  return { reader: new JournalReader(folder, from, async (found) => void damage.push(found)), damage };
}

test('frames are read in order, across segments, gaps in their numbers and empty ones', async () => {
  const folder = await tempFolder();
  const { positions, end } = await writeSegments(folder, { 1: ['a', 'b'], 2: [], 5: [], 6: ['c'], 7: [] });
  const { frames, damage } = await readJournal(folder, end);
  assert.deepEqual(
    frames.map(({ parts }) => parts.join()),
    ['a', 'b', 'c'],
  );
  assert.deepEqual(
    frames.map(({ position }) => position),
    positions,
  );
  assert.deepEqual(damage, []);
});

test('one call returns frames of one segment, within the limits', async () => {
  const folder = await tempFolder();
  const { end } = await writeSegments(folder, { 1: ['a', 'b', 'c'], 2: ['d'] });
  const { reader } = reading(folder);
  const sizes: number[] = [];
  for (;;) {
    const frames = await reader.next(end, { frames: 2, bytes: 1000 });
    if (frames.length === 0) break;
    sizes.push(frames.length);
  }
  await reader.close();
  assert.deepEqual(sizes, [2, 1, 1]);
  assert.deepEqual(reader.position, end);
});

test('the byte limit of a call never keeps a larger frame out', async () => {
  const folder = await tempFolder();
  const large = 'x'.repeat(5000);
  const { end } = await writeSegments(folder, { 1: ['a', large, 'b'] });
  const { frames, damage } = await readJournal(folder, end, { frames: 1000, bytes: 64 });
  assert.deepEqual(
    frames.map(({ parts }) => parts.join()),
    ['a', large, 'b'],
  );
  assert.deepEqual(damage, []);
});

test('nothing after `until` is read, and frames committed later are read later', async () => {
  const folder = await tempFolder();
  const { positions, end } = await writeSegments(folder, { 3: ['a', 'b'] });
  const { reader, damage } = reading(folder);
  const [, second] = positions;
  assert.ok(second);
  assert.equal((await reader.next(second, LIMITS)).length, 1);
  assert.equal((await reader.next(second, LIMITS)).length, 0);
  assert.equal((await reader.next(end, LIMITS)).length, 1);
  await appendFile(segmentPath(folder, 3), frameOf('half').subarray(0, 9));
  assert.equal((await reader.next(end, LIMITS)).length, 0);
  assert.deepEqual(damage, []);
  await reader.close();
});

test('a flipped bit costs only the frame it is in, and is reported once', async () => {
  const texts = ['first frame', 'second, PJF1 inside', 'third', 'fourth', 'fifth frame of all'];
  const limits = fc.record({
    frames: fc.integer({ min: 1, max: 5 }),
    bytes: fc.integer({ min: 16, max: 300 }),
  });
  await withTempFolder(async (folder) => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.nat(7), limits, async (where, bit, limit) => {
        const { positions, end } = await writeSegments(folder, { 1: texts.slice(0, 3), 2: texts.slice(3) });
        const firstEnd = texts.slice(0, 3).reduce((sum, text) => sum + frameOf(text).length, 0);
        const at = where % (firstEnd + end.offset);
        const place = at < firstEnd ? { segment: 1, offset: at } : { segment: 2, offset: at - firstEnd };
        await flipBit(folder, place, bit);

        const hit = positions.findLastIndex(
          ({ segment, offset }) => segment === place.segment && offset <= place.offset,
        );
        const { frames, damage } = await readJournal(folder, end, limit);
        assert.deepEqual(
          frames.map(({ parts }) => parts.join()),
          texts.filter((_, i) => i !== hit),
        );
        assert.deepEqual(
          damage.map(({ position }) => position),
          [positions[hit]],
        );
        assert.equal(damage[0]?.bytes.length, frameOf(texts[hit] ?? '').length);
      }),
      { numRuns: 60 },
    );
  });
});

test('two damaged ranges are reported separately, each before the frames that follow it', async () => {
  const folder = await tempFolder();
  const { positions, end } = await writeSegments(folder, { 1: ['a', 'b', 'c', 'd', 'e'] });
  for (const i of [1, 3]) await flipBit(folder, { segment: 1, offset: (positions[i]?.offset ?? 0) + 13 });
  const { frames, damage } = await readJournal(folder, end);
  assert.deepEqual(
    frames.map(({ parts }) => parts.join()),
    ['a', 'c', 'e'],
  );
  assert.deepEqual(
    damage.map(({ position }) => position),
    [positions[1], positions[3]],
  );
});

test('a segment that ends inside a frame is damaged there, and the next segment is read', async () => {
  const folder = await tempFolder();
  const { positions, end } = await writeSegments(folder, { 1: ['a', 'b'], 2: ['c'] });
  await truncate(segmentPath(folder, 1), (positions[1]?.offset ?? 0) + 5);
  const { frames, damage } = await readJournal(folder, end);
  assert.deepEqual(
    frames.map(({ parts }) => parts.join()),
    ['a', 'c'],
  );
  assert.deepEqual(
    damage.map(({ bytes }) => bytes.length),
    [5],
  );
});

test('a missing segment is skipped', async () => {
  const folder = await tempFolder();
  const { end } = await writeSegments(folder, { 1: ['a'], 2: ['b'], 3: ['c'] });
  const { reader } = reading(folder);
  assert.equal((await reader.next(end, LIMITS)).length, 1);
  await rm(segmentPath(folder, 2));
  const frames = await reader.next(end, LIMITS);
  assert.deepEqual(
    frames.map(({ parts }) => parts.join()),
    ['c'],
  );
  await reader.close();
});

test('damage that could not be reported is found again', async () => {
  const folder = await tempFolder();
  const { end } = await writeSegments(folder, { 1: ['a', 'b'] });
  await flipBit(folder, { segment: 1, offset: 13 });
  let full = true;
  let reported = 0;
  const reader = new JournalReader(folder, JOURNAL_START, async () => {
    if (full) throw new Error('the disk is full');
    reported++;
  });
  await assert.rejects(reader.next(end, LIMITS), /disk is full/);
  full = false;
  assert.equal((await reader.next(end, LIMITS)).length, 1);
  assert.equal(reported, 1);
  await reader.close();
});
