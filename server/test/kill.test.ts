/** `kill -9` at random moments under load: what was acknowledged is in the store, once. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Ledger } from '@parley/contract';
import { storedIds } from './support/all-stored.ts';
import { eventually } from './support/eventually.ts';
import { bytesOf, payloadOf } from './support/payloads.ts';
import { startServer, type TestServer } from './support/server-process.ts';
import { storeProxy } from './support/store-proxy.ts';
import { tempFolder } from './support/temp-folder.ts';

const ROUNDS = 20;
const CLIENTS = 4;

describe('kill -9 under load', () => {
  it(`loses nothing and doubles nothing over ${ROUNDS} rounds`, async (test) => {
    const { url: clickhouseUrl } = await storeProxy(test);
    const data = await tempFolder();
    const acknowledged = new Set<string>();
    const sent = new Set<string>();

    for (let round = 0; round < ROUNDS; round++) {
      const server = await startServer({ data, clickhouseUrl });
      const clients = Array.from({ length: CLIENTS }, (_, i) =>
        client(server, `${round}.${i}`, sent, acknowledged),
      );
      // Anywhere from before the first commit to the middle of an insert.
      await sleep(Math.random() * (round % 4 === 0 ? 3000 : 400));
      server.signal('SIGKILL');
      assert.equal(await server.ended, 'SIGKILL');
      await Promise.all(clients);
    }
    assert.ok(acknowledged.size > 0);

    const server = await startServer({ data, clickhouseUrl });
    test.after(() => server.stop());
    let waiting = -1;
    await eventually(
      'the journal is drained',
      async () => {
        const { data: days } = Ledger.parse((await server.get('/v1/ledger')).json);
        waiting = days.reduce((sum, day) => sum + day.waiting, 0);
        return waiting === 0;
      },
      500_000,
    );
    const stored = await storedIds(server);
    const distinct = new Set(stored);
    assert.equal(stored.length, distinct.size, 'no interaction is in the store twice');
    assert.deepEqual([...acknowledged.difference(distinct)], [], 'no acknowledged interaction is missing');
    // What was not acknowledged may be there (the answer was cut off), but nothing else.
    assert.ok(distinct.size <= sent.size);
    const totals = Ledger.parse((await server.get('/v1/ledger')).json).data;
    for (const { received, stored: kept, duplicate, rejected } of totals) {
      assert.equal(received, kept + duplicate + rejected);
    }
    assert.equal(
      totals.reduce((sum, day) => sum + day.stored, 0),
      distinct.size,
    );
    test.diagnostic(`${acknowledged.size} acknowledged, ${distinct.size} stored, ${sent.size} sent`);
  });
});

async function client(
  server: TestServer,
  name: string,
  sent: Set<string>,
  acknowledged: Set<string>,
): Promise<void> {
  for (let n = 0; n < 25; n++) {
    const session = `${name}.${n}`;
    sent.add(session);
    try {
      const { status, json } = await server.post(bytesOf(payloadOf('openai', 'chat', { session })));
      if (status === 200) acknowledged.add(String(json.id));
    } catch {
      return;
    }
  }
}
