/** What the library does to a call and what it records, without a provider's client. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { eventually } from '../../server/test/support/eventually.ts';
import { listen } from '../../server/test/support/listen.ts';
import { Parley, type ParleyError } from '../src/index.ts';
import { ASKED, answering, CHAT, listeningTo, type Payload } from './support/listening.ts';

test('request and response are recorded byte for byte', async (t) => {
  const { parley, raw } = await listeningTo(t, { fetch: answering() });
  await (await parley.fetch(CHAT, ASKED)).text();
  await parley.flush();
  assert.ok(raw[0]?.includes('"request":{"model":"gpt-4o", "n": 1.0,"messages":[]}'));
  assert.ok(raw[0]?.includes('"response":{"id":"1",  "x": 1.10}'));
});

test('each chunk of a stream reaches the reader before the next is sent', async (t) => {
  let written = 0;
  let next: () => void = () => {};
  const model = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders();
    next = () => response.write(`data: ${written++}\n\n`);
  });
  const { parley, payloads } = await listeningTo(t);
  const url = `http://127.0.0.1:${await listen(t, model)}/v1/chat/completions`;
  const reader = (await parley.fetch(url, ASKED)).body?.getReader();
  for (let i = 0; i < 5; i++) {
    next();
    const piece = await reader?.read();
    assert.equal(new TextDecoder().decode(piece?.value), `data: ${i}\n\n`);
  }
  await reader?.cancel();
  await parley.flush();
  assert.equal(payloads[0]?.response?.stream, [0, 1, 2, 3, 4].map((i) => `data: ${i}\n\n`).join(''));
});

test('a score is sent to its own address with its time, and again while Parley does not answer', async (t) => {
  const id = '5a3f3a0e-4f0c-8c53-9b0b-5b2f6a4d7a11';
  const received: { url: string | undefined; keys: unknown[]; body: string }[] = [];
  const server = createServer(async (request, response) => {
    const { url, headers } = request;
    const keys = [headers['x-parley-app-key'], headers['x-parley-api-key']];
    received.push({ url, keys, body: await text(request) });
    if (received.length === 1) response.writeHead(502).end();
    else response.end(JSON.stringify({ status: 'ok', ids: [id] }));
  });
  const url = `http://127.0.0.1:${await listen(t, server)}`;
  const parley = new Parley({ url, appKey: 'pk_of_a_test', apiKey: 'sk_of_a_test', onError: () => {} });
  t.after(() => parley.close(0));
  const scored = await parley.score({ upstreamId: 'chatcmpl-1', name: 'helpful', value: true });
  assert.deepEqual(scored, { id });
  const [first, second] = received;
  assert.deepEqual(first, second);
  assert.deepEqual([first?.url, first?.keys], ['/v1/scores', ['pk_of_a_test', 'sk_of_a_test']]);
  assert.match(first?.body ?? '', /"name":"helpful","value":true,"at":\d{13}/);
});

/** A model that could send more would have done so within this time. */
const QUIET_MS = 100;

test('a slow reader applies backpressure to the model', async (t) => {
  const piece = new Uint8Array(64 * 1024);
  const sentTo = async (fetch: typeof globalThis.fetch) => {
    let sent = 0;
    const model = createServer((_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      const write = () => {
        while (sent < 200e6 && !response.destroyed) {
          sent += piece.length;
          if (!response.write(piece)) return void response.once('drain', write);
        }
      };
      write();
    });
    const response = await fetch(`http://127.0.0.1:${await listen(t, model)}/v1/chat/completions`, ASKED);
    const reader = response.body?.getReader();
    await reader?.read();
    for (let before = -1; before !== sent; await sleep(QUIET_MS)) before = sent;
    await reader?.cancel();
    return sent;
  };
  const { parley } = await listeningTo(t);
  const without = await sentTo(fetch);
  const listened = await sentTo(parley.fetch);
  assert.ok(listened < without + 4e6, `${listened} bytes were sent, ${without} without Parley`);
});

test('a stream that is no longer read is recorded with what had arrived', async (t) => {
  const forever = () =>
    new ReadableStream({ start: (c) => c.enqueue(new TextEncoder().encode('data: 1\n\n')) });
  const headers = { 'Content-Type': 'text/event-stream' };
  const { parley, payloads } = await listeningTo(t, {
    fetch: async () => new Response(forever(), { headers }),
  });
  const reader = (await parley.fetch(CHAT, ASKED)).body?.getReader();
  await reader?.read();
  reader?.releaseLock();
  await parley.flush();
  assert.equal(payloads[0]?.response?.stream, 'data: 1\n\n');
});

test('changes that the program makes after track are not recorded', async (t) => {
  const { parley, payloads } = await listeningTo(t);
  const messages = [{ role: 'user', content: 'Hi' }];
  const request = { model: 'm', messages };
  void parley.track({ format: 'openai', type: 'chat', request, response: { choices: [] } });
  messages.push({ role: 'assistant', content: 'Hello' });
  await parley.flush();
  assert.deepEqual(payloads[0]?.request?.messages, [{ role: 'user', content: 'Hi' }]);
});

test('a request body that never ends blocks nothing', async (t) => {
  const { parley } = await listeningTo(t, { fetch: answering() });
  const init = { method: 'POST', body: new ReadableStream(), duplex: 'half' } as RequestInit;
  await (await parley.fetch(CHAT, init)).text();
  assert.equal(await parley.flush(1000), true);
});

test('a fetch whose bodies are not web streams is recorded', async (t) => {
  const text = '{"id":"1"}';
  const other = { status: 200, headers: new Headers(), body: { pipe() {} }, text: async () => text };
  const copy = { arrayBuffer: async () => new TextEncoder().encode(text).buffer };
  const response = { ...other, clone: () => copy } as unknown as Response;
  const { parley, payloads } = await listeningTo(t, { fetch: async () => response });
  assert.equal(await parley.fetch(CHAT, ASKED), response);
  await parley.flush();
  assert.deepEqual(payloads[0]?.response, { id: '1' });
});

test('request bodies of every kind are recorded', async (t) => {
  const { parley, payloads } = await listeningTo(t, { fetch: answering() });
  const { body } = ASKED;
  const encoded = new TextEncoder().encode(body);
  const bodies: unknown[] = [body, encoded, encoded.buffer, new Blob([body]), new Response(body).body];
  for (const each of bodies) {
    const init = { method: 'POST', body: each, duplex: 'half' } as RequestInit;
    await (await parley.fetch(CHAT, init)).text();
  }
  await (await parley.fetch(new Request(CHAT, ASKED))).text();
  await (await parley.fetch(new URL(CHAT), ASKED)).text();
  await parley.flush();
  assert.equal(payloads.length, 7);
  for (const { request } of payloads) assert.deepEqual(request, JSON.parse(body));
});

test('a request body that fails while it is read causes no unhandled rejection', async (t) => {
  const { parley } = await listeningTo(t, { fetch: answering() });
  const rejections: unknown[] = [];
  const note = (reason: unknown) => rejections.push(reason);
  process.on('unhandledRejection', note);
  t.after(() => void process.off('unhandledRejection', note));
  const broken = () => {
    const body = new ReadableStream({ start: (controller) => controller.error(new Error('broken')) });
    return { method: 'POST', body, duplex: 'half' } as RequestInit;
  };
  await (await parley.fetch(CHAT, broken())).text();
  await (await parley.fetch(new Request(CHAT, broken()))).text();
  await parley.flush();
  await nextTurn();
  assert.deepEqual(rejections, []);
});

test('requests that are not model calls pass unchanged and are not recorded', async (t) => {
  const response = new Response('hello');
  const { parley, payloads } = await listeningTo(t, { fetch: async () => response });
  for (const [url, init] of [
    ['https://example.com/', { method: 'POST', body: '{}' }],
    ['https://api.openai.com/v1/models', undefined],
    ['https://api.openai.com/v1/moderations', ASKED],
    ['https://api.openai.com/v1/images/generations', ASKED],
    ['https://api.openai.com/v1/threads/t/messages', ASKED],
    ['https://api.anthropic.com/v1/messages/count_tokens', ASKED],
    ['https://api.anthropic.com/v1/messages/batches', ASKED],
  ] as const) {
    assert.equal(await parley.fetch(url, init), response);
  }
  await (await parley.fetch(CHAT, { method: 'POST', body: new FormData() })).text();
  await parley.flush();
  assert.deepEqual(payloads, []);
});

test('nested contexts are merged, and fetchWith sets one', async (t) => {
  const { parley, payloads } = await listeningTo(t, { fetch: answering() });
  const ask = async (fetch: typeof globalThis.fetch) => (await fetch(CHAT, ASKED)).text();
  await parley.with({ session: 'a', labels: { x: '1', y: '1' } }, () =>
    parley.with({ user: { userId: '42' }, labels: { y: '2' }, sessionTimeout: 5 }, async () => {
      await sleep(1);
      await ask(parley.fetch);
      await ask(parley.fetchWith({ session: 'b' }));
    }),
  );
  await ask(parley.fetch);
  await parley.flush();
  const [inner, own, none] = payloads;
  const expected = { session: 'a', sessionTimeout: 5, user: { userId: '42' }, labels: { x: '1', y: '2' } };
  const facts = ({ session, sessionTimeout, user, labels }: Payload) => ({
    session,
    sessionTimeout,
    user,
    labels,
  });
  assert.deepEqual(inner && facts(inner), expected);
  assert.deepEqual(own && facts(own), { ...expected, session: 'b' });
  assert.ok(none && !('session' in none) && !('labels' in none));
});

test('the active OpenTelemetry span becomes the trace', async (t) => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  t.after(() => context.disable());
  const { parley, payloads } = await listeningTo(t, { fetch: answering() });
  const ids = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) };
  const span = trace.wrapSpanContext({ ...ids, traceFlags: 1 });
  const ask = async () => (await parley.fetch(CHAT, ASKED)).text();
  await context.with(trace.setSpan(context.active(), span), ask);
  await ask();
  await parley.with({ trace: { traceId: 'c'.repeat(32) } }, ask);
  await parley.flush();
  assert.deepEqual(
    payloads.map((payload) => payload.trace),
    [ids, undefined, { traceId: 'c'.repeat(32) }],
  );
});

test('a patched fetch records calls to known hosts, and can be undone', async (t) => {
  const model = createServer((_, response) => void response.end('{"id":"1"}'));
  const host = `127.0.0.1:${await listen(t, model)}`;
  const url = `http://${host}/v1/chat/completions`;
  const original = globalThis.fetch;
  const { parley, payloads } = await listeningTo(t, { hosts: { [host]: 'mistral' } });
  const stranger = await listeningTo(t);
  const undo = [parley.patchFetch(), stranger.parley.patchFetch()];
  await (await fetch(url, ASKED)).text();
  // Recorded once, although the patched global fetch sees the call, too.
  await (await parley.fetch(url, ASKED)).text();
  for (const each of undo.reverse()) each();
  assert.equal(globalThis.fetch, original);
  await (await fetch(url, ASKED)).text();
  await parley.flush();
  await stranger.parley.flush();
  assert.deepEqual(
    payloads.map(({ reconify }) => reconify?.format),
    ['mistral', 'mistral'],
  );
  assert.deepEqual(stranger.payloads, []);
});

test('patches can be undone in any order, which restores the original', async (t) => {
  const original = globalThis.fetch;
  t.after(() => {
    globalThis.fetch = original;
  });
  const orders = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ];
  for (const order of orders) {
    const undo: (() => void)[] = [];
    for (let i = 0; i < 3; i++) undo.push((await listeningTo(t)).parley.patchFetch());
    for (const at of order) {
      assert.notEqual(globalThis.fetch, original);
      undo[at]?.();
    }
    assert.equal(globalThis.fetch, original, `undone in the order ${order}`);
  }
});

test('masked content is not sent, nor is anything when the mask throws', async (t) => {
  const mask = (request: unknown) => {
    if (JSON.stringify(request).includes('secret')) throw new Error('Not this one');
    return JSON.stringify(request).includes('leave')
      ? null
      : { request: { masked: true }, response: { id: 1 } };
  };
  const { parley, payloads, errors } = await listeningTo(t, { fetch: answering(), mask });
  for (const content of ['fine', 'secret', 'leave it out']) {
    await (await parley.fetch(CHAT, { method: 'POST', body: JSON.stringify({ content }) })).text();
  }
  await parley.flush();
  assert.deepEqual(
    payloads.map(({ request, response }) => [request, response]),
    [[{ masked: true }, { id: 1 }]],
  );
  assert.deepEqual(
    errors.map(({ code, reason }) => [code, reason]),
    [['not_recorded', 'mask_threw']],
  );
  assert.match(errors[0]?.message ?? '', /"mask" threw/);
  assert.deepEqual(parley.counts.notRecorded, { mask_threw: 1, mask_left_out: 1 });
});

test('a mask that is async or returns undefined is reported apart from one that throws', async (t) => {
  const rejections: unknown[] = [];
  const note = (reason: unknown) => rejections.push(reason);
  process.on('unhandledRejection', note);
  t.after(() => void process.off('unhandledRejection', note));
  const masks: Record<string, () => unknown> = {
    mask_is_async: async () => {
      throw new Error('of the program');
    },
    invalid: () => undefined,
  };
  for (const [reason, mask] of Object.entries(masks)) {
    const options = { fetch: answering(), mask: mask as () => null };
    const { parley, payloads, errors } = await listeningTo(t, options);
    for (let i = 0; i < 2; i++) await (await parley.fetch(CHAT, ASKED)).text();
    await parley.flush();
    assert.deepEqual(payloads, []);
    assert.deepEqual(
      errors.map(({ code, reason }) => [code, reason]),
      Array(2).fill(['not_recorded', reason]),
    );
    assert.deepEqual(parley.counts.notRecorded, { [reason]: 2 });
  }
  await nextTurn();
  assert.deepEqual(rejections, []);
});

test('a response that is too large to record is read as usual, and the error is reported', async (t) => {
  const size = 33 * 1024 * 1024;
  const { parley, payloads, errors } = await listeningTo(t, { fetch: answering(new Uint8Array(size)) });
  const { byteLength } = await (await parley.fetch(CHAT, ASKED)).arrayBuffer();
  await parley.flush();
  assert.deepEqual([byteLength, payloads], [size, []]);
  assert.deepEqual([errors[0]?.code, errors[0]?.reason], ['not_recorded', 'too_large']);
  assert.match(errors[0]?.message ?? '', /too large/);
  assert.deepEqual(parley.counts.notRecorded, { too_large: 1 });
});

test('sample takes a fraction or a function', async (t) => {
  const half = await listeningTo(t, { fetch: answering(), sample: 0.5 });
  const none = await listeningTo(t, { fetch: answering(), sample: 0 });
  const chosen = await listeningTo(t, { fetch: answering(), sample: ({ format }) => format === 'anthropic' });
  for (let i = 0; i < 200; i++) await (await half.parley.fetch(CHAT, ASKED)).text();
  await (await none.parley.fetch(CHAT, ASKED)).text();
  await (await chosen.parley.fetch(CHAT, ASKED)).text();
  await (await chosen.parley.fetch('https://api.anthropic.com/v1/messages', ASKED)).text();
  for (const { parley } of [half, none, chosen]) await parley.flush();
  assert.ok(half.payloads.length > 60 && half.payloads.length < 140, `${half.payloads.length} of 200`);
  assert.equal(none.payloads.length, 0);
  assert.deepEqual(
    chosen.payloads.map(({ reconify }) => reconify?.format),
    ['anthropic'],
  );
});

test('exceptions of callbacks do not reach the program', async (t) => {
  const bad = () => {
    throw new Error('a callback');
  };
  const { parley } = await listeningTo(t, { fetch: answering(), onError: bad, mask: bad, waitUntil: bad });
  const sampled = await listeningTo(t, { fetch: answering(), sample: bad });
  assert.equal(await (await parley.fetch(CHAT, ASKED)).text(), '{"id":"1",  "x": 1.10}');
  assert.equal(await (await sampled.parley.fetch(CHAT, ASKED)).text(), '{"id":"1",  "x": 1.10}');
  assert.equal(await parley.flush(), true);
});

test('without a URL calls work as usual, and the error is reported', async () => {
  const errors: ParleyError[] = [];
  const parley = new Parley({ fetch: answering(), onError: (error) => errors.push(error) });
  assert.equal(await (await parley.fetch(CHAT, ASKED)).text(), '{"id":"1",  "x": 1.10}');
  assert.equal(await parley.flush(), true);
  const exchange = { format: 'openai', type: 'chat', request: {}, response: {} } as const;
  await assert.rejects(parley.track(exchange), { name: 'ParleyError' });
  assert.deepEqual(
    errors.map(({ code }) => code),
    ['not_configured'],
  );
});

test('waitUntil gets a promise that lasts until the exchange is delivered', async (t) => {
  const waited: Promise<unknown>[] = [];
  const { parley, payloads } = await listeningTo(t, {
    fetch: answering(),
    waitUntil: (promise) => waited.push(promise),
  });
  await (await parley.fetch(CHAT, ASKED)).text();
  assert.equal(payloads.length, 0);
  await Promise.all(waited);
  assert.equal(waited.length, 1);
  assert.equal(payloads.length, 1);
});

test('an invalid URL does not make the constructor throw', () => {
  for (const url of ['nowhere', '', 'http://'])
    new Parley({ url, appKey: 'a', apiKey: 'b', onError: () => {} });
});

test('close records open streams, and nothing afterwards', async (t) => {
  const pieces = new ReadableStream({ start: (c) => c.enqueue(new TextEncoder().encode('data: 1\n\n')) });
  const { parley, payloads } = await listeningTo(t, {
    fetch: answering(pieces, { headers: { 'Content-Type': 'text/event-stream' } }),
  });
  const reader = (await parley.fetch(CHAT, ASKED)).body?.getReader();
  await reader?.read();
  assert.equal(await parley.close(), true);
  await parley.fetch(CHAT, ASKED).catch(() => {});
  await eventually('the open stream is recorded', () => payloads.length > 0);
  assert.equal(payloads.length, 1);
});
