/** Several reads in one request, over HTTP. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { InteractionList, LabelList, MAX_READS, QueryAnswer, ReadLine } from '@parley/contract';
import { nothingWaits } from './support/nothing-waits.ts';
import { bytesOf, payloadOf } from './support/payloads.ts';
import { READ_TOKEN, startServer, type TestServer } from './support/server-process.ts';
import { storeProxy } from './support/store-proxy.ts';
import { tempFolder } from './support/temp-folder.ts';

const STORE_MS = 60_000;
const DAY = { from: '2025-06-01', to: '2025-06-01' };

describe('reads in one request', () => {
  let server: TestServer;
  const cleanups: (() => unknown)[] = [];
  before(async () => {
    const { url: clickhouseUrl } = await storeProxy({ after: (clean) => cleanups.push(clean) });
    server = await startServer({ data: await tempFolder(), clickhouseUrl });
    cleanups.push(() => server.stop());
    for (let i = 0; i < 6; i++) {
      const at = Date.UTC(2025, 5, 1, i);
      await server.post(
        bytesOf(
          payloadOf('openai', 'chat', {
            timestamps: { request: at, response: at + 100 },
            user: { userId: `user-${i % 2}`, firstName: `Name ${i % 2}` },
            labels: { feature: i === 0 ? 'search' : 'chat' },
          }),
        ),
      );
    }
    await nothingWaits(server, STORE_MS);
  });
  after(async () => {
    for (const clean of cleanups.reverse()) await clean();
  });

  async function ask(reads: object[], token = READ_TOKEN) {
    const response = await fetch(`${server.url}/v1/reads`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ reads }),
    });
    return { response, text: await response.text() };
  }

  async function lines(reads: object[]): Promise<Map<string, ReadLine>> {
    const { response, text } = await ask(reads);
    assert.equal(response.status, 200, text);
    assert.equal(response.headers.get('content-type'), 'application/x-ndjson; charset=utf-8');
    const read = text
      .trimEnd()
      .split('\n')
      .map((line) => ReadLine.parse(JSON.parse(line)));
    return new Map(read.map((line) => [line.key, line]));
  }

  it('are answered as by their own routes, dates and labels included', async () => {
    const byUser = { ...DAY, measures: ['interactions'], dimensions: ['user'], names: true };
    const found = await lines([
      { key: 'figures', read: 'query', input: { ...DAY, measures: ['interactions'] } },
      { key: 'users', read: 'query', input: { ...byUser, filters: { 'label.feature': 'chat' } } },
      { key: 'newest', read: 'listInteractions', input: { ...DAY, 'label.feature': 'search' } },
      { key: 'sessions', read: 'listSessions', input: DAY },
      { key: 'people', read: 'listUsers', input: { ...DAY, identified: true } },
      { key: 'labels', read: 'listLabels', input: { ...DAY, orderBy: 'costUsd' } },
    ]);
    const answerTo = (key: string) => {
      const line = found.get(key);
      assert.ok(line && 'answer' in line, JSON.stringify(line));
      return line.answer;
    };
    assert.equal(found.size, 6);
    assert.equal(QueryAnswer.parse(answerTo('figures')).rows[0]?.interactions, 6);
    const { rows, users } = QueryAnswer.parse(answerTo('users'));
    assert.deepEqual(
      rows.map(({ user, interactions }) => [user, interactions]),
      [
        ['user-1', 3],
        ['user-0', 2],
      ],
    );
    assert.deepEqual(users?.map(({ firstName }) => firstName).sort(), ['Name 0', 'Name 1']);
    assert.equal(InteractionList.parse(answerTo('newest')).data.length, 1);
    const [feature] = LabelList.parse(answerTo('labels')).data;
    assert.deepEqual(
      feature?.values.map(({ value, interactions }) => [value, interactions]),
      [
        ['chat', 5],
        ['search', 1],
      ],
    );
    const own = await Promise.all(
      ['/v1/sessions?', '/v1/users?identified=true&'].map((path) =>
        server.get(`${path}from=${DAY.from}&to=${DAY.to}`),
      ),
    );
    assert.deepEqual(
      [answerTo('sessions'), answerTo('people')],
      own.map(({ json }) => json),
    );
  });

  it('are no error where the client leaves before the first line', async () => {
    const measured = { read: 'query', input: { ...DAY, measures: ['interactions', 'users', 'sessions'] } };
    for (let delay = 0; delay < 20; delay += 2) {
      const left = fetch(`${server.url}/v1/reads`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${READ_TOKEN}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ reads: [{ key: 'a', ...measured }] }),
        signal: AbortSignal.timeout(delay),
      });
      await left.then((response) => response.text()).catch(() => {});
    }
    await lines([{ key: 'last', ...measured }]);
    assert.doesNotMatch(server.output(), /unexpected error/);
  });

  it('fail for themselves alone', async () => {
    const found = await lines([
      { key: 'fine', read: 'query', input: { ...DAY, measures: ['interactions'] } },
      {
        key: 'too many buckets',
        read: 'query',
        input: { from: 0, measures: ['interactions'], bucket: 'minute' },
      },
    ]);
    const failed = found.get('too many buckets');
    assert.ok(failed && 'error' in failed, JSON.stringify(failed));
    assert.deepEqual([failed.status, failed.error.code], [422, 'invalid_query']);
    assert.ok('answer' in (found.get('fine') ?? {}));
  });

  it('are refused as a whole where one is invalid, unknown, repeated or out of reach', async () => {
    const fine = { key: 'fine', read: 'query', input: { measures: ['interactions'] } };
    const refused = async (reads: object[]) => {
      const { response, text } = await ask(reads);
      return { status: response.status, path: JSON.parse(text).issues[0]?.path };
    };
    const wrong = { key: 'wrong', read: 'query', input: { measures: ['nothing'] } };
    assert.deepEqual(await refused([fine, wrong]), { status: 422, path: 'reads.1.input.measures.0' });
    assert.equal((await refused([{ key: 'raw', read: 'getRawInteraction' }])).status, 422);
    assert.equal((await refused([fine, fine])).status, 422);
    assert.equal((await refused([])).status, 422);
    const many = Array.from({ length: MAX_READS + 1 }, (_, i) => ({ ...fine, key: `${i}` }));
    assert.equal((await refused(many)).status, 422);
    const elsewhere = { key: 'other', read: 'listInteractions', input: { app: 'app_other' } };
    assert.equal((await refused([fine, elsewhere])).status, 403);
    assert.equal((await ask([fine], 'some-other-token')).response.status, 401);
  });
});
