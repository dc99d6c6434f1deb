import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { tempFolder } from '../../test/support/temp-folder.ts';
import { beginBackup } from './begin-backup.ts';

const note = (maker: object) => JSON.stringify(maker);

/** What an interrupted backup leaves. */
function leave(folder: string, maker: string): void {
  mkdirSync(join(folder, 'interactions', 'app', '2026-01-01'), { recursive: true });
  writeFileSync(join(folder, 'interactions', 'app', '2026-01-01', '1.zst'), 'half of it');
  writeFileSync(join(folder, 'metadata.jsonl.zst'), 'all of it');
  writeFileSync(join(folder, 'unfinished.json'), maker);
}

test('an interrupted backup is started again in its folder, and a complete one has no note', async () => {
  const { pid: ended } = spawnSync(process.execPath, ['--version']);
  for (const maker of [
    note({ host: hostname(), pid: ended }),
    // In containers, the next process has the same pid.
    note({ host: hostname(), pid: process.pid }),
    'half of a no',
  ]) {
    const folder = await tempFolder();
    leave(folder, maker);
    writeFileSync(join(folder, 'unfinished.json.new'), '');
    const isWhole = beginBackup(folder);
    assert.deepEqual(readdirSync(folder), ['unfinished.json']);
    isWhole();
    assert.deepEqual(readdirSync(folder), []);
  }
});

test('a backup is not started where another is running, nor in a folder with other files', async () => {
  for (const maker of [
    note({ host: hostname(), pid: process.ppid }),
    note({ host: 'another.example', pid: 1 }),
  ]) {
    const folder = await tempFolder();
    leave(folder, maker);
    assert.throws(() => beginBackup(folder), /Another backup is being made/);
    assert.deepEqual(readdirSync(folder).toSorted(), [
      'interactions',
      'metadata.jsonl.zst',
      'unfinished.json',
    ]);
  }
  const whole = await tempFolder();
  leave(whole, note({ host: hostname(), pid: process.pid }));
  writeFileSync(join(whole, 'manifest.json'), '{}');
  const others = await tempFolder();
  writeFileSync(join(others, 'holiday.jpg'), '');
  for (const folder of [whole, others]) assert.throws(() => beginBackup(folder), /is not empty/);
});
