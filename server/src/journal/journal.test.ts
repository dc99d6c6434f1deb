import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { eventually } from '../../test/support/eventually.ts';
import { FaultyDisk } from '../../test/support/faulty-disk.ts';
import { flipBit, JOURNAL_START } from '../../test/support/journals.ts';
import { tempFolder } from '../../test/support/temp-folder.ts';
import { START, writeCheckpoint } from './checkpoint.ts';
import { Journal, type JournalOptions } from './journal.ts';
import type { ReadFrame } from './reader.ts';
import { type Gap, listSegments, type Position, segmentPath } from './segments.ts';
import { JournalUnavailable } from './writer.ts';

type Seen = {
  leftOver: ReadFrame[];
  torn: { position: Position; keptAs: string }[];
  missing: Gap[];
  distrust: string[];
  commits: Position[];
};

async function openJournal(t: TestContext, folder: string, options: Partial<JournalOptions> = {}) {
  const seen: Seen = { leftOver: [], torn: [], missing: [], distrust: [], commits: [] };
  const journal = await Journal.open({
    folder,
    node: 'node-1',
    used: JOURNAL_START,
    maxBytes: 1024 * 1024,
    minFreeBytes: 0,
    needs: [],
    onLeftOver: (frame) => seen.leftOver.push(frame),
    onTorn: ({ position }, keptAs) => seen.torn.push({ position, keptAs }),
    onMissing: (segments) => seen.missing.push(...segments),
    onDistrust: (reason) => seen.distrust.push(reason),
    onCommit: (end) => seen.commits.push(end),
    ...options,
  });
  t.after(() => journal.close());
  return { journal, seen };
}

async function append(journal: Journal, text: string): Promise<Position> {
  const { position, committed } = journal.append([Buffer.from(text)]);
  await committed;
  return position;
}

test('a committed frame is reported, waits, and can be read at its position', async (t) => {
  const { journal, seen } = await openJournal(t, await tempFolder());
  const position = await append(journal, 'frame');
  assert.deepEqual(seen.commits, [journal.end]);
  assert.equal(journal.waitingBytes, journal.end.offset);
  assert.equal((await journal.readAt(position))?.join(), 'frame');
});

test('the next run reports every frame that was not drained, in order, and no other', async (t) => {
  const folder = await tempFolder();
  const first = await openJournal(t, folder, { segmentBytes: 30 });
  const positions: Position[] = [];
  for (const text of ['a', 'b', 'c', 'd']) positions.push(await append(first.journal, text));
  await first.journal.close();
  await writeCheckpoint(folder, { drained: positions[1] ?? first.journal.end, inserting: null });

  const { journal, seen } = await openJournal(t, folder);
  assert.deepEqual(
    seen.leftOver.map(({ parts }) => parts.join()),
    ['b', 'c', 'd'],
  );
  assert.deepEqual(
    seen.leftOver.map(({ position }) => position),
    positions.slice(1),
  );
  assert.ok(journal.end.segment > first.journal.end.segment);
  assert.equal(journal.waitingBytes, 3 * 18);
});

test('without a valid checkpoint, the next run begins at the start and reports it if there are frames', async (t) => {
  const folder = await tempFolder();
  const first = await openJournal(t, folder);
  assert.deepEqual(first.seen.distrust, []);
  for (const text of ['a', 'b']) await append(first.journal, text);
  await first.journal.close();
  await writeFile(join(folder, 'checkpoint.json'), '');

  const { journal, seen } = await openJournal(t, folder);
  assert.deepEqual(journal.checkpoint, START);
  assert.deepEqual(journal.leftOver, first.journal.end);
  assert.deepEqual(
    seen.leftOver.map(({ parts }) => parts.join()),
    ['a', 'b'],
  );
  assert.deepEqual(seen.distrust, ['the checkpoint is damaged']);
});

test('positions that were used are not given out again, even if the journal was lost', async (t) => {
  const { journal, seen } = await openJournal(t, await tempFolder(), { used: { segment: 7, offset: 99 } });
  assert.deepEqual(await append(journal, 'frame'), { segment: 8, offset: 0 });
  assert.deepEqual(seen.missing, []);
});

test('segments that disappeared before they were drained are reported', async (t) => {
  const folder = await tempFolder();
  const first = await openJournal(t, folder, { segmentBytes: 10 });
  const positions: Position[] = [];
  for (const text of ['a', 'b', 'c', 'd', 'e']) positions.push(await append(first.journal, text));
  await first.journal.close();
  await writeCheckpoint(folder, { drained: positions[1] ?? first.journal.end, inserting: null });
  for (const segment of [1, 3, 4]) await rm(segmentPath(folder, segment));

  const { seen } = await openJournal(t, folder);
  assert.deepEqual(seen.missing, [{ from: 3, to: 4 }]);
  assert.deepEqual(
    seen.leftOver.map(({ parts }) => parts.join()),
    ['b', 'e'],
  );
});

test('a torn tail is set aside and reported; damage before intact frames is skipped', async (t) => {
  const folder = await tempFolder();
  const first = await openJournal(t, folder);
  const positions: Position[] = [];
  for (const text of ['aa', 'bb', 'cc', 'dd']) positions.push(await append(first.journal, text));
  await first.journal.close();
  for (const i of [1, 3]) await flipBit(folder, { segment: 1, offset: (positions[i]?.offset ?? 0) + 18 });

  const { seen } = await openJournal(t, folder);
  assert.deepEqual(
    seen.leftOver.map(({ parts }) => parts.join()),
    ['aa', 'cc'],
  );
  assert.deepEqual(
    seen.torn.map(({ position }) => position),
    [positions[3]],
  );
  for (const { keptAs } of seen.torn) assert.equal((await readFile(keptAs)).length, 19);
});

test('above its size limit the journal refuses frames, and accepts them again once it is drained', async (t) => {
  const { journal } = await openJournal(t, await tempFolder(), { maxBytes: 100, segmentBytes: 50 });
  while (journal.unavailable === undefined) await append(journal, 'x'.repeat(30));
  assert.ok(journal.waitingBytes > 100);
  assert.throws(() => journal.append([Buffer.from('x')]), JournalUnavailable);
  assert.match(journal.unavailable, /100 bytes already wait/);

  await journal.markDrained(journal.end);
  assert.equal(journal.waitingBytes, 0);
  assert.equal(journal.unavailable, undefined);
  await append(journal, 'x');
});

test('a journal that an earlier run left above its limit starts unavailable', async (t) => {
  const folder = await tempFolder();
  const first = await openJournal(t, folder);
  await append(first.journal, 'x'.repeat(200));
  await first.journal.close();
  const { journal } = await openJournal(t, folder, { maxBytes: 100 });
  assert.match(journal.unavailable ?? '', /already wait/);
});

test('below its free-space floor the journal refuses frames with the reason', async (t) => {
  const { journal } = await openJournal(t, await tempFolder(), { minFreeBytes: Number.MAX_SAFE_INTEGER });
  assert.match(
    journal.unavailable ?? '',
    /^only [\d.]+ MiB are free on the journal's disk, and [\d.]+ MiB must stay free$/,
  );
  assert.throws(() => journal.append([Buffer.from('x')]), JournalUnavailable);
});

test('a frame that the disk has no room for is refused at once, and a smaller one is accepted', async (t) => {
  const folder = await tempFolder();
  const disk = new FaultyDisk();
  disk.free = 10_000;
  const needs = [{ folder, bytes: 1000, perWaitingByte: 2 }];
  const { journal } = await openJournal(t, folder, { fileSystem: disk, needs });
  assert.throws(
    () => journal.append([Buffer.alloc(3000)]),
    /must stay free for the store to take in what waits/,
  );
  assert.equal(journal.unavailable, undefined);
  // Three kilobytes fit, whether committed or still being written.
  const frames = [1, 2, 3].map(() => journal.append([Buffer.alloc(950)]));
  assert.throws(() => journal.append([Buffer.alloc(950)]), JournalUnavailable);
  for (const { committed } of frames) await committed;
  assert.throws(() => journal.append([Buffer.alloc(950)]), JournalUnavailable);
});

test('draining frees a full disk, and the journal recovers by itself', async (t) => {
  const folder = await tempFolder();
  const disk = new FaultyDisk();
  const { journal } = await openJournal(t, folder, { fileSystem: disk, minFreeBytes: 1000 });
  await append(journal, 'x'.repeat(500));
  const drained = journal.end;
  disk.free = 999;
  await eventually('it has begun a new segment', () => journal.end.segment > drained.segment);
  assert.match(journal.unavailable ?? '', /must stay free/);
  await journal.markDrained(journal.end);
  assert.deepEqual(
    await listSegments(folder),
    [journal.end.segment],
    'drained segments are removed from the disk',
  );
  disk.free = 1500;
  await eventually('it accepts frames again', () => journal.unavailable === undefined);
  await append(journal, 'y');
});

test('a disk that does not answer makes the journal refuse frames, not the process exit', async (t) => {
  const folder = await tempFolder();
  const journalFolder = join(folder, 'journal');
  const { journal } = await openJournal(t, journalFolder);
  await rm(journalFolder, { recursive: true });
  await eventually('the journal has checked its disk', () => journal.unavailable !== undefined);
  assert.match(journal.unavailable ?? '', /does not say how much is free/);
});

test('segments are removed once everything in them is drained, even if two removals overlap', async (t) => {
  const folder = await tempFolder();
  const { journal } = await openJournal(t, folder, { segmentBytes: 20 });
  const positions: Position[] = [];
  for (let i = 0; i < 6; i++) positions.push(await append(journal, 'some frame'));
  assert.equal((await listSegments(folder)).length, 6);
  const [, , third = journal.end] = positions;
  await Promise.all([journal.markDrained(third), journal.markDrained(journal.end)]);
  assert.deepEqual(await listSegments(folder), [journal.end.segment]);
  assert.equal(await journal.readAt(third), null);
});

test('a partly drained segment counts with its rest', async (t) => {
  const { journal } = await openJournal(t, await tempFolder());
  await append(journal, 'x'.repeat(50));
  const second = await append(journal, 'y'.repeat(10));
  await journal.markDrained(second);
  assert.equal(journal.waitingBytes, journal.end.offset - second.offset);
});
