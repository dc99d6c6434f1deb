/**
 * Three nodes on one PostgreSQL and one store, with a client that uses them in turn. Each part goes down
 * once.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { SessionList, System } from '@parley/contract';
import { startPostgres } from '../../scripts/postgres.ts';
import type { RemoteAddress } from '../src/store/client.ts';
import { storedIds } from './support/all-stored.ts';
import { Browser } from './support/browser.ts';
import { eventually } from './support/eventually.ts';
import { ledgerTotals } from './support/ledger-totals.ts';
import { bytesOf, payloadOf } from './support/payloads.ts';
import { startServer, type TestServer } from './support/server-process.ts';
import { ONE_SERVER, type PlaceKind, sayMissing, TWO_SHARDS } from './support/store-places.ts';
import { openTail, type Tail } from './support/tail.ts';
import { tempFolder } from './support/temp-folder.ts';

const BIN = fileURLToPath(new URL('../bin/parley.js', import.meta.url));
const STORED_MS = 120_000;
const START = Date.UTC(2026, 4, 1);
const SESSIONS = 20;

/**
 * Longer than the short look-back of the tail (10 s), so that only its long look-back finds such rows. The time itself
 * is what is tested, so there is nothing else to wait for.
 */
const LATE_MS = 12_000;

async function threeNodes(test: TestContext, place: PlaceKind<RemoteAddress>) {
  const { address, servers } = await place.make(test);
  const postgres = await startPostgres();
  test.after(() => postgres.stop());
  const env = {
    PARLEY_DATABASE_URL: await postgres.createDatabase('parley'),
    PARLEY_CLICKHOUSE_CLUSTER: address.cluster ?? '',
    PARLEY_INIT_EMAIL: 'ann@example.com',
    PARLEY_INIT_PASSWORD: 'a long password',
  };
  const start = async (data: string) => {
    const server = await startServer({ data, clickhouseUrl: address.url, env });
    test.after(() => server.stop());
    return server;
  };
  const [one, two, three] = [
    await start(await tempFolder()),
    await start(await tempFolder()),
    await start(await tempFolder()),
  ];
  const environment = { ...process.env, ...env, PARLEY_CLICKHOUSE_URL: address.url };
  return { one, two, three, start, environment, postgres, servers };
}

const payload = (n: number) =>
  bytesOf(
    payloadOf('openai', 'chat', {
      timestamps: { request: START + n * 1000, response: START + n * 1000 + 300 },
      session: `talk ${n % SESSIONS}`,
      sessionTimeout: 1,
    }),
  );

/** Sends new payloads to the nodes in turn, and keeps the ids of acknowledged ones. */
class Client {
  readonly ids = new Set<string>();
  nodes: TestServer[];
  #next = 0;

  constructor(nodes: TestServer[]) {
    this.nodes = nodes;
  }

  /** Sends each payload to one node, or to the next if that one fails. */
  async send(count: number): Promise<void> {
    for (const end = this.#next + count; this.#next < end; this.#next++) {
      const body = payload(this.#next);
      for (let turn = this.#next; ; turn++) {
        const answer = await this.nodes[turn % this.nodes.length]?.post(body).catch(() => undefined);
        if (answer?.status === 200) {
          this.ids.add(String(answer.json.id));
          break;
        }
        assert.ok(turn < this.#next + 200, `no node accepts it: ${answer?.text}`);
      }
    }
  }

  /** Sends each payload to all nodes at the same moment. */
  async sendToAll(count: number): Promise<void> {
    const wave = Array.from({ length: count }, () => payload(this.#next++));
    const answers = await Promise.all(wave.flatMap((body) => this.nodes.map((node) => node.post(body))));
    for (const { status, json, text } of answers) {
      assert.equal(status, 200, text);
      this.ids.add(String(json.id));
    }
  }

  async kill(node: TestServer): Promise<void> {
    this.nodes = this.nodes.filter((each) => each !== node);
    node.signal('SIGKILL');
    await node.ended;
  }
}

/** Follows the live tail of a node, reconnecting after breaks. */
async function follow(test: TestContext, node: TestServer): Promise<Set<string>> {
  const seen = new Set<string>();
  let tail: Tail | undefined;
  let isOver = false;
  test.after(() => {
    isOver = true;
    tail?.close();
  });
  const next = async () => {
    const lastEventId = tail?.lastEventId() ?? '';
    tail = await openTail(node, '', { lastEventId });
    assert.equal(tail.status, 200);
    const { records } = tail;
    void (async () => {
      while (!isOver && !(await Promise.race([tail?.ended.then(() => true), sleep(100, false)])))
        for (const id of records.keys()) seen.add(id);
      while (!isOver) {
        if (
          await next().then(
            () => true,
            () => false,
          )
        )
          return;
        await sleep(200);
      }
    })();
  };
  await next();
  return seen;
}

for (const place of [ONE_SERVER, TWO_SHARDS]) {
  sayMissing(place, 'three nodes whose PostgreSQL and ClickHouse servers go away under load');

  describe(`several nodes on ${place.name}`, { skip: place.missing ?? false }, () => {
    it('lose and duplicate nothing, whatever goes down, and their ledger adds up', async (test) => {
      const { one, two, three, start, environment, postgres, servers } = await threeNodes(test, place);
      const client = new Client([one, two, three]);
      await client.send(1);
      await eventually('the store is ready', async () => (await ledgerTotals(one)).stored === 1, STORED_MS);
      const followed = await follow(test, one);

      // The same payload to every node at once, a thousand times, while one node crashes and restarts.
      for (let wave = 0; wave < 50; wave++) {
        await client.sendToAll(20);
        if (wave === 20) await client.kill(three);
        if (wave === 30) client.nodes.push(await start(three.data));
      }

      // A node that crashed with one of these payloads in its journal would delay the others for five
      // minutes.
      const settled = () =>
        eventually(
          'nothing waits any more',
          async () => {
            const ledgers = await Promise.all(client.nodes.map(ledgerTotals));
            return ledgers.every(({ waiting }) => waiting === 0);
          },
          STORED_MS,
        );
      await settled();

      // PostgreSQL and each store server go down and come back; ingest continues.
      await postgres.kill();
      await client.send(60);
      await postgres.start();
      for (const server of servers) {
        await server.leave();
        await client.send(60);
        await server.comeBack();
        await client.send(20);
      }

      // A node crashes with a filled journal and returns long after the others have stored theirs.
      const late = client.nodes[2];
      assert.ok(late);
      for (const server of servers) await server.leave();
      await client.send(30);
      await client.kill(late);
      for (const server of servers) await server.comeBack();
      const others = new Set(client.ids);
      await client.send(10);
      const newer = [...client.ids].filter((id) => !others.has(id));
      await eventually(
        'the others have stored theirs',
        () => newer.every((id) => followed.has(id)),
        STORED_MS,
      );
      await sleep(LATE_MS);
      client.nodes.push(await start(three.data));

      // A node does not return: `parley drain` empties its journal.
      await client.send(30);
      await client.kill(two);
      const args = [BIN, 'drain', '--data', two.data, '--json'];
      const { stdout } = await promisify(execFile)(process.execPath, args, { env: environment });
      assert.ok(JSON.parse(stdout).drained >= 0);

      await settled();
      assert.deepEqual((await storedIds(one)).toSorted(), [...client.ids].sort());
      const { received, stored, duplicate, rejected, damaged } = await ledgerTotals(one);
      assert.equal(stored, client.ids.size);
      assert.deepEqual([received, rejected, damaged], [stored + duplicate, 0, 0]);
      await eventually('the tail has everything', () =>
        [...client.ids].slice(1).every((id) => followed.has(id)),
      );

      // Each name is one session, since its turns are 20 seconds apart, whichever node received them.
      const sessions = SessionList.parse((await one.get('/v1/sessions?limit=100')).json);
      const expected = Array.from({ length: SESSIONS }, (_, i) => [
        `talk ${i}`,
        Math.ceil((client.ids.size - i) / SESSIONS),
      ]);
      assert.deepEqual(
        sessions.data.map(({ session, interactions }) => [session, interactions]).sort(),
        expected.sort(),
      );

      const ann = await new Browser(one).signIn('ann@example.com', 'a long password');
      const nodesUp = async () => {
        const { metadata, nodes } = System.parse((await ann.get('/v1/system')).json);
        assert.deepEqual([metadata, nodes.length], ['postgres', 3]);
        return nodes.filter(({ up }) => up).length;
      };
      await eventually('two of three are up', async () => (await nodesUp()) === 2, 30_000);
    });
  });
}

it('a node reports not ready before it stops', async () => {
  const server = await startServer({
    data: await tempFolder(),
    clickhouseUrl: 'http://127.0.0.1:9/nowhere',
    env: { PARLEY_STOP_DELAY: '2', PARLEY_GRACE: '0' },
  });
  const ready = async () => (await fetch(`${server.url}/ready`)).status;
  assert.equal(await ready(), 200);
  server.signal('SIGTERM');
  await eventually('it is not ready', async () => (await ready()) === 503);
  assert.equal((await server.post(payload(1))).status, 200, 'a stopping node still accepts payloads');
  assert.equal(await server.ended, 0);
});
