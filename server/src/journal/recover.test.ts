import assert from 'node:assert/strict';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { flipBit, readJournal, readTexts } from '../../test/support/journals.ts';
import { tempFolder } from '../../test/support/temp-folder.ts';
import { encodeFrame, frameBytes } from './frame.ts';
import { recoverJournal } from './recover.ts';
import { segmentPath } from './segments.ts';

function journalOf(...texts: string[]): Buffer {
  const frames = texts.map((text) => [Buffer.from(text)]);
  const bytes = Buffer.alloc(frames.reduce((sum, parts) => sum + frameBytes(parts), 0));
  let at = 0;
  for (const parts of frames) at = encodeFrame(bytes, at, parts);
  return bytes;
}

test('a folder without segments starts at segment 1', async () => {
  const folder = join(await tempFolder(), 'new', 'journal');
  const nothing = { segments: [], nextSegment: 1, end: { segment: 0, offset: 0 }, torn: null };
  assert.deepEqual(await recoverJournal(folder), nothing);
  assert.equal((await stat(folder)).mode & 0o777, 0o700);
});

test('an intact segment is left unchanged, and the next run writes another one', async () => {
  const folder = await tempFolder();
  const bytes = journalOf('a', 'b');
  await writeFile(segmentPath(folder, 4), bytes);
  const recovered = await recoverJournal(folder);
  assert.deepEqual(recovered, {
    segments: [4],
    nextSegment: 5,
    end: { segment: 4, offset: bytes.length },
    torn: null,
  });
  assert.deepEqual(await readFile(segmentPath(folder, 4)), bytes);
});

test('a tail torn at any byte of the last frame costs only that frame, and its bytes are set aside', async () => {
  const folder = await tempFolder();
  const whole = journalOf('first', 'second', 'the last one');
  const intact = journalOf('first', 'second').length;
  for (let length = intact + 1; length < whole.length; length++) {
    await writeFile(segmentPath(folder, 1), whole.subarray(0, length));
    const { end, torn } = await recoverJournal(folder);
    assert.deepEqual(end, { segment: 1, offset: intact });
    assert.deepEqual(torn?.bytes, whole.subarray(intact, length));
    assert.deepEqual(await readFile(join(folder, 'damaged', `1-${intact}.bytes`)), torn?.bytes);
    const { frames, damage } = await readJournal(folder, end);
    assert.deepEqual(
      frames.map(({ parts }) => parts.join()),
      ['first', 'second'],
    );
    assert.deepEqual(damage, []);
  }
});

test('a flipped bit in the tail costs only the last frame', async () => {
  const folder = await tempFolder();
  const whole = journalOf('first', 'second', 'last');
  const intact = journalOf('first', 'second').length;
  for (let at = intact; at < whole.length; at++) {
    await writeFile(segmentPath(folder, 1), whole);
    await flipBit(folder, { segment: 1, offset: at }, at % 8);
    const { end, torn } = await recoverJournal(folder);
    assert.deepEqual(end, { segment: 1, offset: intact });
    assert.equal(torn?.bytes.length, whole.length - intact);
  }
});

test('damage before an intact frame is not cut off: the reader skips it', async () => {
  const folder = await tempFolder();
  const whole = journalOf('first', 'second', 'last');
  await writeFile(segmentPath(folder, 1), whole);
  await flipBit(folder, { segment: 1, offset: 20 });
  const { end, torn } = await recoverJournal(folder);
  assert.deepEqual(end, { segment: 1, offset: whole.length });
  assert.equal(torn, null);
  assert.deepEqual(await readTexts(folder), ['second', 'last']);
});

test('a file of noise is set aside as a whole', async () => {
  const folder = await tempFolder();
  await writeFile(segmentPath(folder, 9), Buffer.alloc(5000, 'PJF1'));
  const { end, torn } = await recoverJournal(folder);
  assert.deepEqual(end, { segment: 9, offset: 0 });
  assert.equal(torn?.bytes.length, 5000);
  assert.deepEqual(await readdir(join(folder, 'damaged')), ['9-0.bytes']);
});

test('recovering twice finds nothing more', async () => {
  const folder = await tempFolder();
  await writeFile(segmentPath(folder, 1), journalOf('a', 'b').subarray(0, -1));
  await recoverJournal(folder);
  assert.equal((await recoverJournal(folder)).torn, null);
});
