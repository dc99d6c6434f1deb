/** The server distributes the library to its clients, so that no registry is needed. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ArrivalList, Sdk } from '@parley/contract';
import { GUIDES } from '@parley/contract/providers';
import { sdkInstall } from '../../console/src/pages/connect/sdk-snippets.ts';
import { NO_STORE, startServer, type TestServer } from '../../server/test/support/server-process.ts';
import { tempFolder } from '../../server/test/support/temp-folder.ts';
import { npm } from './support/packed-sdk.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

describe('the library that the server serves', () => {
  let server: TestServer;
  before(async () => {
    await run(process.execPath, [join(ROOT, 'scripts/ensure-sdk.ts')]);
    server = await startServer({ data: await tempFolder(), clickhouseUrl: NO_STORE });
  });
  after(() => server.stop());

  it('matches its description', async () => {
    const { version } = JSON.parse(await readFile(join(ROOT, 'sdk/package.json'), 'utf8'));
    const sdk = Sdk.parse(await (await fetch(`${server.url}/sdk`)).json());
    assert.equal(sdk.path, `/sdk/parley-sdk-${version}.tgz`);
    const answer = await fetch(`${server.url}${sdk.path}`, { headers: { 'Accept-Encoding': 'gzip' } });
    assert.deepEqual(
      [answer.headers.get('content-type'), answer.headers.get('content-encoding')],
      ['application/gzip', null],
    );
    const bytes = await answer.bytes();
    assert.equal(bytes.length, sdk.bytes);
    assert.equal(sdk.integrity, `sha512-${createHash('sha512').update(bytes).digest('base64')}`);
    assert.equal((await fetch(`${server.url}/sdk/parley-sdk-0.0.1.tgz`)).status, 404);
  });

  it('is cached for ever only where the address says which bytes it is', async () => {
    const led = await fetch(`${server.url}/sdk.tgz`, { redirect: 'manual' });
    const location = led.headers.get('location') ?? '';
    assert.deepEqual([led.status, led.headers.get('cache-control')], [302, 'no-store']);
    assert.ok(!location.startsWith('/') && !location.includes(':'), `${location} is not relative`);
    const caching = async (path: string) =>
      (await fetch(new URL(path, `${server.url}/sdk.tgz`))).headers.get('cache-control');
    assert.equal(await caching(location), 'public, max-age=31536000, immutable');
    assert.equal(await caching(location.replace(/v=.*/, 'v=other')), 'no-cache');
    assert.equal(await caching(location.replace(/\?.*/, '')), 'no-cache');
  });

  it('installs into an empty folder with the command of the Connect page, and sends a call', async () => {
    const sdk = Sdk.parse(await (await fetch(`${server.url}/sdk`)).json());
    const project = await tempFolder();
    const [, ...command] = sdkInstall({ ingestUrl: `${server.url}/track` }).split(' ');
    await npm(project, [...command, '--no-audit', '--no-fund']);
    const lock = JSON.parse(await readFile(join(project, 'package-lock.json'), 'utf8'));
    assert.equal(lock.packages['node_modules/@parley/sdk'].integrity, sdk.integrity);
    assert.equal(lock.packages['node_modules/@parley/sdk'].resolved, `${server.url}/sdk.tgz`);
    // As a build does it, from the lock file.
    await npm(project, ['ci', '--no-audit', '--no-fund']);

    const { type, request, response } = GUIDES.openai.example;
    const exchange = { type, request, response };
    const program = `import { Parley } from '@parley/sdk';
      const parley = new Parley();
      await parley.track(${JSON.stringify({ format: 'openai', ...exchange })});
      await parley.flush();`;
    await run(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: project,
      env: {
        ...process.env,
        PARLEY_URL: server.url,
        PARLEY_APP_KEY: server.keys.appKey,
        PARLEY_API_KEY: server.keys.apiKey,
      },
    });
    const { data } = ArrivalList.parse((await server.get('/v1/arrivals')).json);
    assert.deepEqual(
      data.map(({ way, format, count }) => [way, format, count]),
      [['sdk', 'openai', 1]],
    );
  });

  it('is what the READMEs install', async () => {
    const command = sdkInstall({ ingestUrl: 'http://localhost:4780/track' });
    for (const name of ['README.md', 'sdk/README.md'])
      assert.ok((await readFile(join(ROOT, name), 'utf8')).includes(`${command}\n`), name);
  });
});
