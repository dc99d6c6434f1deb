import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { tempFolder } from '../../test/support/temp-folder.ts';
import { type Checkpoint, readCheckpoint, writeCheckpoint } from './checkpoint.ts';

test('a checkpoint is read back as written, the last of several', async () => {
  const folder = await tempFolder();
  const checkpoints: Checkpoint[] = [
    { drained: { segment: 1, offset: 0 }, inserting: { segment: 1, offset: 99 }, node: 'node-1' },
    { drained: { segment: 1, offset: 99 }, inserting: { segment: 2, offset: 5 }, without: ['a', 'b'] },
    { drained: { segment: 2, offset: 5 }, inserting: null },
  ];
  for (const checkpoint of checkpoints) {
    await writeCheckpoint(folder, checkpoint);
    assert.deepEqual(await readCheckpoint(folder), checkpoint);
  }
  assert.deepEqual(await readdir(folder), ['checkpoint.json']);
});

test('a missing checkpoint is reported as lost', async () => {
  assert.equal(await readCheckpoint(await tempFolder()), 'lost');
});

test('a checkpoint that a crash left half written beside the good one is ignored', async () => {
  const folder = await tempFolder();
  const good: Checkpoint = { drained: { segment: 3, offset: 7 }, inserting: null };
  await writeCheckpoint(folder, good);
  await writeFile(join(folder, 'checkpoint.json.new'), '{"drai');
  assert.deepEqual(await readCheckpoint(folder), good);
});

test('a file that is not a checkpoint is reported as damaged', async () => {
  const folder = await tempFolder();
  const position = { segment: 1, offset: 2 };
  const wrong = [
    '',
    '{"drained":',
    'null',
    '[]',
    '{"drained":{"segment":1,"offset":2}}',
    '{"drained":{"segment":1},"inserting":null}',
    '{"drained":{"segment":"1","offset":2},"inserting":null}',
    '{"drained":{"segment":-1,"offset":2},"inserting":null}',
    JSON.stringify({ drained: position, inserting: 7 }),
    JSON.stringify({ drained: position, inserting: { segment: 1, offset: 1 } }),
    JSON.stringify({ drained: position, inserting: position, without: [1] }),
    JSON.stringify({ drained: position, inserting: position, node: 1 }),
  ];
  for (const text of wrong) {
    await writeFile(join(folder, 'checkpoint.json'), text);
    assert.equal(await readCheckpoint(folder), 'damaged', text);
  }
});
