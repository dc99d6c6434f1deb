import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { tempFolder } from '../../test/support/temp-folder.ts';
import { diskError } from './disk-error.ts';

const errorOf = (properties: object) => Object.assign(new Error('it said no.'), properties);

test('a disk error comes with a sentence that says what to do', () => {
  const cases: [object, RegExp][] = [
    [{ code: 'ENOSPC', syscall: 'write' }, /^it said no\. The disk is full: make room/],
    [{ code: 'EDQUOT' }, /The disk is full/],
    [{ code: 'EROFS', path: '/data/x' }, /takes no writes/],
    [{ code: 'EACCES', path: '/data/x' }, /takes no writes/],
    [{ code: 'EIO' }, /see whether it is full or failing/],
    [{ code: '243', type: 'NOT_ENOUGH_SPACE' }, /The disk is full/],
    // SQLite's extended result codes carry more than the kind of error.
    [{ code: 'ERR_SQLITE_ERROR', errcode: 10 | (19 << 8) }, /full or failing/],
    [{ code: 'ERR_SQLITE_ERROR', errcode: 13 }, /The disk is full/],
  ];
  for (const [properties, sentence] of cases) assert.match(diskError(errorOf(properties)) ?? '', sentence);
});

test('errors that are not about a disk (ports, processes, constraints, missing files) have none', () => {
  const others = [
    { code: 'EACCES', syscall: 'listen' },
    { code: 'EPERM', syscall: 'kill' },
    { code: 'ERR_SQLITE_ERROR', errcode: 19 },
    { code: 'ENOENT', path: '/data/x' },
    {},
  ];
  for (const properties of others) assert.equal(diskError(errorOf(properties)), null);
  assert.equal(diskError('ENOSPC'), null);
});

test('SQLite reports the codes that are looked for', async () => {
  const folder = join(await tempFolder(), 'a folder');
  mkdirSync(folder);
  assert.throws(
    () => new DatabaseSync(folder),
    (error) => diskError(error) !== null,
  );
});
