import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { tempFolder } from '../../test/support/temp-folder.ts';
import { DataFolderInUse, isUnused, openDataFolder, runningServer, runningUrl } from './data-folder.ts';

test('a second server on the same folder is refused until the first has ended', async () => {
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

test('a missing folder is created, private to its owner', async () => {
  const path = join(await tempFolder(), 'a', 'b');
  const folder = openDataFolder(path);
  assert.equal(statSync(path).mode & 0o777, 0o700);
  assert.deepEqual(
    [folder.journal, folder.store, folder.metadata],
    [join(path, 'journal'), join(path, 'store'), join(path, 'metadata.sqlite')],
  );
  folder.release();
});

test('an existing folder, such as a mounted volume, is private to its owner once it is opened', async () => {
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

test('a running server is found by what it announced, and not after it has ended', async () => {
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

test('a lost, emptied or overwritten lock file does not keep a server from starting', async () => {
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

test('a server that has announced nothing, or whose announcement is lost, is not mistaken for the previous one', async (t) => {
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

test('a folder that was only opened counts as unused, even if the process was killed', async () => {
  const path = join(await tempFolder(), 'data');
  assert.ok(isUnused(path), 'it is not there');
  openDataFolder(path).release();
  writeFileSync(join(path, 'lock.sqlite-journal'), '');
  writeFileSync(join(path, 'restoring.json.new'), '');
  assert.ok(isUnused(path));
  mkdirSync(join(path, 'journal'));
  assert.ok(!isUnused(path));
});

test('an unusable folder is reported, and does not fail a lookup for a running server', async () => {
  const path = await tempFolder();
  // SQLite cannot open a folder, nor a file that it may not create.
  mkdirSync(join(path, 'lock.sqlite'));
  assert.throws(() => openDataFolder(path), /cannot be used: .* takes no writes/);
  assert.equal(runningUrl(path), null);
});
