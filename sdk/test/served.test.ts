/** The server distributes the library to its clients, so that no registry is needed. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Sdk } from '@parley/contract';
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

  it('installs with npm, with the stated integrity', async () => {
    const sdk = Sdk.parse(await (await fetch(`${server.url}/sdk`)).json());
    const project = await tempFolder();
    await writeFile(join(project, 'package.json'), '{"private":true,"type":"module"}\n');
    await npm(project, ['install', '--no-audit', '--no-fund', `${server.url}${sdk.path}`]);
    const lock = JSON.parse(await readFile(join(project, 'package-lock.json'), 'utf8'));
    assert.equal(lock.packages['node_modules/@parley/sdk'].integrity, sdk.integrity);
    const program =
      "import { Parley } from '@parley/sdk'; console.log(typeof new Parley({ onError() {} }).fetch);";
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: project,
    });
    assert.equal(stdout.trim(), 'function');
  });

  it('is the version that the READMEs install', async () => {
    const { path } = Sdk.parse(await (await fetch(`${server.url}/sdk`)).json());
    for (const name of ['README.md', 'sdk/README.md'])
      assert.ok(
        (await readFile(join(ROOT, name), 'utf8')).includes(`npm install http://localhost:4780${path}\n`),
        name,
      );
  });
});
