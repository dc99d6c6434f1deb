/** Three nodes on one PostgreSQL and one store, behind a client that takes turns. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Ledger, SessionList, System } from '@parley/contract';
import { storedIds } from './support/all-stored.ts';
import { Browser } from './support/browser.ts';
import { eventually } from './support/eventually.ts';
import { testDatabase } from './support/metadata-address.ts';
import { bytesOf, payloadOf } from './support/payloads.ts';
import { startServer, type TestServer } from './support/server-process.ts';
import { storeProxy } from './support/store-proxy.ts';
import { tempFolder } from './support/temp-folder.ts';

const BIN = fileURLToPath(new URL('../bin/parley.js', import.meta.url));
const STORED_MS = 120_000;
const START = Date.UTC(2026, 4, 1);

async function threeNodes(test: TestContext) {
  const { url: clickhouseUrl } = await storeProxy(test);
  const database = await testDatabase(`nodes_${process.pid}_${Date.now()}`);
  const env = {
    PARLEY_DATABASE_URL: database,
    PARLEY_INIT_EMAIL: 'ann@example.com',
    PARLEY_INIT_PASSWORD: 'a long password',
  };
  const start = async (data: string) => {
    const server = await startServer({ data, clickhouseUrl, env });
    test.after(() => server.stop());
    return server;
  };
  const nodes: TestServer[] = [];
  for (let i = 0; i < 3; i++) nodes.push(await start(await tempFolder()));
  return { nodes, start, environment: { ...process.env, ...env, PARLEY_CLICKHOUSE_URL: clickhouseUrl } };
}

const payload = (n: number) =>
  bytesOf(
    payloadOf('openai', 'chat', {
      timestamps: { request: START + n * 1000, response: START + n * 1000 + 300 },
      session: `talk ${n % 20}`,
      sessionTimeout: 1,
    }),
  );

/** Tries until a node takes it. */
async function send(nodes: readonly TestServer[], first: number, body: Buffer): Promise<string> {
  for (let i = 0; ; i++) {
    const node = nodes[(first + i) % nodes.length];
    const answer = await node?.post(body).catch(() => undefined);
    if (answer?.status === 200) return String(answer.json.id);
    if (i > 200) throw new Error(`Nobody takes it: ${answer?.text}`);
  }
}

describe('several nodes', () => {
  it('store what reaches all of them at once, lose nothing with one that dies, and add up', async (test) => {
    const { nodes, start, environment } = await threeNodes(test);
    const [one, two, three] = nodes;
    assert.ok(one && two && three);

    // The same payload to every node at the same moment.
    const ids = new Set<string>();
    for (let n = 0; n < 1000; n += 20) {
      const wave = Array.from({ length: 20 }, (_, i) => payload(n + i));
      const answers = await Promise.all(wave.flatMap((body) => nodes.map((node) => node.post(body))));
      for (const { status, json, text } of answers) {
        assert.equal(status, 200, text);
        ids.add(String(json.id));
      }
      // Two of them die in the middle of it; one comes back.
      if (n === 400) {
        three.signal('SIGKILL');
        await three.ended;
        nodes.pop();
      }
      if (n === 600) nodes.push(await start(three.data));
      if (n === 800) {
        two.signal('SIGKILL');
        await two.ended;
        nodes.splice(1, 1);
      }
    }
    assert.equal(ids.size, 1000);

    // What only the dead one has: taken by turns, it is sent to whoever lives.
    for (let n = 1000; n < 1100; n++) ids.add(await send(nodes, n, payload(n)));

    // The one that does not come back has its journal emptied.
    const args = [BIN, 'drain', '--data', two.data, '--json'];
    const { stdout } = await promisify(execFile)(process.execPath, args, { env: environment });
    assert.ok(JSON.parse(stdout).drained >= 0);

    await eventually(
      'every interaction is stored once',
      async () => (await storedIds(one)).length >= ids.size,
      STORED_MS,
    );
    await eventually(
      'nothing waits any more',
      async () => {
        const ledgers = await Promise.all(nodes.map((node) => node.get('/v1/ledger')));
        return ledgers.every(({ json }) => Ledger.parse(json).data.every(({ waiting }) => waiting === 0));
      },
      STORED_MS,
    );
    assert.deepEqual((await storedIds(one)).toSorted(), [...ids].sort());
    const { data } = Ledger.parse((await one.get('/v1/ledger')).json);
    const sum = (name: 'received' | 'stored' | 'duplicate') => data.reduce((all, day) => all + day[name], 0);
    assert.equal(sum('stored'), ids.size);
    assert.equal(sum('received'), sum('stored') + sum('duplicate'));

    // Every name is one session: its turns are 20 seconds apart, whichever node took them.
    const sessions = SessionList.parse((await one.get('/v1/sessions?limit=100')).json);
    assert.deepEqual(
      sessions.data.map(({ session, interactions }) => [session, interactions]).sort(),
      Array.from({ length: 20 }, (_, i) => [`talk ${i}`, 55]).sort(),
    );
    assert.equal(sessions.data.length, 20);

    const ann = await new Browser(one).signIn('ann@example.com', 'a long password');
    const system = System.parse((await ann.get('/v1/system')).json);
    assert.equal(system.metadata, 'postgres');
    assert.equal(system.nodes.length, 3);
    await eventually(
      'two of three are up',
      async () => {
        const now = System.parse((await ann.get('/v1/system')).json);
        return now.nodes.filter(({ up }) => up).length === 2;
      },
      30_000,
    );
  });

  it('say that they are not ready before they stop', async () => {
    const server = await startServer({
      data: await tempFolder(),
      clickhouseUrl: 'http://127.0.0.1:9/nowhere',
      env: { PARLEY_STOP_DELAY: '2', PARLEY_GRACE: '0' },
    });
    const ready = async () => (await fetch(`${server.url}/ready`)).status;
    assert.equal(await ready(), 200);
    server.signal('SIGTERM');
    await eventually('it is not ready', async () => (await ready()) === 503);
    assert.equal((await server.post(payload(1))).status, 200, 'it takes what still comes');
    assert.equal(await server.ended, 0);
  });
});
