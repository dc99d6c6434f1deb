import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { makeManifest } from '../../../scripts/package/manifest.ts';
import { OLDEST_NODE } from './version.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8');

describe('the required Node version', () => {
  it('is the same wherever it is named', () => {
    const places = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/*.md', { cwd: ROOT })];
    const named = places.flatMap((path) =>
      [...textOf(path).matchAll(/Node(?:\.js)? (\d+)[\d.]* (?:or|and) (?:later|newer)/g)].map(
        ([, version]) => ({ path, version: Number(version) }),
      ),
    );
    const saying = [...new Set(named.map(({ path }) => path))];
    assert.deepEqual(saying, ['README.md', 'docs/deployment.md']);
    for (const { path, version } of named) assert.equal(version, OLDEST_NODE, path);
    for (const [, version] of textOf('Dockerfile').matchAll(/ node:(\d+)/g))
      assert.equal(Number(version), OLDEST_NODE);
    const { engines, devDependencies } = JSON.parse(textOf('package.json'));
    assert.equal(engines.node, `>=${OLDEST_NODE}`);
    assert.match(devDependencies.node, new RegExp(`^\\^${OLDEST_NODE}\\.`));
    assert.deepEqual(makeManifest(ROOT).engines, { node: engines.node });
  });

  it('is named by the program when Node is older', () => {
    const older = `data:text/javascript,${encodeURIComponent(
      "Object.defineProperty(process, 'version', { value: 'v20.20.2' }); Object.defineProperty(process.versions, 'node', { value: '20.20.2' });",
    )}`;
    const args = ['--import', older, join(ROOT, 'server/bin/parley.js'), 'serve'];
    const run = spawnSync(process.execPath, args, { encoding: 'utf8' });
    assert.equal(run.status, 1);
    assert.match(
      run.stderr,
      new RegExp(`^Parley needs Node ${OLDEST_NODE} or later, and this is v20\\.20\\.2\\. .*\\n$`),
    );
  });
});
