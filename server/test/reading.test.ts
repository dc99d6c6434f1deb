/** Everything that was sent can be read: lists, pages, raw bytes, the ledger, rejections and their replay. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Interaction, InteractionList, Ledger, QueryAnswer, RejectionList, UserList } from '@parley/contract';
import { storedIds } from './support/all-stored.ts';
import { nothingWaits } from './support/nothing-waits.ts';
import { parley } from './support/parley-command.ts';
import { bytesOf, payloadOf } from './support/payloads.ts';
import { READ_TOKEN, request, startServer } from './support/server-process.ts';
import { storeProxy } from './support/store-proxy.ts';
import { tempFolder } from './support/temp-folder.ts';

const STORE_MS = 60_000;

describe('reading', () => {
  it('shows everything acknowledged once, and only to its own application', async (test) => {
    const { url: clickhouseUrl } = await storeProxy(test);
    const data = await tempFolder();
    const server = await startServer({ data, clickhouseUrl });
    test.after(() => server.stop());

    const start = Date.UTC(2025, 5, 1);
    const sent: string[] = [];
    for (let i = 0; i < 12; i++) {
      const timestamps = { request: start + i * 1000, response: start + i * 1000 + 100 * i };
      const email = i === 7 ? ' PERSON1@example.com\n' : `Person${i % 2}@Example.com`;
      const changes = { timestamps, session: `S${i % 3}`, user: { email } };
      const answer = await server.post(
        bytesOf(payloadOf(i % 4 === 0 ? 'anthropic' : 'openai', 'chat', changes)),
      );
      sent.push(String(answer.json.id));
    }
    const odd =
      '{"model":"m","messages":[{"role":"user","content":"it\\u0027s \\t odd \\\\ \\ud83d"}],"n":1.0}';
    const { reconify, response } = payloadOf();
    const longest = '𝄞'.repeat(256);
    const oddBody = `{"reconify":${JSON.stringify(reconify)},"user":{"userId":"${longest}"},"request":${odd},"response":${JSON.stringify(response)}}`;
    const oddId = String((await server.post(oddBody)).json.id);
    const refused = await server.post(
      bytesOf(payloadOf('openai', 'chat', { session: ['not', 'a', 'name'] })),
    );
    assert.equal(refused.status, 422);

    await nothingWaits(server, STORE_MS);

    const ledger = Ledger.parse((await server.get('/v1/ledger')).json).data[0];
    assert.deepEqual(
      { ...ledger, appId: '', day: '' },
      {
        appId: '',
        day: '',
        received: 14,
        stored: 13,
        duplicate: 0,
        rejected: 1,
        ignored: 0,
        scores: 0,
        damaged: 0,
        waiting: 0,
      },
    );

    // Newest first, in consecutive pages.
    const range = 'from=2025-06-01T00:00:00Z&to=2025-06-02T00:00:00Z';
    const pages: string[] = [];
    let cursor = '';
    do {
      const list = InteractionList.parse(
        (await server.get(`/v1/interactions?${range}&limit=5${cursor}`)).json,
      );
      pages.push(...list.data.map(({ id }) => id));
      cursor = list.nextCursor ? `&cursor=${list.nextCursor}` : '';
    } while (cursor);
    assert.deepEqual(pages, sent.toReversed());

    // A date means the whole day in the application's time zone: the first hours of June in UTC are May in
    // New York.
    const onDay = async (from: string, to: string) => {
      const found = await server.get(`/v1/interactions?from=${from}&to=${to}&limit=50`);
      const measured = await request(`${server.url}/v1/query`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${READ_TOKEN}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ measures: ['interactions'], bucket: 'day', from, to }),
      });
      const { rows } = QueryAnswer.parse(measured.json);
      const exported = await server.get(`/v1/export?as=jsonl&from=${from}&to=${to}`);
      assert.equal(exported.text.split('\n').length - 1, InteractionList.parse(found.json).data.length);
      return rows.map(({ time, interactions }) => [time, interactions]);
    };
    assert.deepEqual(await onDay('2025-06-01', '2025-06-01'), [['2025-06-01T00:00:00.000Z', 12]]);
    await parley(data, 'app', 'set', '--app', 'Tests', '--time-zone', 'America/New_York');
    assert.deepEqual(await onDay('2025-06-01', '2025-06-01'), [['2025-06-01T04:00:00.000Z', 0]]);
    assert.deepEqual(await onDay('2025-05-31', '2025-06-01'), [
      ['2025-05-31T04:00:00.000Z', 12],
      ['2025-06-01T04:00:00.000Z', 0],
    ]);

    const filtered = await server.get('/v1/interactions?session=S1&format=openai&user=person1@example.com');
    const list = InteractionList.parse(filtered.json);
    assert.deepEqual(
      list.data.map(({ id }) => id),
      [sent[7], sent[1]],
    );
    assert.equal(list.data[0]?.latencyMs, 700);

    // The store returns the same bytes, and a record of the same shape as the journal did.
    assert.ok((await server.get(`/v1/interactions/${oddId}/raw`)).text.startsWith(`{"request":${odd},`));
    const record = Interaction.parse((await server.get(`/v1/interactions/${sent[3]}`)).json);
    assert.deepEqual(
      [record.user?.key, record.session, record.outputText],
      ['person1@example.com', 'S0', 'The Elbe.'],
    );

    // The longest names work in filters and in cursors.
    const byName = await server.get(`/v1/interactions?user=${encodeURIComponent(longest)}`);
    assert.equal(InteractionList.parse(byName.json).data[0]?.id, oddId);
    assert.equal((await server.get(`/v1/users/${encodeURIComponent(longest)}`)).json.key, longest);
    const first = UserList.parse((await server.get('/v1/users?limit=1')).json);
    assert.equal(first.data[0]?.key, longest);
    const second = UserList.parse((await server.get(`/v1/users?limit=1&cursor=${first.nextCursor}`)).json);
    assert.equal(second.data[0]?.key, 'person1@example.com');

    // A retry is a duplicate even after the journal has dropped the original.
    const again = { request: start + 3000, response: start + 3300 };
    const retry = payloadOf('openai', 'chat', {
      timestamps: again,
      session: 'S0',
      user: { email: 'Person1@Example.com' },
    });
    const answer = await server.post(bytesOf(retry));
    assert.deepEqual([answer.json.id, answer.json.duplicate], [sent[3], true]);

    // Another application sees none of it.
    for (const path of ['/v1/interactions', `/v1/interactions/${oddId}`, '/v1/ledger', '/v1/rejections']) {
      assert.equal((await server.get(path, 'some-other-token')).status, 401, path);
    }
    assert.equal((await server.get('/v1/interactions?app=app_other')).status, 403);
    assert.equal((await server.get('/v1/interactions?limit=0')).status, 422);
    assert.equal((await server.get('/v1/interactions?cursor=nonsense')).status, 422);
    assert.equal((await server.get('/v1/interactions/00000000-0000-7000-8000-000000000000')).status, 404);

    // The rejected payload is listed with its issues and without its key, and a replay is still refused.
    const [rejection] = RejectionList.parse((await server.get('/v1/rejections')).json).data;
    assert.equal(rejection?.issues[0]?.path, 'session');
    const raw = await server.get(`/v1/rejections/${rejection?.id}/raw`);
    assert.ok(raw.text.includes('"not"') && !raw.text.includes(server.keys.apiKey));
    const replayed = await fetch(`${server.url}/v1/rejections/${rejection?.id}/replay`, {
      method: 'POST',
      headers: { Authorization: 'Bearer read-token-for-tests' },
    });
    assert.equal(replayed.status, 422);
    assert.equal((await storedIds(server)).length, 13);
  });
});
