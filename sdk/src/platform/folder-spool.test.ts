import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { eventually } from '../../../server/test/support/eventually.ts';
import { FolderSpool } from './folder-spool.ts';

it('a spool clears away what other processes left half written, and not what they write now', async (test) => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-spool-'));
  test.after(() => rm(folder, { recursive: true, force: true }));
  const idOf = (at: number, name: string) => `${at.toString(36).padStart(9, '0')}-${name}.payload`;
  const [old, now] = [Date.UTC(2026, 0, 1), Date.now()];
  const whole = idOf(now, 'whole');
  const writing = `${idOf(now, 'writing')}.part`;
  for (const name of [`${idOf(old, 'cut')}.part`, whole, `${whole}.part`, writing])
    await writeFile(join(folder, name), '"key"\n{}');
  const spool = new FolderSpool(folder, assert.ifError);
  assert.deepEqual(await spool.list(), [whole.replace('.payload', '')]);
  await eventually('only these are left', async () => (await readdir(folder)).length === 2);
  assert.deepEqual((await readdir(folder)).sort(), [whole, writing].sort());
});
