/** Tokens for feedback from browsers: made by the library, checked by the server. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { FeedbackBody } from '@parley/contract';
import { ApiError } from '../../server/src/base/errors.ts';
import { hashSecret } from '../../server/src/ingest/credentials.ts';
import { FeedbackLimits, sign, takeFeedback } from '../../server/src/ingest/feedback.ts';
import { ingestBench } from '../../server/test/support/ingest-bench.ts';
import { listen } from '../../server/test/support/listen.ts';
import { TEST_KEYS } from '../../server/test/support/payloads.ts';
import { sendFeedback } from '../src/browser.ts';
import { type FeedbackGrant, Parley } from '../src/index.ts';
import { hmac, sha256 } from '../src/platform/web.ts';

const GRANT: FeedbackGrant = { upstreamId: 'chatcmpl-1', names: ['helpful'], author: 'jane' };

async function bench(t: TestContext) {
  const at = await ingestBench(t);
  at.now = Date.now();
  const limits = new FeedbackLimits();
  const parley = new Parley({ url: 'http://localhost:1', ...TEST_KEYS });
  t.after(() => parley.close(0));
  const take = (body: object) => takeFeedback(at.ingest, limits, FeedbackBody.parse(body));
  const refusal = async (body: object): Promise<string> => {
    const error = await take(body).then(
      () => assert.fail('It was accepted.'),
      (refused: unknown) => refused,
    );
    assert.ok(error instanceof ApiError, String(error));
    return `${error.code} ${error.details.issues?.[0]?.message ?? error.message}`;
  };
  const scores = async () => (await at.entries()).flatMap((entry) => ('scores' in entry ? entry.scores : []));
  return { at, parley, take, refusal, scores };
}

test('a token sets, changes and takes back one person’s score about one target', async (t) => {
  const { parley, take, scores } = await bench(t);
  const token = await parley.feedbackToken(GRANT);
  const comment = '<script>alert(1)</script>';
  const [first] = await take({ token, name: 'helpful', value: true, comment });
  const [second] = await take({ token, name: 'helpful', value: null });
  assert.equal(first, second);
  const [kept] = await scores();
  assert.deepEqual(
    [kept?.targetType, kept?.target, kept?.name, kept?.value, kept?.author, kept?.source, kept?.comment],
    ['upstreamId', 'chatcmpl-1', 'helpful', true, 'jane', 'user', comment],
  );
});

test('a token is for its names, their kinds, its target and its author alone', async (t) => {
  const { at, parley, refusal } = await bench(t);
  const token = await parley.feedbackToken({ ...GRANT, names: { helpful: 'boolean', stars: 'number' } });
  assert.match(
    await refusal({ token, name: 'other', value: true }),
    /invalid_payload .*not for scores named/,
  );
  assert.match(await refusal({ token, name: 'constructor', value: true }), /not for scores named/);
  assert.match(await refusal({ token, name: 'helpful', value: 'yes' }), /invalid_payload .*kind "boolean"/);
  assert.match(await refusal({ token, name: 'stars', value: true }), /kind "number"/);
  const more = [
    { author: 'bob' },
    { upstreamId: 'chatcmpl-2' },
    { at: 1 },
    { id: 'x' },
    { source: 'review' },
  ];
  for (const member of more)
    assert.equal(FeedbackBody.safeParse({ token, name: 'helpful', value: true, ...member }).success, false);
  const long = { token, name: 'helpful', value: true, comment: 'x'.repeat(1024 * 1024) };
  assert.equal(FeedbackBody.safeParse(long).success, false);
  assert.deepEqual(await at.kinds(), [], 'nothing is kept');
});

test('a token that was changed, signed with another key, expired or is of another application is refused', async (t) => {
  const { at, parley, refusal } = await bench(t);
  const score = { name: 'helpful', value: true };
  const [payload = '', signature = ''] = (await parley.feedbackToken(GRANT)).split('.');
  const grant = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const signedBy = (key: string, members: object) => {
    const changed = Buffer.from(JSON.stringify({ ...grant, ...members })).toString('base64url');
    return `${changed}.${sign(hashSecret(key), changed).toString('base64url')}`;
  };
  const changed = Buffer.from(JSON.stringify({ ...grant, upstreamId: 'chatcmpl-2' })).toString('base64url');
  const wrong = [
    `${changed}.${signature}`,
    `${payload}.${'A'.repeat(43)}`,
    `${payload}.`,
    payload,
    `${payload}.${signature}.${signature}`,
    'x'.repeat(8000),
    signedBy('sk_other', {}),
    signedBy('an expired key', {}),
    signedBy(TEST_KEYS.apiKey, { app: 'pk_other' }),
    signedBy(TEST_KEYS.apiKey, { session: 'two targets' }),
    signedBy(TEST_KEYS.apiKey, { author: '' }),
    signedBy(TEST_KEYS.apiKey, { more: 1 }),
  ];
  for (const token of wrong)
    assert.equal(await refusal({ token, ...score }), 'invalid_credentials The token is not valid.', token);
  const token = signedBy(TEST_KEYS.apiKey, { until: at.now });
  assert.equal(await refusal({ token, ...score }), 'invalid_credentials The token has expired.');
  assert.deepEqual(await at.kinds(), [], 'nothing is kept');
});

test('a token that is replayed 1,000 times is accepted ten times, and slows no other down', async (t) => {
  const { at, parley, take, refusal } = await bench(t);
  const token = await parley.feedbackToken(GRANT);
  for (let i = 0; i < 10; i++) await take({ token, name: 'helpful', value: i % 2 === 0 });
  for (let i = 0; i < 990; i++)
    assert.match(await refusal({ token, name: 'helpful', value: true }), /^rate_limited/);
  // The last of the 43 digits has two bits more than the signature.
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const last = digits.indexOf(token.at(-1) ?? '');
  for (const spelling of [1, 2, 3].map((bits) => digits[last + bits]))
    assert.match(
      await refusal({ token: token.slice(0, -1) + spelling, name: 'helpful', value: true }),
      /^rate_limited/,
    );
  const another = await parley.feedbackToken({ ...GRANT, author: 'bob' });
  await take({ token: another, name: 'helpful', value: true });
  at.now += 5000;
  await take({ token, name: 'helpful', value: true });
  await refusal({ token, name: 'helpful', value: true });
});

test('Node and the web sign alike', async (t) => {
  const { parley } = await bench(t);
  const [payload = '', signature = ''] = (await parley.feedbackToken(GRANT)).split('.');
  const secret = await hmac(await sha256(TEST_KEYS.apiKey), 'parley feedback');
  assert.equal(Buffer.from(await hmac(secret, payload)).toString('base64url'), signature);
});

test('the function for pages sends a text, which needs no preflight, and says whether it arrived', async (t) => {
  const received: unknown[] = [];
  const server = createServer(async (request, response) => {
    received.push(request.url, request.headers['content-type'], JSON.parse(await text(request)));
    response.writeHead(received.length > 3 ? 401 : 200).end();
  });
  const url = `http://127.0.0.1:${await listen(t, server)}/`;
  const feedback = { url, token: 'a.b', name: 'helpful', value: true };
  assert.equal(await sendFeedback(feedback), true);
  const body = { token: 'a.b', name: 'helpful', value: true };
  assert.deepEqual(received, ['/v1/feedback', 'text/plain;charset=UTF-8', body]);
  assert.equal(await sendFeedback(feedback), false);
  assert.equal(await sendFeedback({ ...feedback, url: 'http://127.0.0.1:1' }), false);
});
