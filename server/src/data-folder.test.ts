import assert from 'node:assert/strict';
import { chmodSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { tempFolder } from '../test/support/temp-folder.ts';
import { DataFolderInUse, openDataFolder, runningServer } from './data-folder.ts';

test('a second server on the same folder is refused with a sentence, until the first is gone', async (t) => {
  const path = await tempFolder(t);
  const first = openDataFolder(path);
  assert.throws(
    () => openDataFolder(path),
    (error) =>
      error instanceof DataFolderInUse &&
      /Another Parley server is running on .*PARLEY_DATA/.test(error.message),
  );
  first.release();
  openDataFolder(path).release();
});

test('a folder is made where there is none, for its owner only', async (t) => {
  const path = join(await tempFolder(t), 'a', 'b');
  const folder = openDataFolder(path);
  assert.equal(statSync(path).mode & 0o777, 0o700);
  assert.deepEqual(
    [folder.journal, folder.store, folder.metadata],
    [join(path, 'journal'), join(path, 'store'), join(path, 'metadata.sqlite')],
  );
  folder.release();
});

test('a folder that was there before, a mounted volume for instance, is for its owner only once it is opened', async (t) => {
  const path = await tempFolder(t);
  const metadata = join(path, 'metadata.sqlite');
  writeFileSync(metadata, '');
  chmodSync(metadata, 0o644);
  chmodSync(path, 0o755);
  const folder = openDataFolder(path);
  folder.release();
  assert.deepEqual(
    [path, metadata, join(path, 'lock.sqlite')].map((each) => statSync(each).mode & 0o777),
    [0o700, 0o600, 0o600],
  );
  assert.ok(folder.mending.mended >= 2);
  assert.deepEqual(folder.mending.open, []);
});

test('a folder keeps its node name, and two folders have different ones', async (t) => {
  const [one, other] = [await tempFolder(t), await tempFolder(t)];
  const names = [one, other, one].map((path) => {
    const folder = openDataFolder(path);
    folder.release();
    return folder.node;
  });
  assert.equal(names[0], names[2]);
  assert.notEqual(names[0], names[1]);
  assert.match(names[0] ?? '', /^[0-9a-f]{8}$/);
});

test('a running server is found where it announced itself, and not once it is gone', async (t) => {
  const path = await tempFolder(t);
  assert.equal(runningServer(path), null);
  const folder = openDataFolder(path);
  const running = { pid: 42, url: 'http://127.0.0.1:4780', engine: null };
  folder.announce(running);
  assert.deepEqual(runningServer(path), running);
  assert.throws(() => openDataFolder(path), DataFolderInUse);
  folder.release();
  assert.equal(runningServer(path), null);
});

test('looking for a server does not keep one from starting', async (t) => {
  const path = await tempFolder(t);
  runningServer(path);
  openDataFolder(path).release();
});
