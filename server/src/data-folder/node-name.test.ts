import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { testMetadata } from '../../test/support/metadata.ts';
import { tempFolder } from '../../test/support/temp-folder.ts';
import { addToLedger } from '../cluster/ledger.ts';
import { START, writeCheckpoint } from '../journal/checkpoint.ts';
import { segmentPath } from '../journal/segments.ts';
import { nodeName } from './node-name.ts';

async function newFolder() {
  const path = await tempFolder();
  return { path, journal: join(path, 'journal') };
}

/** A folder whose journal has been drained up to some position. */
async function usedFolder(t: TestContext) {
  const { db } = await testMetadata(t);
  const folder = await newFolder();
  const name = await nodeName(folder, db);
  await mkdir(folder.journal);
  await writeFile(segmentPath(folder.journal, 1), '');
  await writeCheckpoint(folder.journal, { ...START, node: name });
  await addToLedger(db, name, [], { segment: 1, offset: 1 });
  return { db, folder, name, nodeId: join(folder.path, 'node-id') };
}

test('a folder keeps its node name, and two folders have different ones', async (t) => {
  const { db } = await testMetadata(t);
  const [one, other] = [await newFolder(), await newFolder()];
  const names: string[] = [];
  for (const folder of [one, other, one]) names.push(await nodeName(folder, db));
  assert.equal(names[0], names[2]);
  assert.notEqual(names[0], names[1]);
  assert.match(names[0] ?? '', /^[0-9a-f]{8}$/);
});

test('a lost or emptied name is recovered from the checkpoint and written again', async (t) => {
  const { db, folder, name, nodeId } = await usedFolder(t);
  await addToLedger(db, 'another', [], { segment: 1, offset: 1 });
  for (const lose of [() => rm(nodeId), () => writeFile(nodeId, ''), () => writeFile(nodeId, '\0\0\0\0')]) {
    await lose();
    assert.equal(await nodeName(folder, db), name);
    assert.equal(await readFile(nodeId, 'utf8'), `${name}\n`);
  }
});

test('without a checkpoint it is the only name in the ledger', async (t) => {
  const { db, folder, name, nodeId } = await usedFolder(t);
  await rm(nodeId);
  await rm(join(folder.journal, 'checkpoint.json'));
  assert.equal(await nodeName(folder, db), name);
});

test('a new folder does not take the name of a server with the same metadata', async (t) => {
  const { db, name } = await usedFolder(t);
  const folder = await newFolder();
  assert.notEqual(await nodeName(folder, db), name);
  await mkdir(folder.journal);
  await rm(join(folder.path, 'node-id'));
  assert.notEqual(await nodeName(folder, db), name);
});

test('it is a new name when several are possible', async (t) => {
  const { db, folder, name, nodeId } = await usedFolder(t);
  await addToLedger(db, 'another', [], { segment: 1, offset: 1 });
  await rm(nodeId);
  await rm(join(folder.journal, 'checkpoint.json'));
  assert.ok(!['another', name].includes(await nodeName(folder, db)));
});
