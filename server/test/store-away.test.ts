/** A store that is down or hangs: ingest continues up to a limit, and everything is stored later. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Ledger } from '@parley/contract';
import { storedIds } from './support/all-stored.ts';
import { eventually } from './support/eventually.ts';
import { bytesOf, payloadOf } from './support/payloads.ts';
import { startServer, type TestServer } from './support/server-process.ts';
import { storeProxy } from './support/store-proxy.ts';
import { tempFolder } from './support/temp-folder.ts';

const drained = (server: TestServer) =>
  eventually(
    'the journal is drained',
    async () =>
      Ledger.parse((await server.get('/v1/ledger')).json).data.every(({ waiting }) => waiting === 0),
    240_000,
  );

describe('an unavailable store', () => {
  it('is not needed to acknowledge; beyond the journal limit, requests get 503 until it is back', async (test) => {
    const proxy = await storeProxy(test);
    const data = await tempFolder();
    const env = { PARLEY_JOURNAL_MAX: '200KiB' };
    const server = await startServer({ data, clickhouseUrl: proxy.url, env });
    test.after(() => server.stop());
    const ids: string[] = [];
    const post = async (text: string) => {
      const payload = payloadOf('openai', 'chat', {
        session: 'away',
        request: { model: 'm', messages: [text] },
      });
      const answer = await server.post(bytesOf(payload));
      if (answer.status === 200) ids.push(String(answer.json.id));
      return answer;
    };

    await post('the store is there');
    await drained(server);

    proxy.close();
    for (let i = 0; i < 5; i++) assert.equal((await post(`down ${i}`)).status, 200);
    assert.equal(
      (await server.get(`/v1/interactions/${ids.at(-1)}`)).status,
      200,
      'readable while it waits for the store',
    );
    const away = await server.get('/v1/interactions');
    assert.deepEqual([away.status, away.json.code], [503, 'unavailable']);

    proxy.hang();
    let refused = await post('x'.repeat(20_000));
    for (let i = 0; i < 30 && refused.status === 200; i++) refused = await post('x'.repeat(20_000));
    assert.deepEqual([refused.status, refused.json.code], [503, 'unavailable']);
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
    assert.equal((await fetch(`${server.url}/ready`)).status, 503);

    proxy.open();
    await eventually('payloads are accepted again', async () => (await post('back')).status === 200, 240_000);
    await drained(server);
    const stored = await storedIds(server);
    assert.deepEqual(stored.toSorted(), ids.toSorted());
  });
});
