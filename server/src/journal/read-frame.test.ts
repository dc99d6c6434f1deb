import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { tempFolder } from '../../test/support/temp-folder.ts';
import { encodeFrame, frameBytes } from './frame.ts';
import { readFrameAt } from './read-frame.ts';
import { segmentPath } from './segments.ts';

test('a frame of any size is read at its position, and null where none begins', async () => {
  const folder = await tempFolder();
  const sizes = [0, 10, 64 * 1024, 2 * 1024 * 1024];
  const bytes = Buffer.alloc(sizes.reduce((sum, size) => sum + frameBytes([Buffer.alloc(size)]), 0));
  const offsets: number[] = [];
  let end = 0;
  for (const size of sizes) {
    offsets.push(end);
    end = encodeFrame(bytes, end, [Buffer.alloc(size, 'z')]);
  }
  await writeFile(segmentPath(folder, 1), bytes);
  for (const [i, offset] of offsets.entries()) {
    const parts = await readFrameAt(folder, { segment: 1, offset });
    assert.deepEqual(
      parts?.map((part) => part.length),
      [sizes[i]],
    );
  }
  assert.equal(await readFrameAt(folder, { segment: 1, offset: 1 }), null);
  assert.equal(await readFrameAt(folder, { segment: 1, offset: end }), null);
  assert.equal(await readFrameAt(folder, { segment: 2, offset: 0 }), null);
});

test('a truncated frame is not read', async () => {
  const folder = await tempFolder();
  const parts = [Buffer.alloc(200_000, 'z')];
  const bytes = Buffer.alloc(frameBytes(parts));
  encodeFrame(bytes, 0, parts);
  for (const length of [5, 12, 100_000, bytes.length - 1]) {
    await writeFile(segmentPath(folder, 1), bytes.subarray(0, length));
    assert.equal(await readFrameAt(folder, { segment: 1, offset: 0 }), null);
  }
});
