/** The systemd unit: valid for systemd, and configured as the server requires. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { tempFolder } from '../../server/test/support/temp-folder.ts';
import { configFrom, secondsToStop } from './support/settings.ts';

const FOLDER = fileURLToPath(new URL('../systemd', import.meta.url));
const UNIT = join(FOLDER, 'parley.service');
/** On systemd's scale from 0 to 10, "OK" ends at 4. */
const MAX_EXPOSURE = 2;

type Entry = { section: string; name: string; value: string };

const entries = readUnit(readFileSync(UNIT, 'utf8'));
const all = (name: string) => entries.filter((entry) => entry.name === name).map(({ value }) => value);
const one = (name: string) => all(name)[0] ?? '';

describe('the systemd unit', () => {
  it('starts the command that the package installs', () => {
    assert.equal(one('ExecStart'), '/opt/parley/node_modules/.bin/parley serve');
    assert.equal(one('WantedBy'), 'multi-user.target');
  });

  it('gives the server a writable folder and known settings', () => {
    const pairs = all('Environment').map((pair) => pair.split('='));
    const { NODE_ENV, ...environment } = Object.fromEntries(pairs);
    assert.equal(NODE_ENV, 'production');
    assert.equal(configFrom(environment).data, `/var/lib/${one('StateDirectory')}`);
    assert.equal(one('ProtectSystem'), 'strict');
    assert.equal(one('PrivateTmp'), 'yes', 'the engine has its socket in /tmp');
  });

  it('runs the server as the user that its sysusers file creates', () => {
    const user = readFileSync(join(FOLDER, 'parley.sysusers'), 'utf8').match(/^u (\w+) /m)?.[1];
    assert.deepEqual([one('User'), one('Group')], [user, user]);
  });

  it('signals only the server, and gives it enough time to stop', () => {
    assert.equal(one('KillMode'), 'mixed');
    assert.ok(Number(one('TimeoutStopSec')) >= secondsToStop(configFrom({})));
  });

  it('permits the engine and V8 to generate code at run time', () => {
    assert.deepEqual(all('MemoryDenyWriteExecute'), []);
  });

  it('is accepted by systemd and rated as well protected', { skip: noSystemd() }, async () => {
    const root = await tempFolder();
    const place = (path: string) => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      return join(root, path);
    };
    copyFileSync(UNIT, place('/etc/systemd/system/parley.service'));
    cpSync('/usr/lib/systemd/system', place('/usr/lib/systemd/system'), { recursive: true });
    const command = place(one('ExecStart').split(' ')[0] ?? '');
    writeFileSync(command, '');
    chmodSync(command, 0o755);
    const analyse = (...words: string[]) =>
      spawnSync('systemd-analyze', [...words, `--root=${root}`, 'parley.service'], { encoding: 'utf8' });
    const { status, stderr } = analyse('verify');
    assert.deepEqual([status, stderr], [0, '']);
    const security = analyse('security', '--offline=yes', `--threshold=${MAX_EXPOSURE * 10}`);
    assert.equal(security.status, 0, security.stdout);
  });
});

function readUnit(text: string): Entry[] {
  let section = '';
  return text.split('\n').flatMap((line) => {
    section = /^\[(\w+)\]$/.exec(line)?.[1] ?? section;
    const [, name, value = ''] = /^(\w+)=(.*)$/.exec(line) ?? [];
    return name ? [{ section, name, value }] : [];
  });
}

function noSystemd(): string | false {
  const found = spawnSync('systemd-analyze', ['--version']).status === 0;
  return found
    ? false
    : 'NOT RUN: systemd-analyze is not installed; the tests above read the unit themselves.';
}
