import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { eventually } from '../../../server/test/support/eventually.ts';
import { FolderSpool } from './folder-spool.ts';

it('a spool removes partial files that ended processes left, but not those being written', async (test) => {
  const root = await mkdtemp(join(tmpdir(), 'parley-spool-'));
  test.after(() => rm(root, { recursive: true, force: true }));
  const idOf = (at: number, name: string) => `${at.toString(36).padStart(9, '0')}-${name}.payload`;
  const report = (error: Error) => void errors.push(error.message);
  const errors: string[] = [];
  const spool = new FolderSpool(root, 'pk_of_a_test', report);
  const [own = ''] = await readdir(root);
  const folder = join(root, own);
  const [old, now] = [Date.UTC(2026, 0, 1), Date.now()];
  const whole = idOf(now, 'whole');
  const writing = `${idOf(now, 'writing')}.part`;
  for (const name of [`${idOf(old, 'cut')}.part`, whole, `${whole}.part`, writing])
    await writeFile(join(folder, name), '"key"\n{}');
  assert.deepEqual(await spool.list(), [whole.replace('.payload', '')]);
  await eventually('only these are left', async () => (await readdir(folder)).length === 2);
  assert.deepEqual((await readdir(folder)).sort(), [whole, writing].sort());
  assert.deepEqual(errors, []);
});

it('a payload that cannot be read stays in the spool, and an invalid one is set aside', async (test) => {
  const root = await mkdtemp(join(tmpdir(), 'parley-spool-'));
  test.after(() => rm(root, { recursive: true, force: true }));
  const errors: string[] = [];
  const spool = new FolderSpool(root, 'pk_of_a_test', ({ code }) => void errors.push(code));
  const [own = ''] = await readdir(root);
  assert.doesNotMatch(own, /pk_/);
  assert.equal(await spool.read('gone'), null);
  await mkdir(join(root, own, 'unreadable.payload'));
  await assert.rejects(spool.read('unreadable'));
  await writeFile(join(root, own, 'broken.payload'), 'no key');
  assert.equal(await spool.read('broken'), null);
  assert.ok((await readdir(join(root, own))).includes('broken.payload.bad'));
  assert.deepEqual(errors, ['spool', 'spool']);
  const file = join(root, 'file');
  await writeFile(file, '');
  const body = new Uint8Array(1);
  const nowhere = new FolderSpool(file, 'pk_of_a_test', () => {});
  assert.equal(await nowhere.put({ id: 'a', key: 'a', body }), false);
  assert.equal(await spool.put({ id: 'a', key: 'a', body }), true);
});
