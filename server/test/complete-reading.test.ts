/** Lists, exports and the live tail under load: every interaction appears once, in order, and stays. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { storedInteractions } from './support/all-stored.ts';
import { eventually } from './support/eventually.ts';
import { nothingWaits } from './support/nothing-waits.ts';
import { bytesOf, payloadOf } from './support/payloads.ts';
import { startServer } from './support/server-process.ts';
import { storeProxy } from './support/store-proxy.ts';
import { openTail } from './support/tail.ts';
import { tempFolder } from './support/temp-folder.ts';

const STORE_MS = 120_000;
const CLIENTS = 3;
/** Minimum number of payloads per client; clients continue until the reads are finished. */
const PAYLOADS = 120;
const WALKS = 2;
const HOUR_MS = 60 * 60 * 1000;

type Row = { id: string; requestedAt: string };

it('pages, exports and the live tail have everything once and in order while payloads arrive', async (test) => {
  const { url: clickhouseUrl } = await storeProxy(test);
  const server = await startServer({ data: await tempFolder(), clickhouseUrl });
  test.after(() => server.stop());
  const first = await server.post(bytesOf(payloadOf()));
  const acknowledged = [String(first.json.id)];
  await nothingWaits(server, STORE_MS);
  const tail = await openTail(server);
  test.after(() => tail.close());

  let isOver = false;
  const client = async (which: number) => {
    for (let n = 0; n < PAYLOADS || Math.min(...walks.values()) < WALKS; n++) {
      if (n >= PAYLOADS) await sleep(50);
      // Request times spread among existing interactions, some of them equal.
      const request = Date.now() - (n % 5 === 0 ? HOUR_MS : Math.floor(Math.random() * HOUR_MS));
      const payload = payloadOf('openai', 'chat', { timestamps: { request, response: request + 100 } });
      payload.request.seed = n * CLIENTS + which;
      const answer = await server.post(bytesOf(payload));
      assert.equal(answer.status, 200, answer.text);
      acknowledged.push(String(answer.json.id));
    }
  };
  const paged = async (): Promise<Row[]> => storedInteractions(server);
  const exported = async (): Promise<Row[]> =>
    (await server.get('/v1/export?as=jsonl')).text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  const walks = new Map([
    [paged, 0],
    [exported, 0],
  ]);
  /** Repeated reads: what one read returned, the next one returns, too. */
  const walking = async (walk: () => Promise<Row[]>): Promise<void> => {
    for (let before = new Set<string>(); !isOver; ) {
      const rows = await walk();
      const ids = new Set(rows.map(({ id }) => id));
      assert.equal(ids.size, rows.length, 'nothing is duplicated');
      assert.deepEqual([...before.difference(ids)], [], 'nothing has disappeared');
      assert.deepEqual(
        rows.map(({ requestedAt }) => requestedAt),
        rows
          .map(({ requestedAt }) => requestedAt)
          .toSorted()
          .reverse(),
        'newest first',
      );
      before = ids;
      walks.set(walk, (walks.get(walk) ?? 0) + 1);
    }
  };
  const sending = Promise.all(Array.from({ length: CLIENTS }, (_, which) => client(which)))
    .then(() => nothingWaits(server, STORE_MS))
    .finally(() => {
      isOver = true;
    });
  await Promise.all([sending, walking(paged), walking(exported)]);

  const expected = acknowledged.toSorted();
  for (const walk of [paged, exported])
    assert.deepEqual((await walk()).map(({ id }) => id).toSorted(), expected);
  const followed = expected.filter((id) => id !== acknowledged[0]);
  await eventually('the tail has all of them', () => tail.records.size >= followed.length, STORE_MS);
  assert.deepEqual([...tail.records.keys()].toSorted(), followed);
  assert.equal(tail.events(), followed.length, 'each once');
});
