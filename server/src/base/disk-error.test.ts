import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { tempFolder } from '../../test/support/temp-folder.ts';
import { diskError } from './disk-error.ts';

const errorOf = (properties: object) => Object.assign(new Error('it said no.'), properties);

test('what a disk says has a sentence with it about what to do', () => {
  const cases: [object, RegExp][] = [
    [{ code: 'ENOSPC', syscall: 'write' }, /^it said no\. The disk is full: make room/],
    [{ code: 'EDQUOT' }, /The disk is full/],
    [{ code: 'EROFS', path: '/data/x' }, /takes no writes/],
    [{ code: 'EACCES', path: '/data/x' }, /takes no writes/],
    [{ code: 'EIO' }, /see whether it is full or failing/],
    [{ code: '243', type: 'NOT_ENOUGH_SPACE' }, /The disk is full/],
    // With more than the kind of error in it, as SQLite says it.
    [{ code: 'ERR_SQLITE_ERROR', errcode: 10 | (19 << 8) }, /full or failing/],
    [{ code: 'ERR_SQLITE_ERROR', errcode: 13 }, /The disk is full/],
  ];
  for (const [properties, sentence] of cases) assert.match(diskError(errorOf(properties)) ?? '', sentence);
});

test('what is not about a disk has none: ports, processes, constraints, files that are missing', () => {
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

test('SQLite names what went wrong in the way that is looked for', async () => {
  const folder = join(await tempFolder(), 'a folder');
  mkdirSync(folder);
  assert.throws(
    () => new DatabaseSync(folder),
    (error) => diskError(error) !== null,
  );
});
