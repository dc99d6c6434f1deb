import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { tempFolder } from '../../test/support/temp-folder.ts';
import { type Checkpoint, START, writeCheckpoint } from './checkpoint.ts';
import { settleCheckpoint } from './settle-checkpoint.ts';

const NODE = 'node-1';
const END = { segment: 5, offset: 100 };

test('a checkpoint of this journal is used, even one written by an earlier version', async () => {
  const folder = await tempFolder();
  const believable: Checkpoint[] = [
    { drained: { segment: 3, offset: 7 }, inserting: null, node: NODE },
    { drained: { segment: 5, offset: 100 }, inserting: null },
    { drained: { segment: 3, offset: 7 }, inserting: END, without: ['a'], node: NODE },
  ];
  for (const checkpoint of believable) {
    await writeCheckpoint(folder, checkpoint);
    assert.deepEqual(await settleCheckpoint(folder, NODE, END), { checkpoint, distrust: null });
  }
});

test('an invalid checkpoint is replaced by the start of the journal, with the reason', async () => {
  const wrong: [string, RegExp][] = [
    ['', /damaged/],
    ['{"drained":{"seg', /damaged/],
    [JSON.stringify({ drained: END, inserting: null, node: 'another' }), /another journal \(another\)/],
    [JSON.stringify({ drained: { segment: 5, offset: 101 }, inserting: null }), /behind the end/],
    [JSON.stringify({ drained: END, inserting: { segment: 6, offset: 0 } }), /behind the end/],
  ];
  for (const [text, why] of wrong) {
    const folder = await tempFolder();
    await writeFile(join(folder, 'checkpoint.json'), text);
    const { checkpoint, distrust } = await settleCheckpoint(folder, NODE, END);
    assert.deepEqual(checkpoint, START);
    assert.match(distrust ?? '', why);
  }
});

test('a lost checkpoint is replaced by the start of the journal', async () => {
  const folder = await tempFolder();
  const { checkpoint, distrust } = await settleCheckpoint(folder, NODE, END);
  assert.deepEqual(checkpoint, START);
  assert.match(distrust ?? '', /lost/);
});
