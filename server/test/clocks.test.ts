/** Two nodes whose clocks are a minute apart store, authenticate and show the same. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { storedInteractions } from './support/all-stored.ts';
import { Browser, PASSWORD } from './support/browser.ts';
import { eventually } from './support/eventually.ts';
import { ledgerTotals } from './support/ledger-totals.ts';
import { testDatabase } from './support/metadata-address.ts';
import { bytesOf, payloadOf } from './support/payloads.ts';
import { startServer } from './support/server-process.ts';
import { clockAhead } from './support/shifted-clock.ts';
import { storeProxy } from './support/store-proxy.ts';
import { openTail } from './support/tail.ts';
import { tempFolder } from './support/temp-folder.ts';

const AHEAD_MS = 60_000;
const STORED_MS = 120_000;
const OWNER = 'ann@example.com';

it('nodes whose clocks are a minute apart store everything once, share sign-ins and show the same', async (test) => {
  const { url: clickhouseUrl } = await storeProxy(test);
  const PARLEY_DATABASE_URL = await testDatabase(`clocks_${process.pid}`);
  const start = async (clock: Record<string, string>) => {
    const owner = { PARLEY_INIT_EMAIL: OWNER, PARLEY_INIT_PASSWORD: PASSWORD };
    const env = { PARLEY_DATABASE_URL, ...owner, ...clock };
    const server = await startServer({ data: await tempFolder(), clickhouseUrl, env });
    test.after(() => server.stop());
    return server;
  };
  const nodes = [await start({}), await start(clockAhead(AHEAD_MS))] as const;
  const [one, ahead] = nodes;
  const ids = new Set<string>();
  const send = async (n: number, to: readonly (typeof one)[]) => {
    const request = Date.now() - n * 1000;
    const timestamps = { request, response: request + 200 };
    const body = bytesOf(payloadOf('openai', 'chat', { timestamps, session: `talk ${n % 3}` }));
    const answers = await Promise.all(to.map((node) => node.post(body)));
    for (const { status, json, text } of answers) {
      assert.equal(status, 200, text);
      ids.add(String(json.id));
    }
  };
  const nothingWaits = () =>
    eventually(
      'nothing waits',
      async () => (await Promise.all(nodes.map(ledgerTotals))).every(({ waiting }) => waiting === 0),
      STORED_MS,
    );
  await send(1000, [one]);
  await nothingWaits();
  const tail = await openTail(one);
  test.after(() => tail.close());

  // Some payloads to both nodes at the same moment, others to one node.
  for (let n = 0; n < 20; n++) await send(n, nodes);
  for (let n = 20; n < 40; n++) await send(n, [n % 2 === 0 ? one : ahead]);
  await nothingWaits();
  const { received, stored, duplicate } = await ledgerTotals(one);
  assert.deepEqual([received, stored, duplicate], [61, 41, 20]);
  const expected = [...ids].toSorted();
  for (const node of nodes) {
    const records = await storedInteractions(node);
    assert.deepEqual(records.map(({ id }) => id).toSorted(), expected);
    const times = records.map(({ requestedAt }) => requestedAt);
    assert.deepEqual(times, times.toSorted().reverse(), 'newest first, by request time');
  }
  const oldest = (await storedInteractions(one)).at(-1)?.id;
  await eventually('the live tail has what both stored', () => tail.records.size === ids.size - 1, STORED_MS);
  assert.equal(tail.records.has(oldest ?? ''), false);
  assert.equal(tail.events(), ids.size - 1, 'each once');

  // A sign-in or sign-out on either node is valid on both.
  for (const [here, there] of [nodes, nodes.toReversed()]) {
    const browser = await new Browser(here ?? one).signIn(OWNER);
    const headers = { Cookie: browser.cookieHeader() };
    assert.equal((await fetch(`${there?.url}/v1/me`, { headers })).status, 200);
    assert.equal((await browser.post('/v1/auth/sign-out')).status, 200);
    assert.equal((await fetch(`${there?.url}/v1/me`, { headers })).status, 401);
  }
});
