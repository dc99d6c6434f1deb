import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { ERRORS, Issue } from '@parley/contract';
import { z } from 'zod';
import { eventually } from '../../../test/support/eventually.ts';
import { type IngestSetup, ingestBench } from '../../../test/support/ingest-bench.ts';
import { listen } from '../../../test/support/listen.ts';
import { bytesOf, payloadOf, TEST_KEYS } from '../../../test/support/payloads.ts';
import { routeParts } from '../../../test/support/route-parts.ts';
import { JournalUnavailable } from '../../journal/writer.ts';
import { Connections } from '../raw/connections.ts';
import { RefusedRequests } from '../refusals/refused-requests.ts';
import { handleTrack, isTrackRequest, type TrackRoute } from './track-route.ts';

const LIMIT = 200_000;

const Success = z.looseObject({ status: z.literal('ok'), id: z.uuid() });
const Refusal = z.strictObject({
  status: z.literal('error'),
  code: z.enum(Object.keys(ERRORS)),
  message: z.string(),
  issues: z.array(Issue),
  requestId: z.uuid(),
});

async function serve(t: TestContext, setup: IngestSetup = {}, change: Partial<TrackRoute> = {}) {
  const bench = await ingestBench(t, setup);
  const parts = routeParts({ maxBytes: LIMIT, uploadBytes: 10 * LIMIT });
  const { metrics, log, limits } = parts;
  const server = createServer((request, response) => {
    assert.ok(isTrackRequest(request));
    void handleTrack({ ingest: bench.ingest, ...parts, ...change }, request, response);
  });
  new Connections({ log, answersHalfClosed: () => true }).attach(server);
  const port = await listen(t, server);
  const url = `http://127.0.0.1:${port}/track`;
  const post = (body: string | Buffer, headers: Record<string, string> = {}) =>
    fetch(url, { method: 'POST', body: new Uint8Array(Buffer.from(body)), headers });
  return { bench, metrics, uploads: limits.uploads, port, url, post };
}

test('200: an accepted payload is answered with its id only', async (t) => {
  const { bench, post, metrics } = await serve(t);
  const response = await post(bytesOf(payloadOf()));
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
  const body: unknown = await response.json();
  const [entry] = await bench.entries();
  assert.deepEqual(body, { status: 'ok', id: entry?.head.id });
  assert.deepEqual([metrics.received, metrics.acknowledged], [1, 1]);
});

test('200: warnings and duplicates are reported', async (t) => {
  const { post, metrics } = await serve(t);
  const body = bytesOf(payloadOf('openai', 'chat', { extra: 1 }));
  const first = Success.parse(await (await post(body, { 'Idempotency-Key': 'k' })).json());
  const second = Success.parse(await (await post(body, { 'Idempotency-Key': 'k' })).json());
  const warnings = [
    { path: 'extra', code: 'unknown_field', message: 'extra is not part of the payload and was ignored.' },
  ];
  assert.deepEqual(first, { status: 'ok', id: first.id, warnings });
  assert.deepEqual(second, { status: 'ok', id: first.id, duplicate: true, warnings });
  assert.equal(metrics.duplicates, 1);
});

test('200: compression, a query string and a missing content type make no difference', async (t) => {
  const { url } = await serve(t);
  const body = new Uint8Array(gzipSync(bytesOf(payloadOf())));
  const response = await fetch(`${url}?from=somewhere`, {
    method: 'POST',
    body,
    headers: { 'Content-Encoding': 'gzip' },
  });
  assert.equal(response.status, 200);
});

/** The body of any error response. */
async function refusal(response: Response) {
  return Refusal.parse(await response.json());
}

test('400, 401, 415 and 422 have a code, a one-sentence message, and issues if there are any', async (t) => {
  const { post, metrics } = await serve(t);
  const wrongKey = payloadOf('openai', 'chat', {}, { ...TEST_KEYS, apiKey: 'wrong' });
  const cases: [Promise<Response>, number, string, number][] = [
    [post('{'), 400, 'invalid_json', 0],
    [post(bytesOf(wrongKey)), 401, 'invalid_credentials', 0],
    [post('x', { 'Content-Type': 'text/html' }), 415, 'unsupported_media_type', 0],
    [post('x', { 'Content-Encoding': 'lzma' }), 415, 'unsupported_media_type', 0],
    [post(bytesOf(payloadOf('openai', 'chat', { request: 1, session: [] }))), 422, 'invalid_payload', 2],
    [post(bytesOf(payloadOf()), { 'Idempotency-Key': 'k'.repeat(257) }), 422, 'invalid_payload', 1],
  ];
  for (const [answer, status, code, issues] of cases) {
    const response = await answer;
    const body = await refusal(response);
    assert.deepEqual([response.status, body.code, body.issues.length], [status, code, issues]);
    assert.match(body.message, /^[A-Z].*\.$/);
  }
  assert.match(await metrics.text(), /parley_rejected_total\{code="invalid_json"\} 1/);
});

test('405: the response to another method names the allowed one', async (t) => {
  const { url } = await serve(t);
  const response = await fetch(url);
  assert.equal(response.status, 405);
  assert.equal(response.headers.get('allow'), 'POST');
  assert.equal((await refusal(response)).code, 'method_not_allowed');
});

/** Sends raw bytes and collects the response until the test ends. */
function sendRaw(t: TestContext, port: number, ...chunks: (string | Buffer)[]) {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk.toString();
  });
  socket.on('error', () => {});
  for (const chunk of chunks) socket.write(chunk);
  t.after(() => socket.destroy());
  return { socket, answer: () => answer };
}

test('413: a client that sends several times the limit can still read the response', async (t) => {
  const { port } = await serve(t);
  const size = 5 * LIMIT;
  const head = `POST /track HTTP/1.1\r\nHost: x\r\nContent-Length: ${size}\r\n\r\n`;
  const { answer } = sendRaw(t, port, head, Buffer.alloc(size, 'x'));
  await eventually('the response has arrived', () => answer().endsWith('}'));
  assert.match(answer(), /^HTTP\/1\.1 413 /);
  assert.match(answer(), /"code":"payload_too_large"/);
});

test('413: a client that never stops sending is disconnected', async (t) => {
  const { port, metrics } = await serve(t);
  const { socket } = sendRaw(
    t,
    port,
    'POST /track HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n',
  );
  const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
  await eventually('the connection is closed', () => {
    if (!socket.closed) socket.write(chunk);
    return socket.closed;
  });
  assert.match(await metrics.text(), /parley_rejected_total\{code="payload_too_large"\} 1/);
});

test('429 and 503 have a Retry-After header', async (t) => {
  const limited = await serve(t, { application: { rateLimit: 1 } });
  await limited.post(bytesOf(payloadOf()));
  const tooFast = await limited.post(bytesOf(payloadOf()));
  assert.deepEqual([tooFast.status, tooFast.headers.get('retry-after')], [429, '1']);
  assert.equal((await refusal(tooFast)).code, 'rate_limited');

  const full = await serve(t, { minFreeBytes: Number.MAX_SAFE_INTEGER });
  const refused = await full.post(bytesOf(payloadOf()));
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '1']);
  assert.equal((await refusal(refused)).code, 'unavailable');
});

test('500: an unexpected error is answered without its details', async (t) => {
  const { bench, post } = await serve(t);
  bench.ingest.append = () => {
    throw new TypeError('the inner workings');
  };
  const response = await post(bytesOf(payloadOf()));
  assert.equal(response.status, 500);
  const { code, message } = await refusal(response);
  assert.equal(code, 'internal');
  assert.ok(!message.includes('inner workings'));
});

test('a client that disconnects counts as received only', async (t) => {
  const { port, metrics, post } = await serve(t);
  const head = 'POST /track HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\n';
  const { socket } = sendRaw(t, port, `${head}{"half":`);
  await eventually('it was received', () => metrics.received === 1);
  socket.destroy();
  assert.equal((await post(bytesOf(payloadOf()))).status, 200);
  assert.deepEqual([metrics.received, metrics.acknowledged], [2, 1]);
  assert.ok(!(await metrics.text()).includes('parley_rejected_total{'));
});

test('a large payload refused after parsing on another thread is answered, and noted for its application', async (t) => {
  const refusals = new RefusedRequests(0);
  const padding = 'x'.repeat(150_000);
  const { post, bench } = await serve(t, {}, { refusals });
  const whole = JSON.stringify(payloadOf('openai', 'chat', { padding }));
  const broken = await post(whole.replace('"padding":', '"padding":nonsense'));
  assert.equal(broken.status, 400);
  await eventually('the refusal is noted', () => refusals.list().length === 1);
  assert.ok(JSON.stringify(refusals.list()).includes('unreadable'));

  bench.ingest.append = () => {
    throw new JournalUnavailable('the disk is full');
  };
  const refused = await post(whole);
  assert.equal(refused.status, 503);
  assert.equal(Refusal.parse(await refused.json()).code, 'unavailable');
  assert.equal((await post('{}')).status, 401, 'the server still answers');
});
