/**
 * The Dockerfile, tested without a container engine: its steps run in a root of their own, and then the
 * command it starts, as the image's user, with its environment, on a read-only root.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../scripts/free-port.ts';
import { tempFolder } from '../../server/test/support/temp-folder.ts';
import { buildStage } from './support/build-stage.ts';
import { BASE_PATH, type Contained, contained } from './support/contained.ts';
import { readDockerfile } from './support/dockerfile.ts';
import { FIRST_APPLICATION, startServing, trackAndRead } from './support/installed.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const stages = readDockerfile(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'));
const final = stages.at(-1);
assert.ok(final);

describe('the image', { skip: whyNot() }, () => {
  let container: Contained;

  before(async () => {
    const place = await tempFolder();
    const built: Record<string, string> = {};
    const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n').filter(isPattern);
    const npmCache = execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).trim();
    for (const [number, stage] of stages.entries()) {
      const root = join(place, String(number));
      buildStage(stage, root, { folder: ROOT, ignored, npmCache, built });
      built[stage.name] = root;
    }
    const volume = join(place, 'volume');
    mkdirSync(volume);
    const [uid = 0, gid = 0] = final.user.split(':').map(Number);
    chownSync(volume, uid, gid);
    const port = String(await freePort());
    const { PATH = BASE_PATH, ...env } = final.env;
    container = {
      root: built[final.name] ?? '',
      env: {
        ...env,
        ...FIRST_APPLICATION,
        PATH: PATH.replace('$PATH', BASE_PATH),
        HOME: '/home/node',
        PARLEY_PORT: port,
      },
      user: final.user,
      workdir: final.workdir,
      volumes: { '/data': volume },
      readOnly: true,
    };
  });

  it('installs exactly the packages of the lock file to build the package', () => {
    const scripts = (stages[0]?.steps ?? []).flatMap((step) => (step.kind === 'RUN' ? [step.script] : []));
    assert.deepEqual(scripts, ['npm ci', 'npm run package']);
  });

  it('is based on Node 24 on Debian and does not run as root', () => {
    for (const { image } of stages) assert.match(image, /^node:24-\w+-slim$/);
    assert.match(final.user, /^[1-9]\d*:[1-9]\d*$/);
    assert.deepEqual(final.volumes, [final.env.PARLEY_DATA]);
    assert.deepEqual(final.ports, [final.env.PARLEY_PORT]);
  });

  it('contains the installed package and nothing else of the build', () => {
    assert.deepEqual(readdirSync(join(container.root, 'opt')), ['parley']);
    const { root } = container;
    assert.deepEqual(readdirSync(join(root, 'opt/parley')).sort(), [
      'node_modules',
      'package-lock.json',
      'package.json',
    ]);
  });

  it('has no writable folders but its data and /tmp', () => {
    const found = runContained(['find', '/', '-xdev', '-writable', '-type', 'd']);
    assert.deepEqual(found.stdout.trim().split('\n').sort(), ['/data', '/tmp']);
    assert.equal(runContained(['touch', '/opt/parley/x']).status, 1);
    assert.equal(runContained(['touch', '/tmp/x', '/data/x']).status, 0);
  });

  it('serves on a read-only root and passes its health check', async (test) => {
    assert.equal(runContained(final.healthcheck).status, 1, 'nothing listens yet');
    const server = await startServing(contained(container, [...final.entrypoint, ...final.command]), {
      cwd: '/',
      env: { PATH: process.env.PATH ?? '' },
    });
    test.after(() => server.stop());
    assert.equal(runContained(final.healthcheck).status, 0);
    await trackAndRead(server);
    assert.equal((await fetch(server.url)).status, 200);
    const command = runContained([...final.entrypoint, 'app', 'list']);
    assert.match(command.stdout, /Tests/, command.stderr);
    const { uid } = statSync(`/proc/${server.pid}`);
    assert.equal(uid, Number(final.user.split(':')[0]));
  });

  function runContained(command: readonly string[]) {
    const words = contained(container, command);
    return spawnSync(words[0] ?? '', words.slice(1), { encoding: 'utf8' });
  }
});

function isPattern(line: string): boolean {
  return line !== '' && !line.startsWith('#');
}

function whyNot(): string | false {
  if (spawnSync('unshare', ['--mount', 'true']).status === 0) return false;
  return 'NOT RUN: it needs a root user that may mount, as a container engine does.';
}
