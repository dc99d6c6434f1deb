import assert from 'node:assert/strict';
import { chmodSync, chownSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { tempFolder } from '../../test/support/temp-folder.ts';
import { mendModes } from './private-files.ts';

const modeOf = (path: string) => statSync(path).mode & 0o777;

/** Independent of the test's own umask. */
function file(path: string, mode: number): string {
  writeFileSync(path, 'x');
  chmodSync(path, mode);
  return path;
}

function folder(path: string, mode: number): string {
  mkdirSync(path, { recursive: true });
  chmodSync(path, mode);
  return path;
}

test('a folder that others may read or write becomes private at every depth', async () => {
  const data = folder(join(await tempFolder(), 'data'), 0o755);
  const parts = folder(join(data, 'store', 'a', 'b'), 0o775);
  const open = [
    file(join(data, 'metadata.sqlite'), 0o644),
    file(join(data, 'metadata.sqlite-wal'), 0o666),
    file(join(parts, 'data.bin'), 0o640),
  ];
  const readOnly = file(join(data, 'read-only'), 0o444);
  const { mended, open: left } = mendModes(data);
  assert.deepEqual([data, parts, ...open, readOnly].map(modeOf), [0o700, 0o700, 0o600, 0o600, 0o600, 0o400]);
  assert.deepEqual(left, []);
  assert.ok(mended >= 6);
  assert.deepEqual(mendModes(data), { mended: 0, open: [] });
});

test('a volume behind a link directly below the folder is made private; other links are left alone', async () => {
  const data = folder(join(await tempFolder(), 'data'), 0o700);
  const disk = folder(join(await tempFolder(), 'disk'), 0o755);
  const segment = file(join(disk, 'segment'), 0o644);
  symlinkSync(disk, join(data, 'journal'));
  const elsewhere = file(join(await tempFolder(), 'shared.sqlite'), 0o644);
  symlinkSync(elsewhere, join(data, 'metadata.sqlite'));
  symlinkSync(join(data, 'gone'), join(data, 'dangling'));
  symlinkSync('/', join(disk, 'root'));
  mendModes(data);
  assert.deepEqual([disk, segment, elsewhere].map(modeOf), [0o700, 0o600, 0o644]);
});

test('files of another owner are reported, and those below them are still made private', async (t) => {
  if (process.getuid?.() !== 0 || !process.seteuid) return t.skip('takes root, to be two people');
  const NOBODY = 65534;
  const above = folder(await tempFolder(), 0o711);
  const data = folder(join(above, 'data'), 0o755);
  const own = file(join(data, 'metadata.sqlite'), 0o644);
  chownSync(own, NOBODY, NOBODY);
  process.seteuid(NOBODY);
  try {
    assert.deepEqual(mendModes(data), { mended: 1, open: [data] });
  } finally {
    process.seteuid(0);
  }
  assert.deepEqual([data, own].map(modeOf), [0o755, 0o600]);
});
