/** Scores sent to several nodes on one PostgreSQL and one store, in any order. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { InteractionList } from '@parley/contract';
import { createToken } from '../src/accounts/keys/create-token.ts';
import { openMetadata } from '../src/metadata/database.ts';
import { eventually } from './support/eventually.ts';
import { ledgerTotals } from './support/ledger-totals.ts';
import { testDatabase } from './support/metadata-address.ts';
import { bytesOf, payloadOf } from './support/payloads.ts';
import { plainScore, randomScores, remainingScores, shuffled } from './support/random-scores.ts';
import { allScores, sendScores } from './support/scores.ts';
import { request, startServer, type TestServer } from './support/server-process.ts';
import { type StoreProxy, storeProxy } from './support/store-proxy.ts';
import { tempFolder } from './support/temp-folder.ts';

const STORED_MS = 120_000;
const SEED = Number(process.env.PARLEY_TEST_SEED ?? 1);
const NOW = Date.now() - 60_000;

describe('scores on two nodes', () => {
  let nodes: [TestServer, TestServer];
  /** The way of the first node to the store. */
  let firstDoor: StoreProxy;
  let databaseUrl: string;
  const cleanups: (() => void | Promise<void>)[] = [];
  before(async () => {
    const hooks = { after: (clean: () => void | Promise<void>) => void cleanups.unshift(clean) };
    firstDoor = await storeProxy(hooks);
    const secondDoor = new URL((await storeProxy(hooks)).url);
    secondDoor.pathname = new URL(firstDoor.url).pathname;
    databaseUrl = await testDatabase(`scores_nodes_${process.pid}`);
    const start = async (clickhouseUrl: string) => {
      const env = { PARLEY_DATABASE_URL: databaseUrl };
      const server = await startServer({ data: await tempFolder(), clickhouseUrl, env });
      cleanups.unshift(async () => void (await server.stop()));
      return server;
    };
    nodes = [await start(firstDoor.url), await start(secondDoor.href)];
    await drained();
  });
  after(async () => {
    for (const clean of cleanups) await clean();
  });

  async function drained(): Promise<void> {
    await eventually(
      'nothing waits any more',
      async () => (await Promise.all(nodes.map(ledgerTotals))).every(({ waiting }) => waiting === 0),
      STORED_MS,
    );
    await eventually(
      'the tables are there',
      async () => (await nodes[1].get('/v1/scores')).status === 200,
      STORED_MS,
    );
  }

  async function tokenThatScores(): Promise<string> {
    const { db, close } = openMetadata({ kind: 'postgres', url: databaseUrl });
    try {
      const { id: appId } = await db.selectFrom('application').select('id').executeTakeFirstOrThrow();
      return (await createToken(db, { appId, name: 'scores', scopes: ['score'] })).token;
    } finally {
      await close();
    }
  }

  it('the order, the node and repetition change nothing', async () => {
    const inputs = randomScores(60, SEED, NOW);
    const interactions = [1, 2].map((n) => {
      const at = NOW + n;
      const payload = payloadOf('openai', 'chat', {
        session: 's1',
        user: { userId: 'ann' },
        timestamps: { request: at, response: at + 1 },
      });
      return bytesOf({ ...payload, response: { ...Object(payload.response), id: `up-${n}` } });
    });
    const steps = [
      ...inputs.map((score) => (node: TestServer) => sendScores(node, score)),
      // Some arrive twice, at another node.
      ...inputs.slice(0, 20).map((score) => (node: TestServer) => sendScores(node, score)),
      ...interactions.map((payload) => (node: TestServer) => node.post(payload)),
    ];
    for (const [i, step] of shuffled(steps, SEED).entries()) {
      const answer = await step(nodes[i % 2] ?? nodes[0]);
      assert.equal(answer.status, 200, answer.text);
    }
    await drained();
    const [first, second] = await Promise.all(nodes.map((node) => allScores(node)));
    assert.deepEqual(first?.map(plainScore), second?.map(plainScore));
    const appId = first?.[0]?.appId ?? '';
    assert.deepEqual(first?.map(plainScore).toSorted(), remainingScores(appId, inputs), `seed ${SEED}`);
    const { data } = InteractionList.parse((await nodes[1].get('/v1/interactions?session=s1')).json);
    const own = (upstreamId: string) => first?.filter((score) => score.upstreamId === upstreamId).length;
    assert.deepEqual(
      data.map(({ scores = [] }) => scores.length),
      [own('up-2'), own('up-1')],
    );
    const { received, scores, duplicate, stored } = await ledgerTotals(nodes[0]);
    assert.deepEqual(
      { received, scores, duplicate, stored },
      { received: 82, scores: 80, duplicate: 0, stored: 2 },
    );
  });

  it('a score that is only in the journal of one node is deleted through the other', async () => {
    firstDoor.close();
    const at = Date.now() - 1000;
    const made = await sendScores(nodes[0], { session: 'waiting', name: 'stars', value: 1, at });
    assert.equal(made.status, 200, made.text);
    const [id] = made.json.ids as string[];
    const [, waiting] = await Promise.all(nodes.map(ledgerTotals));
    assert.deepEqual(await allScores(nodes[1], 'session=waiting'), []);
    const token = await tokenThatScores();
    const remove = (score: string) =>
      request(`${nodes[1].url}/v1/scores/${score}`, {
        method: 'DELETE',
        headers: { Authorization: `Bearer ${token}` },
      });
    const deleted = await remove(id ?? '');
    assert.deepEqual([deleted.status, deleted.json.ids], [200, [id]], deleted.text);
    // An id that is of no score of the application is none.
    assert.equal((await remove(`00000000${id?.slice(8)}`)).status, 404);
    firstDoor.open();
    await drained();
    assert.deepEqual(await allScores(nodes[0], 'session=waiting'), []);
    assert.equal((await ledgerTotals(nodes[1])).scores, (waiting?.scores ?? 0) + 2);
    // It is known now, as deleted; and it may be sent again.
    assert.equal((await remove(id ?? '')).status, 404);
    await sendScores(nodes[1], { session: 'waiting', name: 'stars', value: 3 });
    await drained();
    assert.deepEqual(
      (await allScores(nodes[0], 'session=waiting')).map(({ value }) => value),
      [3],
    );
  });

  it('a new name gets one kind of values, whichever node is first', async () => {
    const sent = await Promise.all([
      sendScores(nodes[0], { session: 'kinds', name: 'raced', value: 1 }),
      sendScores(nodes[1], { session: 'kinds', name: 'raced', value: 'one' }),
    ]);
    assert.deepEqual(sent.map(({ status }) => status).toSorted(), [200, 422]);
    const [kept, other] = sent[0]?.status === 200 ? [1, 'two'] : ['one', 2];
    for (const node of nodes)
      assert.equal((await sendScores(node, { session: 'kinds', name: 'raced', value: other })).status, 422);
    await drained();
    assert.deepEqual(
      (await allScores(nodes[0], 'session=kinds')).map(({ value }) => value),
      [kept],
    );
  });
});
