/** The command line, with and without a running server. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Interaction } from '@parley/contract';
import { OPTIONS } from '../src/config.ts';
import { parley, runParley } from './support/parley-command.ts';
import { bytesOf, payloadOf } from './support/payloads.ts';
import { NO_STORE, startServer, type TestServer } from './support/server-process.ts';
import { tempFolder } from './support/temp-folder.ts';

describe('the command line with a running server', () => {
  let server: TestServer;
  before(async () => {
    const env = { PARLEY_GRACE: '0' };
    server = await startServer({ data: await tempFolder(), clickhouseUrl: NO_STORE, env });
  });
  after(() => server.stop());

  it('creates an application whose keys work at once, and rotates and revokes them', async () => {
    const { data } = server;
    const post = async (keys: { appKey: string; apiKey: string }) =>
      (await server.post(bytesOf(payloadOf('openai', 'chat', {}, keys)))).status;

    const created = JSON.parse((await parley(data, 'app', 'create', '--name', 'Shop', '--json')).stdout);
    assert.match(created.appKey, /^pk_/);
    assert.match(created.apiKey, /^sk_/);
    assert.equal(created.ingestUrl, `${server.url}/track`);
    assert.equal(await post(created), 200);

    const rotated = JSON.parse((await parley(data, 'key', 'rotate', '--app', 'Shop', '--json')).stdout);
    const renewed = { appKey: created.appKey, apiKey: rotated.apiKey };
    assert.deepEqual([await post(created), await post(renewed)], [200, 200]);

    assert.equal((await parley(data, 'key', 'revoke', '--key', created.keyId)).code, 0);
    assert.deepEqual([await post(created), await post(renewed)], [401, 200]);

    const { token } = JSON.parse((await parley(data, 'token', 'create', '--app', 'Shop', '--json')).stdout);
    assert.equal((await server.get('/v1/ledger', token)).status, 200);
    assert.equal((await server.get('/v1/ledger', `${token}x`)).status, 401);

    await parley(data, 'app', 'limit', '--app', 'Shop', '--per-second', '1');
    const statuses = [await post(renewed), await post(renewed), await post(renewed)];
    assert.ok(statuses.includes(429), String(statuses));

    const list = (await parley(data, 'app', 'list')).stdout;
    assert.match(list, /Shop/);
    for (const secret of [created.apiKey, rotated.apiKey, token]) {
      assert.ok(!list.includes(secret));
      for (const file of filesBelow(data)) assert.ok(!readFileSync(file).includes(secret), file);
    }
  });

  it('changes settings, and archives, restores and deletes applications', async () => {
    const { data } = server;
    const created = JSON.parse((await parley(data, 'app', 'create', '--name', 'Kiosk', '--json')).stdout);
    const post = async () => (await server.post(bytesOf(payloadOf('openai', 'chat', {}, created)))).status;
    const { token } = JSON.parse((await parley(data, 'token', 'create', '--app', 'Kiosk', '--json')).stdout);
    const read = async () => (await server.get('/v1/ledger', token)).status;
    const app = (verb: string, ...args: string[]) => parley(data, 'app', verb, '--app', created.id, ...args);
    assert.deepEqual([await post(), await read()], [200, 200]);

    const limits = ['--rate-limit', 'none', '--retention-days', '90', '--body-retention-days', '7'];
    const rest = ['--time-zone', 'Europe/Berlin', '--session-timeout', '30', '--store-bodies', 'no'];
    const set = await app('set', '--name', 'Store', ...limits, ...rest, '--json');
    assert.deepEqual(JSON.parse(set.stdout), {
      id: created.id,
      name: 'Store',
      timeZone: 'Europe/Berlin',
      rateLimit: null,
      sessionTimeout: 30,
      retentionDays: 90,
      bodyRetentionDays: 7,
      storeBodies: false,
      keepVectors: false,
    });
    const shown = (await app('set', '--retention-days', 'none')).stdout;
    assert.match(shown, /^Store .*\n {2}name +Store\n/);
    assert.match(
      shown,
      /retention-days +none\n {2}body-retention-days +7\n {2}store-bodies +no\n {2}keep-vectors +no/,
    );

    // An interaction that still waits in the journal is shown as it will be stored.
    const { json: accepted } = await server.post(bytesOf(payloadOf('openai', 'chat', {}, created)));
    const record = Interaction.parse((await server.get(`/v1/interactions/${accepted.id}`, token)).json);
    assert.deepEqual([record.inputText, record.output, record.usage.total], ['', [], 15]);
    assert.equal(record.sessionTimeout, 30);
    const raw = await server.get(`/v1/interactions/${accepted.id}/raw`, token);
    assert.equal(raw.status, 404);
    assert.match(String(raw.json.message), /not kept/);

    await app('archive');
    assert.deepEqual([await post(), await read()], [401, 200]);
    assert.match((await parley(data, 'app', 'list')).stdout, /Store .*, archived 2/);
    await app('restore');
    assert.deepEqual([await post(), await read()], [200, 200]);

    assert.match(
      (await app('delete', '--confirm', 'Kiosk')).stderr,
      /must be the application's name, "Store"/,
    );
    assert.equal(await post(), 200);
    assert.equal((await app('delete', '--confirm', 'Store')).code, 0);
    assert.deepEqual([await post(), await read()], [401, 401]);
    assert.doesNotMatch((await parley(data, 'app', 'list')).stdout, /Store/);
    assert.match((await app('restore')).stderr, /There is no application/);
  });

  it('refuses a second server on the same data folder with a readable message', async () => {
    const { data } = server;
    const second = await parley(data, 'serve', '--port', '0');
    assert.equal(second.code, 1);
    assert.match(second.stderr, /^Another Parley server is running on .*\.\n$/);
  });

  it('shows when a key was last used, at the latest after the server has stopped', async () => {
    const { data } = server;
    const started = Date.now();
    assert.equal((await server.post(bytesOf(payloadOf()))).status, 200);
    await server.stop();
    type Listed = { name: string; keys: { lastUsedAt: number }[] };
    const list: Listed[] = JSON.parse((await parley(data, 'app', 'list', '--json')).stdout);
    const used = list.find(({ name }) => name === 'Tests')?.keys[0]?.lastUsedAt;
    assert.ok(used !== undefined && used >= started, String(used));
  });
});

describe('the command line', () => {
  it('reports a port in use before it creates or starts anything', async (test) => {
    const other = createServer().listen(0, '127.0.0.1');
    test.after(() => other.close());
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const data = join(await tempFolder(), 'data');
    const refused = await runParley(data, ['serve', '--port', String(port)], { PARLEY_CLICKHOUSE_URL: '' });
    assert.deepEqual([refused.code, refused.stdout], [1, '']);
    assert.equal(
      refused.stderr,
      `Another program listens on 127.0.0.1:${port}: stop it, or set PARLEY_PORT (--port).\n`,
    );
    assert.equal(existsSync(data), false);
    const nowhere = await parley(data, 'serve', '--host', '192.0.2.1', '--port', '0');
    assert.match(
      nowhere.stderr,
      /^192\.0\.2\.1 is no address of this machine: set PARLEY_HOST \(--host\)\.\n$/,
    );
  });

  it('documents every flag of the server and every command', async () => {
    const data = join(await tempFolder(), 'data');
    const serve = await parley(data, 'serve', '--help');
    assert.deepEqual([serve.code, serve.stderr], [0, '']);
    for (const [name, { env, help }] of Object.entries(OPTIONS)) {
      assert.ok(serve.stdout.includes(`  --${name} `), name);
      assert.ok(serve.stdout.includes(help) && serve.stdout.includes(`${env}\n`), name);
    }
    const prices = await parley(data, 'price', 'set', '--help');
    assert.match(
      prices.stdout,
      /^ {2}parley price set --app APP[\s\S]*\n {2}parley price remove .*\n\n {2}--json/,
    );
    assert.doesNotMatch(prices.stdout, /parley app/);
    assert.equal(existsSync(data), false);
  });

  it('answers an unknown flag with the known flags and exit code 2', async () => {
    const data = join(await tempFolder(), 'data');
    const wrong = async (...args: string[]) => {
      const { code, stderr } = await parley(data, ...args, '--no-such-flag');
      assert.equal(code, 2, stderr);
      return stderr;
    };
    assert.match(
      await wrong('serve'),
      /^Unknown option '--no-such-flag'\. Known flags: --host, --port, .*--grace\.\n$/,
    );
    assert.match(await wrong('move'), /Known flags: --to-clickhouse, .*--stop, --json\.\n$/);
    for (const command of ['app list', 'reprocess', 'backup', 'doctor', 'engine install'])
      assert.match(await wrong(...command.split(' ')), /^Unknown option '--no-such-flag'\. .*\.\n$/, command);
    assert.equal(existsSync(data), false);
  });

  it('explains invalid calls', async () => {
    const data = await tempFolder();
    assert.match((await parley(data, 'app', 'create')).stderr, /--name is missing/);
    assert.match((await parley(data, 'key', 'rotate', '--app', 'nobody')).stderr, /no application "nobody"/);
    assert.match((await parley(data, 'serve', '--port', 'x')).stderr, /PARLEY_PORT .* whole number/);
    assert.match((await parley(data, 'replay')).stderr, /No server runs/);
    await parley(data, 'app', 'create', '--name', 'Shop');
    const set = async (...args: string[]) =>
      (await parley(data, 'app', 'set', '--app', 'Shop', ...args)).stderr;
    assert.match(await set(), /Say what to set: --name, .*--store-bodies, --keep-vectors\./);
    assert.match(await set('--time-zone', 'Mars/Base'), /^--time-zone: Not a time zone/);
    assert.match(await set('--retention-days', 'many'), /--retention-days must be a number or "none"/);
    assert.equal(await set('--retention-days', '30'), '');
    assert.match(await set('--body-retention-days', '31'), /cannot be kept for longer/);
    assert.equal((await parley(data, 'nonsense')).code, 2);
  });
});

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
