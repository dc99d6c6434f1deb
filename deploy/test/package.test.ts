/** The package built by `npm run package`, installed into an empty folder by a user with an empty home. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { assetFiles, ENTRY } from '../../scripts/package/contents.ts';
import { compileReachable } from '../../scripts/package/modules.ts';
import { tempFolder } from '../../server/test/support/temp-folder.ts';
import { cleanEnvironment, FIRST_APPLICATION, startServing, trackAndRead } from './support/installed.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const TARBALL = join(ROOT, `dist/parley-${version}.tgz`);

/** Makes a process believe that its Node is too old. */
const OLD_NODE =
  'data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"22.9.0"}})';

const TEST_FILES = /\btests?\b|fixtures?\b|recorded\b|twins\b/;

function filesInTarball(): string[] {
  const names = execFileSync('tar', ['tzf', TARBALL], { encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 });
  return names
    .trim()
    .split('\n')
    .map((name) => name.replace('package/', ''));
}

function readBytes(file: string): Uint8Array {
  return new Uint8Array(readFileSync(file));
}

describe('the package', () => {
  let folder: string;
  let env: Record<string, string>;

  before(async () => {
    const place = await tempFolder();
    folder = join(place, 'application');
    for (const name of ['application', 'home']) mkdirSync(join(place, name));
    env = cleanEnvironment(join(place, 'home'));
    execFileSync('npm', ['run', '--silent', 'package'], { cwd: ROOT, stdio: 'ignore' });
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', TARBALL], {
      cwd: folder,
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  });

  it('contains exactly the modules that run and the listed assets', () => {
    const modules = [...compileReachable(ROOT, ENTRY).keys()].map((path) => path.replace(/\.ts$/, '.js'));
    const allowed = new Set([...modules, ...assetFiles(ROOT, version), 'package.json']);
    const packed = new Set(filesInTarball().filter((name) => !name.startsWith('node_modules/')));
    assert.deepEqual([...packed.difference(allowed)], [], 'not allowed');
    assert.deepEqual([...allowed.difference(packed)], [], 'missing');
    assert.deepEqual(
      [...packed].filter((name) => TEST_FILES.test(name)),
      [],
      'material of tests',
    );
  });

  it('depends on the packages of the server and no others', () => {
    const files = filesInTarball();
    assert.ok(!files.some((name) => name.includes('node_modules/react')), 'packages of the console');
    assert.deepEqual(
      files.filter((name) => name.endsWith('.ts')),
      [],
    );
    const manifest = JSON.parse(readFileSync(join(folder, 'node_modules/parley/package.json'), 'utf8'));
    const server = JSON.parse(readFileSync(join(ROOT, 'server/package.json'), 'utf8'));
    assert.deepEqual(Object.keys(manifest.dependencies), Object.keys(server.dependencies));
  });

  it('prints its version', () => {
    for (const flag of ['--version', '-v', 'version'])
      assert.equal(
        execFileSync('npx', ['parley', flag], { cwd: folder, env, encoding: 'utf8' }),
        `${version}\n`,
      );
  });

  it('serves, stores and returns an interaction, and contains the console and the client library', async (test) => {
    const server = await startServing(['npx', 'parley', 'serve', '--port', '0'], {
      cwd: folder,
      env: { ...env, ...FIRST_APPLICATION },
    });
    test.after(() => server.stop());
    await trackAndRead(server);
    const page = await fetch(server.url);
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
    const script = /<script[^>]+src="([^"]+)"/.exec(await page.text())?.[1] ?? '';
    assert.equal((await fetch(new URL(script, server.url))).status, 200);
    assert.equal((await fetch(`${server.url}/docs`)).status, 200);
    const sdk = await fetch(`${server.url}/sdk/parley-sdk-${version}.tgz`);
    assert.deepEqual(await sdk.bytes(), readBytes(join(ROOT, `dist/parley-sdk-${version}.tgz`)));
  });

  it('names the required Node version when an older Node runs it', () => {
    const bin = join(folder, 'node_modules/parley/server/bin/parley.js');
    const run = spawnSync(process.execPath, ['--import', OLD_NODE, bin, 'serve'], { encoding: 'utf8' });
    assert.equal(run.status, 1);
    assert.match(run.stderr, /^Parley needs Node 24 or later/);
  });
});
