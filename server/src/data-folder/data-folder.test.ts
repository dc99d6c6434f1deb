import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { tempFolder } from '../../test/support/temp-folder.ts';
import { DataFolderInUse, isUnused, openDataFolder, runningServer, runningUrl } from './data-folder.ts';

test('a second server on the same folder is refused with a sentence, until the first is gone', async () => {
  const path = await tempFolder();
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

test('a folder is made where there is none, for its owner only', async () => {
  const path = join(await tempFolder(), 'a', 'b');
  const folder = openDataFolder(path);
  assert.equal(statSync(path).mode & 0o777, 0o700);
  assert.deepEqual(
    [folder.journal, folder.store, folder.metadata],
    [join(path, 'journal'), join(path, 'store'), join(path, 'metadata.sqlite')],
  );
  folder.release();
});

test('a folder that was there before, a mounted volume for instance, is for its owner only once it is opened', async () => {
  const path = await tempFolder();
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

test('a running server is found where it announced itself, and not once it is gone', async () => {
  const path = await tempFolder();
  assert.equal(runningServer(path), null);
  const folder = openDataFolder(path);
  const running = { pid: 42, url: 'http://127.0.0.1:4780', engine: null };
  folder.announce(running);
  assert.deepEqual(runningServer(path), running);
  assert.throws(() => openDataFolder(path), DataFolderInUse);
  folder.release();
  assert.equal(runningServer(path), null);
});

test('looking for a server does not keep one from starting', async () => {
  const path = await tempFolder();
  runningServer(path);
  openDataFolder(path).release();
});

test('a lock file that was lost, emptied or overwritten does not keep a server from starting', async () => {
  const path = await tempFolder();
  openDataFolder(path).release();
  const lock = join(path, 'lock.sqlite');
  for (const damage of [
    () => rmSync(lock),
    () => writeFileSync(lock, ''),
    () => writeFileSync(lock, 'x'.repeat(5000)),
  ]) {
    damage();
    const folder = openDataFolder(path);
    assert.throws(() => openDataFolder(path), DataFolderInUse, 'it keeps a second one out');
    folder.release();
  }
});

test('a lock file that is overwritten while a server runs still keeps a second one out', async () => {
  const path = await tempFolder();
  const folder = openDataFolder(path);
  writeFileSync(join(path, 'lock.sqlite'), 'x'.repeat(5000));
  assert.throws(() => openDataFolder(path), DataFolderInUse);
  folder.release();
});

test('a server that has not said where it listens, or whose word is lost, is not taken for the one before', async (t) => {
  const path = await tempFolder();
  const running = { pid: 42, url: 'http://127.0.0.1:4780', engine: null };
  const first = openDataFolder(path);
  first.announce(running);
  first.release();
  const second = openDataFolder(path);
  t.after(second.release);
  const isUnknown = () => {
    assert.throws(
      () => runningServer(path),
      (error) => error instanceof DataFolderInUse && /does not say where it listens/.test(error.message),
    );
    assert.equal(runningUrl(path), null);
  };
  isUnknown();
  second.announce({ ...running, url: 'http://127.0.0.1:4781' });
  assert.equal(runningUrl(path), 'http://127.0.0.1:4781');
  for (const text of ['', '{"pid":4', '{}']) {
    writeFileSync(join(path, 'server.json'), text);
    isUnknown();
  }
});

test('a folder that was opened and nothing more is unused, whenever whoever opened it was killed', async () => {
  const path = join(await tempFolder(), 'data');
  assert.ok(isUnused(path), 'it is not there');
  openDataFolder(path).release();
  writeFileSync(join(path, 'lock.sqlite-journal'), '');
  writeFileSync(join(path, 'restoring.json.new'), '');
  assert.ok(isUnused(path));
  mkdirSync(join(path, 'journal'));
  assert.ok(!isUnused(path));
});

test('a folder that cannot be used says so, and nobody who only looks for a server fails by it', async () => {
  const path = await tempFolder();
  // SQLite can open it no more than a file that it may not make.
  mkdirSync(join(path, 'lock.sqlite'));
  assert.throws(() => openDataFolder(path), /cannot be used: .* takes no writes/);
  assert.equal(runningUrl(path), null);
});
