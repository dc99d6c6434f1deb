/** The version of the root package.json, and every other place where it is written. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const { version, workspaces } = JSON.parse(read('package.json'));

describe('the version', () => {
  it('is the same in every workspace and in the lock file', () => {
    const { packages } = JSON.parse(read('package-lock.json'));
    assert.equal(packages[''].version, version);
    for (const workspace of workspaces) {
      assert.equal(JSON.parse(read(`${workspace}/package.json`)).version, version, workspace);
      assert.equal(packages[workspace].version, version, workspace);
    }
  });

  it('is the same in the Helm chart', () => {
    const chart = parse(read('deploy/helm/parley/Chart.yaml'));
    assert.deepEqual([chart.version, chart.appVersion], [version, version]);
  });

  it('is the newest release in the changelog, and has a date', () => {
    const [, newest] = /^## (\d+\.\d+\.\d+) \(\d{4}-\d{2}-\d{2}\)$/m.exec(read('CHANGELOG.md')) ?? [];
    assert.equal(newest, version);
  });

  it('is printed by the command line', () => {
    const bin = join(ROOT, 'server/bin/parley.js');
    assert.equal(execFileSync(process.execPath, [bin, '--version'], { encoding: 'utf8' }), `${version}\n`);
  });
});
