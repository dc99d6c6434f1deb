/** Scores: sent by applications, tokens and people, in any order, before or after what they are about. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  InteractionList,
  QueryAnswer,
  ScoredInteraction,
  ScoreList,
  ScoreNameList,
  SessionList,
  UserList,
} from '@parley/contract';
import { hashSecret } from '../src/ingest/credentials.ts';
import { sign } from '../src/ingest/feedback.ts';
import { logJson } from './fixtures/telemetry.ts';
import { Browser } from './support/browser.ts';
import { eventually } from './support/eventually.ts';
import { ledgerTotals } from './support/ledger-totals.ts';
import { callSpan, exportOf, newSpanId, newTraceId, sendOtlp } from './support/otlp.ts';
import { bytesOf, payloadOf, TEST_KEYS } from './support/payloads.ts';
import { allScores, keyHeaders, sendScores } from './support/scores.ts';
import { READ_TOKEN, request, startServer, type TestServer } from './support/server-process.ts';
import { storeProxy } from './support/store-proxy.ts';
import { tempFolder } from './support/temp-folder.ts';

const STORED_MS = 120_000;

describe('scores', () => {
  let server: TestServer;
  const cleanups: (() => void | Promise<void>)[] = [];
  before(async () => {
    const { url: clickhouseUrl } = await storeProxy({ after: (clean) => void cleanups.unshift(clean) });
    server = await startServer({ data: await tempFolder(), clickhouseUrl });
    cleanups.unshift(async () => void (await server.stop()));
    await eventually(
      'the store is up',
      async () => (await server.get('/v1/scores')).status === 200,
      STORED_MS,
    );
  });
  after(async () => {
    for (const clean of cleanups) await clean();
  });

  const send = (scores: unknown, headers?: Record<string, string>) => sendScores(server, scores, headers);
  const list = (search: string) => allScores(server, search);
  /** Waits until the scores of a target have these values, the newest first. */
  const values = (search: string, expected: readonly unknown[]) =>
    eventually(
      `the scores of ${search}`,
      async () => {
        const found = (await list(search)).map(({ value }) => value);
        return JSON.stringify(found) === JSON.stringify(expected);
      },
      STORED_MS,
    );

  it('are stored once, whatever their target and kind, and counted in the ledger', async () => {
    const before = await ledgerTotals(server);
    const answer = await send([
      { upstreamId: 'chatcmpl-1', name: 'helpful', value: true, author: 'jane' },
      { session: 'visit', name: 'stars', value: 4.5, comment: 'Nearly.' },
      { user: 'jane', name: 'plan', value: 'pro', source: 'judge' },
    ]);
    assert.equal(answer.status, 200, answer.text);
    assert.equal(new Set(answer.json.ids as string[]).size, 3);
    await values('upstreamId=chatcmpl-1', [true]);
    await values('session=visit', [4.5]);
    await values('user=jane', ['pro']);
    const [stars] = await list('session=visit&name=stars');
    assert.equal(stars?.comment, 'Nearly.');
    assert.deepEqual([stars?.source, stars?.author], ['api', null]);
    const now = await ledgerTotals(server);
    assert.deepEqual([now.scores - before.scores, now.received - before.received], [3, 3]);
  });

  it('the newest of a target, name and author counts, in whatever order they come', async () => {
    const score = { trace: 't-1', name: 'order', author: 'ann' };
    const sent = [3000, 1000, 4000, 2000].map((at) => ({ ...score, value: at, at }));
    for (const one of sent) assert.equal((await send(one)).status, 200);
    await send({ ...score, author: 'bob', value: 1, at: 1 });
    await values('trace=t-1', [4000, 1]);
    // The same id moves a score to another target.
    await send({ id: 'mine', trace: 't-2', name: 'order', value: 1, at: 1000 });
    await send({ id: 'mine', trace: 't-3', name: 'order', value: 2, at: 2000 });
    await values('trace=t-3', [2]);
    assert.deepEqual(await list('trace=t-2'), []);
  });

  it('null deletes a score, and an older version that comes late does not bring it back', async () => {
    const score = { session: 'gone', name: 'helpful' };
    await send({ ...score, value: true, at: 2000 });
    await values('session=gone', [true]);
    await send({ ...score, value: null, at: 3000 });
    await values('session=gone', []);
    await send([
      { ...score, value: false, at: 1000 },
      { session: 'after', name: 'helpful', value: true },
    ]);
    await values('session=after', [true]);
    assert.deepEqual(await list('session=gone'), []);
  });

  it('a name has one kind of values, and a request with an issue is kept as one rejection', async () => {
    await send({ session: 'kinds', name: 'kind', value: 1 });
    const answer = await send([
      { session: 'kinds', name: 'kind', value: 2 },
      { session: 'kinds', name: 'kind', value: 'two' },
      { name: 'kind', value: 3 },
      { session: 'kinds', user: 'jane', name: 'kind.max', value: 3 },
    ]);
    assert.equal(answer.status, 422, answer.text);
    const said = JSON.stringify(answer.json);
    assert.match(said, /The values of \\"kind\\" are numbers here, not words/);
    assert.match(said, /Name one target/);
    assert.match(said, /may not end with/);
    await values('session=kinds', [1]);
    await eventually(
      'the rejection is listed',
      async () => /are numbers here/.test((await server.get('/v1/rejections')).text),
      STORED_MS,
    );
  });

  it('a score is deleted with a token of the scope "score" or by a person whose role allows it', async () => {
    const owner = await new Browser(server).signUp('owner@example.com');
    const application = await owner.createApplication('Scored');
    const path = `/v1/scores?app=${application.id}`;
    // Nobody speaks for somebody else.
    const said = { session: 'by hand', name: 'thumb', value: true, author: 'somebody' };
    const made = await owner.post(path, said);
    assert.equal(made.status, 200, made.text);
    // What a person mistypes is no payload to keep.
    const other = await owner.post(path, { session: 'by hand', name: 'thumb', value: 4 });
    assert.equal(other.status, 422, other.text);
    const found = async () => ScoreList.parse((await owner.get(`${path}&session=by%20hand`)).json).data;
    await eventually('it is listed', async () => (await found()).length === 1, STORED_MS);
    const [score] = await found();
    assert.deepEqual([score?.author, score?.source], ['owner@example.com', 'review']);
    const refused = await request(`${server.url}/v1/scores/${score?.id}`, {
      method: 'DELETE',
      headers: { Authorization: `Bearer ${READ_TOKEN}` },
    });
    assert.equal(refused.status, 403, refused.text);
    assert.equal((await owner.send('DELETE', `/v1/scores/${score?.id}`)).status, 200);
    const kept = await owner.get(`/v1/rejections?app=${application.id}`);
    assert.deepEqual(kept.json.data, [], kept.text);
    await eventually('it is gone', async () => (await found()).length === 0, STORED_MS);
  });

  it('are carried by interactions, sessions and users, filter lists, and are measured', async () => {
    const track = async (user: string, session: string, upstreamId: string, model: string) => {
      const payload = payloadOf('openai', 'chat', { session, user: { userId: user } });
      const response = { ...Object(payload.response), id: upstreamId, model };
      const { status, json } = await server.post(bytesOf({ ...payload, response }));
      assert.equal(status, 200);
      return String(json.id);
    };
    // Scores come before, between and after what they are about.
    await send([
      { upstreamId: 'up-1', name: 'read.thumb', value: true, author: 'ann' },
      { session: 'read-1', name: 'read.stars', value: 2 },
      { user: 'read-user', name: 'read.plan', value: 'pro' },
    ]);
    const first = await track('read-user', 'read-1', 'up-1', 'model-a');
    const second = await track('read-user', 'read-1', 'up-2', 'model-b');
    const third = await track('nobody', 'read-2', 'up-3', 'model-b');
    await send([
      { interaction: second.toUpperCase(), name: 'read.thumb', value: false, comment: 'No.' },
      { interaction: third, name: 'read.stars', value: 5, author: 'ann' },
      { interaction: third, name: 'read.stars', value: 4, author: 'bob' },
    ]);
    const listed = async (search: string) => {
      const { status, json, text } = await server.get(`/v1/interactions?${search}`);
      assert.equal(status, 200, text);
      return InteractionList.parse(json).data;
    };
    const found = async (search: string) => (await listed(search)).map(({ id }) => id).toSorted();
    const scored = async (search: string) => (await found(search)).length;
    await eventually('all is stored', async () => (await scored('scored=read.stars')) === 3, STORED_MS);

    assert.deepEqual(await found('score.read.thumb=true'), [first]);
    assert.deepEqual(await found('score.read.thumb=false'), [second]);
    assert.deepEqual(await found('score.read.stars.min=4.5'), [third]);
    assert.deepEqual(await found('score.read.stars=2.0'), [first, second].toSorted());
    assert.deepEqual(await found('score.read.stars.max=3&score.read.thumb=true'), [first]);
    assert.deepEqual(await found('score.read.plan=pro'), [first, second].toSorted());
    assert.deepEqual(await found('session=read-1&session=read-2&not.scored=read.plan'), [third]);
    const sessions = SessionList.parse((await server.get('/v1/sessions?score.read.stars.max=3')).json).data;
    assert.deepEqual(
      sessions.map(({ session, scores = [] }) => [session, scores.map(({ value }) => value)]),
      [['read-1', [2]]],
    );
    const users = UserList.parse((await server.get('/v1/users?user=read-user')).json).data;
    assert.deepEqual(
      users.map(({ scores = [] }) => scores.map(({ name, value }) => [name, value])),
      [[['read.plan', 'pro']]],
    );
    const record = ScoredInteraction.parse((await server.get(`/v1/interactions/${second}`)).json);
    assert.deepEqual(
      record.scores?.map(({ value, comment }) => [value, comment]),
      [[false, 'No.']],
    );

    const rows = async (body: object) => {
      const answer = await request(`${server.url}/v1/query`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${READ_TOKEN}` },
        body: JSON.stringify(body),
      });
      assert.equal(answer.status, 200, answer.text);
      return QueryAnswer.parse(answer.json).rows;
    };
    const filters = { session: ['read-1', 'read-2'] };
    // The score of a session counts once for all of its interactions.
    assert.deepEqual(
      await rows({ measures: ['score.read.stars.mean', 'score.read.stars.count', 'interactions'], filters }),
      [{ 'score.read.stars.mean': 11 / 3, 'score.read.stars.count': 3, interactions: 3 }],
    );
    const thumb = { measures: ['interactions', 'score.read.thumb.mean'], dimensions: ['score.read.thumb'] };
    assert.deepEqual(await rows({ ...thumb, filters, orderBy: 'score.read.thumb' }), [
      { 'score.read.thumb': 'true', interactions: 1, 'score.read.thumb.mean': 1 },
      { 'score.read.thumb': 'false', interactions: 1, 'score.read.thumb.mean': 0 },
      { 'score.read.thumb': null, interactions: 1, 'score.read.thumb.mean': null },
    ]);
    assert.deepEqual(
      await rows({ measures: ['sessions', 'score.read.stars.mean'], dimensions: ['model'], filters }),
      [
        { model: 'model-b', sessions: 2, 'score.read.stars.mean': 11 / 3 },
        { model: 'model-a', sessions: 1, 'score.read.stars.mean': 2 },
      ],
    );
    const exported = await server.get('/v1/export?as=jsonl&score.read.thumb=false');
    assert.match(exported.text, /No\./);
    const none = await rows({ measures: ['score.unknown.mean', 'score.unknown.count'], filters });
    assert.deepEqual(none, [{ 'score.unknown.mean': null, 'score.unknown.count': 0 }]);
  });

  it('order interactions and sessions, the worst first, and those without one last', async () => {
    const track = async (session: string) => {
      const payload = payloadOf('openai', 'chat', { session, user: { userId: `of ${session}` } });
      const { status, json } = await server.post(bytesOf(payload));
      assert.equal(status, 200);
      return String(json.id);
    };
    const good = await track('worst-good');
    const bad = await track('worst-bad');
    const worse = await track('worst-bad');
    const unscored = await track('worst-none');
    const named = await track('worst-named');
    await send([
      { interaction: good, name: 'worst.stars', value: 5 },
      { interaction: bad, name: 'worst.stars', value: 2, author: 'ann' },
      { interaction: bad, name: 'worst.stars', value: 3, author: 'bob' },
      { interaction: worse, name: 'worst.stars', value: -1 },
      // Interactions are sorted by their own scores.
      { session: 'worst-good', name: 'worst.stars', value: 0 },
      { session: 'worst-named', name: 'worst.stars', value: 4 },
    ]);
    await values('session=worst-named', [4]);
    const sessionNames = ['worst-good', 'worst-bad', 'worst-none', 'worst-named'];
    const only = sessionNames.map((name) => `session=${name}`).join('&');
    const walk = async (path: string, key: 'id' | 'session', limit: number) => {
      const found: string[] = [];
      let cursor: string | null = null;
      do {
        const from: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
        const answer = await server.get(`${path}&${only}&limit=${limit}${from}`);
        assert.equal(answer.status, 200, answer.text);
        const { data, nextCursor } = answer.json as { data: Record<string, string>[]; nextCursor: string };
        found.push(...data.map((one) => one[key] ?? ''));
        cursor = nextCursor;
      } while (cursor !== null);
      return found;
    };
    await eventually(
      'all are stored',
      async () => (await walk('/v1/interactions?', 'id', 50)).length === 5,
      STORED_MS,
    );
    const worst = [worse, bad, good, named, unscored];
    const best = [good, bad, worse, named, unscored];
    const limit = 2;
    assert.deepEqual(await walk('/v1/interactions?orderBy=score.worst.stars&order=asc', 'id', limit), worst);
    assert.deepEqual(await walk('/v1/interactions?orderBy=score.worst.stars&order=desc', 'id', limit), best);
    // The mean of a session and its interactions: 4/3, 5/2, 4, none.
    const sessions = (order: string) =>
      walk(`/v1/sessions?orderBy=score.worst.stars&order=${order}`, 'session', limit);
    assert.deepEqual(await sessions('asc'), ['worst-bad', 'worst-good', 'worst-named', 'worst-none']);
    assert.deepEqual(await sessions('desc'), ['worst-named', 'worst-good', 'worst-bad', 'worst-none']);
    const { data } = SessionList.parse((await server.get(`/v1/sessions?${only}`)).json);
    const means = await server.get(`/v1/sessions?${only}&orderBy=score.worst.stars&order=asc`);
    assert.deepEqual(
      SessionList.parse(means.json).data.map(({ meanScore }) => meanScore),
      [1.333333, 2.5, 4, null],
    );
    const middle = data.find(({ session }) => session === 'worst-good')?.id;
    const next = await server.get(
      `/v1/sessions?${only}&orderBy=score.worst.stars&order=asc&limit=1&startingAfter=${middle}`,
    );
    assert.deepEqual(
      SessionList.parse(next.json).data.map(({ session }) => session),
      ['worst-named'],
    );
  });

  it('names are listed with their kinds and values', async () => {
    await send([
      { session: 'names', name: 'names.thumb', value: true, author: 'ann' },
      { session: 'names', name: 'names.thumb', value: false, author: 'bob' },
      { session: 'names', name: 'names.stars', value: 1.5 },
      { session: 'names', name: 'names.stars', value: 4, author: 'ann' },
      { session: 'names', name: 'names.topic', value: 'refund' },
      { session: 'names', name: 'names.gone', value: 1 },
    ]);
    await send({ session: 'names', name: 'names.gone', value: null });
    await eventually('all are stored', async () => (await list('session=names')).length === 5, STORED_MS);
    const answer = await server.get('/v1/score-names');
    assert.equal(answer.status, 200, answer.text);
    const { data } = ScoreNameList.parse(answer.json);
    const known = data.filter(({ name }) => name.startsWith('names.'));
    assert.deepEqual(
      known.map(({ appId: _, ...rest }) => rest).toSorted((a, b) => a.name.localeCompare(b.name)),
      [
        { name: 'names.stars', kind: 'number', scores: 2, mean: 2.75, min: 1.5, max: 4, values: [] },
        { name: 'names.thumb', kind: 'boolean', scores: 2, mean: 0.5, min: 0, max: 1, values: [] },
        {
          name: 'names.topic',
          kind: 'text',
          scores: 1,
          mean: null,
          min: null,
          max: null,
          values: ['refund'],
        },
      ],
    );
  });

  it('come from browsers on any site with a signed token, and no other address answers other origins', async () => {
    const payload = Buffer.from(
      JSON.stringify({
        app: TEST_KEYS.appKey,
        session: 'fed back',
        names: { 'fed.back': 'boolean' },
        author: 'jane',
        until: Date.now() + 60_000,
      }),
    ).toString('base64url');
    const token = `${payload}.${sign(hashSecret(TEST_KEYS.apiKey), payload).toString('base64url')}`;
    const asked = (body: object, method = 'POST') =>
      fetch(`${server.url}/v1/feedback`, {
        method,
        headers: { Origin: 'https://elsewhere.example' },
        ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
      });
    const preflight = await asked({}, 'OPTIONS');
    assert.equal(preflight.status, 204);
    const comment = '<script>alert(1)</script>';
    const taken = await asked({ token, name: 'fed.back', value: true, comment });
    assert.equal(taken.status, 200, await taken.text());
    const wrong = await asked({ token: `${token.slice(0, -2)}AA`, name: 'fed.back', value: true });
    const large = await asked({ token, name: 'fed.back', value: true, comment: 'x'.repeat(1024 * 1024) });
    assert.deepEqual([wrong.status, large.status, (await asked({}, 'GET')).status], [401, 413, 405]);
    for (const answer of [preflight, taken, wrong])
      assert.equal(answer.headers.get('access-control-allow-origin'), '*');
    const origin = { Origin: 'https://elsewhere.example' };
    for (const [path, method] of [
      ['/v1/scores', 'OPTIONS'],
      ['/v1/scores', 'POST'],
      ['/track', 'OPTIONS'],
      ['/v1/interactions', 'GET'],
    ] as const) {
      const { headers } = await fetch(`${server.url}${path}`, { method, headers: origin });
      assert.equal(headers.get('access-control-allow-origin'), null, `${method} ${path}`);
    }
    await values('session=fed%20back', [true]);
    const [score] = await list('session=fed%20back');
    assert.deepEqual([score?.author, score?.source, score?.comment], ['jane', 'user', comment]);
  });

  it('of one application are none of another that uses the same names, and may have other kinds there', async () => {
    const owner = await new Browser(server).signUp('neighbour@example.com');
    const other = await owner.createApplication('Neighbour');
    const target = { session: 'shared', name: 'shared.name' };
    const taken = [
      await send({ ...target, value: 5, comment: 'Mine.' }),
      await send({ ...target, value: 'five' }, keyHeaders(other)),
      await server.post(bytesOf(payloadOf('openai', 'chat', { session: 'shared' }, other))),
    ];
    assert.deepEqual(
      taken.map(({ status }) => status),
      [200, 200, 200],
    );
    assert.notDeepEqual(taken[0]?.json.ids, taken[1]?.json.ids);
    const found = async (search: string) =>
      InteractionList.parse((await owner.get(`/v1/interactions?app=${other.id}&${search}`)).json).data.length;
    await eventually('it is stored', async () => (await found('score.shared.name=five')) === 1, STORED_MS);
    await values('session=shared', [5]);
    assert.deepEqual([await found('score.shared.name.min=1'), await found('score.shared.name=5')], [0, 0]);
    assert.equal(await found('not.scored=shared.name'), 0);
    const listed = await owner.get(`/v1/scores?app=${other.id}`);
    assert.deepEqual(
      ScoreList.parse(listed.json).data.map(({ value }) => value),
      ['five'],
    );
    const [mine] = await list('session=shared');
    assert.equal((await owner.send('DELETE', `/v1/scores/${mine?.id}`)).status, 404);
    await values('session=shared', [5]);
  });

  it('come from OpenTelemetry: evaluations of a span and of a response, before and after them', async () => {
    const [traceId, spanId] = [newTraceId(), newSpanId()];
    const evaluation = (name: string, value: number, more: object = {}) =>
      logJson({
        eventName: 'gen_ai.evaluation.result',
        traceId,
        spanId,
        attributes: { 'gen_ai.evaluation.name': name, 'gen_ai.evaluation.score.value': value, ...more },
      });
    const early = [
      evaluation('otel.span', 0.5),
      evaluation('otel.response', 0.25, { 'gen_ai.response.id': 'evaluated' }),
    ];
    const { status, said } = await sendOtlp(server, exportOf(early, 'json', 'logs'), { signal: 'logs' });
    assert.deepEqual([status, said], [200, {}]);
    const span = callSpan({ traceId, spanId, attributes: { 'gen_ai.response.id': 'evaluated' } });
    assert.equal((await sendOtlp(server, exportOf([span]))).status, 200);
    await sendOtlp(server, exportOf([evaluation('otel.late', 1)], 'json', 'logs'), { signal: 'logs' });
    await eventually(
      'the call has its scores',
      async () => {
        const { json } = await server.get(`/v1/interactions?trace=${traceId}`);
        const [call] = InteractionList.parse(json).data;
        const named = (call?.scores ?? []).map(({ name, value, source }) => [name, value, source]);
        const expected = [
          ['otel.late', 1, 'judge'],
          ['otel.response', 0.25, 'judge'],
          ['otel.span', 0.5, 'judge'],
        ];
        return JSON.stringify(named.toSorted()) === JSON.stringify(expected);
      },
      STORED_MS,
    );
  });

  it('is refused without keys, with wrong ones, with a token that may only read, and beyond its size', async () => {
    const score = { session: 'x', name: 'helpful', value: true };
    assert.equal((await send(score, {})).status, 401);
    assert.equal((await send(score, keyHeaders({ ...TEST_KEYS, apiKey: 'sk_other' }))).status, 401);
    assert.equal((await send(score, { Authorization: `Bearer ${READ_TOKEN}` })).status, 403);
    assert.equal((await send(Array.from({ length: 1001 }, () => score))).status, 422);
    assert.equal((await send({ ...score, comment: 'x'.repeat(4001) })).status, 422);
    assert.equal((await send({ ...score, comment: 'x'.repeat(1024 * 1024) })).status, 413);
  });
});
