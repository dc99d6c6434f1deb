/** Unusual but valid behaviour of programs and servers: nothing breaks, and nothing is lost or duplicated. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { eventually } from '../../server/test/support/eventually.ts';
import { listen } from '../../server/test/support/listen.ts';
import { tempFolder } from '../../server/test/support/temp-folder.ts';
import { Parley, type ParleyError } from '../src/index.ts';
import { ASKED, answering, CHAT, listeningTo } from './support/listening.ts';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

const EXCHANGE = {
  ...({ format: 'openai', type: 'chat' } as const),
  request: { messages: [] },
  response: { choices: [] },
};

test('responses that are never read are recorded, and their connections are closed', async (t) => {
  let open = 0;
  const model = createServer((_, response) => void response.write('{'));
  model.on('connection', (socket) => {
    open++;
    socket.on('close', () => open--);
  });
  const url = `http://127.0.0.1:${await listen(t, model)}/v1/chat/completions`;
  const { parley, payloads } = await listeningTo(t);
  for (let i = 0; i < 5; i++) await parley.fetch(url, ASKED);
  await eventually('connections are closed and exchanges recorded', async () => {
    collect();
    await parley.flush();
    return open === 0 && payloads.length === 5;
  });
});

test('cancelling an error response does not wait for its body', async (t) => {
  const model = createServer((_, response) => void response.writeHead(503).write('Just a'));
  const url = `http://127.0.0.1:${await listen(t, model)}/v1/chat/completions`;
  const { parley, payloads } = await listeningTo(t);
  const response = await parley.fetch(url, ASKED);
  const start = performance.now();
  await response.body?.cancel();
  assert.ok(performance.now() - start < 500);
  await eventually('the error is recorded', async () => (await parley.flush()) && payloads.length === 1);
  assert.deepEqual(payloads[0]?.response?.error, { type: 'http_error', code: '503', message: 'Just a' });
});

test('init may be a Request with a body', async (t) => {
  const model = createServer((request, response) => void request.pipe(response));
  const url = `http://127.0.0.1:${await listen(t, model)}/v1/chat/completions`;
  const { parley, payloads } = await listeningTo(t);
  const response = await parley.fetch(url, new Request('http://127.0.0.1:9/', ASKED) as RequestInit);
  assert.equal(await response.text(), ASKED.body);
  await parley.flush();
  assert.deepEqual(payloads[0]?.request, JSON.parse(ASKED.body));
});

test('a response that cannot be copied is returned unchanged', async (t) => {
  const odd = new Response('{"id":"1"}');
  Object.defineProperty(odd, 'statusText', { value: '成功' });
  Object.defineProperty(odd, 'headers', { value: 'none' });
  const { parley } = await listeningTo(t, { fetch: async () => odd });
  assert.equal(await (await parley.fetch(CHAT, ASKED)).text(), '{"id":"1"}');
});

test('chunks of a custom stream are not transferred or changed', async (t) => {
  const piece = new TextEncoder().encode('{"id":"1"}');
  const shared = () =>
    new ReadableStream({
      start(controller) {
        controller.enqueue(piece);
        controller.close();
      },
    });
  const { parley, payloads } = await listeningTo(t, { fetch: async () => new Response(shared()) });
  for (let i = 0; i < 2; i++) assert.equal(await (await parley.fetch(CHAT, ASKED)).text(), '{"id":"1"}');
  await parley.flush();
  assert.deepEqual(
    payloads.map(({ response }) => response),
    [{ id: '1' }, { id: '1' }],
  );
});

test('headers that can be iterated only once are left to the request', async (t) => {
  let seen: unknown;
  const fetch = async (_: unknown, init?: RequestInit) => {
    seen = new Headers(init?.headers).get('authorization');
    return new Response('{}');
  };
  const { parley } = await listeningTo(t, { fetch });
  const headers = new Map([['authorization', 'a key']]).entries();
  await parley.fetch(CHAT, { ...ASKED, headers } as unknown as RequestInit);
  assert.equal(seen, 'a key');
});

test('rejections of async callbacks are ignored', async (t) => {
  const rejections: unknown[] = [];
  const note = (reason: unknown) => rejections.push(reason);
  process.on('unhandledRejection', note);
  t.after(() => void process.off('unhandledRejection', note));
  const onError = async () => {
    throw new Error('a callback');
  };
  new Parley({ onError });
  const sample = (async () => false) as unknown as () => boolean;
  const { parley, payloads } = await listeningTo(t, { fetch: answering(), sample });
  await (await parley.fetch(CHAT, ASKED)).text();
  await parley.flush();
  await nextTurn();
  assert.deepEqual([rejections, payloads], [[], []]);
});

test('many instances share one listener per process event, and remove it when closed', async () => {
  const events = ['beforeExit', 'exit', 'SIGTERM', 'SIGINT', 'SIGHUP'];
  const listeners = () => events.reduce((sum, event) => sum + process.listenerCount(event), 0);
  const before = listeners();
  const folder = await tempFolder();
  const options = { url: 'http://127.0.0.1:9', appKey: 'a', apiKey: 'b', spool: folder, onError: () => {} };
  const many = Array.from({ length: 20 }, () => new Parley(options));
  assert.ok(listeners() <= before + events.length, `${listeners()} listeners`);
  for (const parley of many) await parley.close(0);
  assert.equal(listeners(), before);
});

test('a call through two wrappers is recorded once', async (t) => {
  const model = createServer((_, response) => void response.end('{"id":"1"}'));
  const host = `127.0.0.1:${await listen(t, model)}`;
  const url = `http://${host}/v1/chat/completions`;
  const original = globalThis.fetch;
  t.after(() => {
    globalThis.fetch = original;
  });
  const { parley, payloads } = await listeningTo(t, { hosts: { [host]: 'openai' } });
  const undo = [parley.patchFetch(), parley.patchFetch()];
  const patched = globalThis.fetch;
  globalThis.fetch = (input, init) => patched(input, init);
  await (await parley.fetch(url, ASKED)).text();
  await parley.flush();
  assert.equal(payloads.length, 1);
  for (const each of undo) each();
  await (await fetch(url, ASKED)).text();
  await parley.flush();
  assert.equal(payloads.length, 1);
});

test('an interrupted response is recorded as an error without URLs', async (t) => {
  const model = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 100 });
    response.write('{"id"', () => response.destroy());
  });
  const url = `http://127.0.0.1:${await listen(t, model)}/v1/chat/completions`;
  const { parley, payloads } = await listeningTo(t);
  await assert.rejects(async () => (await parley.fetch(url, ASKED)).text());
  await assert.rejects(parley.fetch(url.replace('//', '//me:hunter2@'), ASKED));
  await parley.flush();
  const errors = payloads.map(({ response }) => response?.error as { type: string; message: string });
  assert.deepEqual(
    errors.map(({ type }) => type),
    ['TypeError', 'TypeError'],
  );
  assert.doesNotMatch(JSON.stringify(errors), /hunter2/);
});

test('an undefined value in the inner context keeps the outer one', async (t) => {
  const { parley, payloads } = await listeningTo(t, { fetch: answering() });
  await parley.with({ session: 'a', user: { userId: '42' } }, async () => {
    await (await parley.fetchWith({ session: undefined })(CHAT, ASKED)).text();
  });
  await parley.flush();
  assert.deepEqual([payloads[0]?.session, payloads[0]?.user], ['a', { userId: '42' }]);
});

test('a payload that keeps failing does not block the others', async (t) => {
  const { parley, payloads, errors } = await listeningTo(t, {}, (payload) =>
    JSON.stringify(payload).includes('poison') ? 500 : 200,
  );
  const poisoned = parley.track({ ...EXCHANGE, session: 'poison' });
  for (let i = 0; i < 5; i++) void parley.track({ ...EXCHANGE, session: `fine ${i}` });
  await eventually('the other payloads arrive', () => payloads.length === 5 && parley.counts.waiting === 1);
  const refused = assert.rejects(poisoned, { code: 'unreachable', status: 500 });
  for (let i = 0; i < 10 && parley.counts.waiting > 0; i++) {
    void parley.track({ ...EXCHANGE, session: `more ${i}` });
    await parley.flush(300);
  }
  await refused;
  assert.equal(parley.counts.refused, 1);
  assert.ok(errors.length > 0);
});

test('keys are encoded for the header, and invalid keys and bodies are rejected', async (t) => {
  const { parley, payloads } = await listeningTo(t);
  const circle: Record<string, unknown> = {};
  circle.circle = circle;
  const failing: [object, RegExp][] = [
    [{ request: circle }, /could not be recorded/],
    [{ response: undefined }, /could not be recorded/],
    [{ idempotencyKey: 'x'.repeat(300) }, /could not be recorded/],
  ];
  for (const [more, message] of failing) {
    const tracked = parley.track({ ...EXCHANGE, ...more });
    await assert.rejects(tracked, (error: ParleyError) => {
      assert.deepEqual([error.name, error.code], ['ParleyError', 'not_recorded']);
      assert.match(error.message, message);
      return true;
    });
  }
  await parley.track({ ...EXCHANGE, idempotencyKey: 'ключ' });
  assert.equal(payloads.length, 1);
  await parley.close();
  await assert.rejects(parley.track(EXCHANGE), { code: 'not_recorded', reason: 'closed' });
  assert.deepEqual(parley.counts.notRecorded, { invalid: 3, closed: 1 });
});

test('Retry-After: 0 still leaves a pause between attempts', async (t) => {
  let asked = 0;
  const server = createServer((_, response) => {
    asked++;
    response.writeHead(503, { 'Retry-After': '0' }).end('{}');
  });
  const url = `http://127.0.0.1:${await listen(t, server)}`;
  const parley = new Parley({ url, appKey: 'a', apiKey: 'b', onError: () => {} });
  t.after(() => parley.close(0));
  for (let i = 0; i < 10; i++) void parley.track(EXCHANGE);
  assert.equal(await parley.flush(1000), false);
  assert.ok(asked < 10, `${asked} attempts`);
});

test('payloads do not count as spooled when the spool folder is unusable', async (t) => {
  const file = join(await tempFolder(), 'file');
  await writeFile(file, '');
  const errors: ParleyError[] = [];
  const parley = new Parley({
    ...{ url: 'http://127.0.0.1:9', appKey: 'a', apiKey: 'b', spool: file, maxQueued: 2 },
    onError: (error) => errors.push(error),
  });
  t.after(() => parley.close(0));
  for (let i = 0; i < 10; i++) void parley.track(EXCHANGE);
  await parley.flush(50);
  assert.deepEqual([parley.counts.waiting, parley.counts.dropped], [2, 8]);
  assert.ok(errors.some(({ code }) => code === 'spool'));
});

test('flush accepts an infinite timeout and sends exchanges that are not composed yet', async (t) => {
  const { parley, payloads } = await listeningTo(t);
  void parley.track(EXCHANGE);
  assert.equal(await parley.flush(Number.POSITIVE_INFINITY), true);
  assert.equal(payloads.length, 1);
});

test('the error names the option that is missing or invalid', () => {
  const told = (options: object) => {
    const errors: ParleyError[] = [];
    new Parley({ appKey: 'a', apiKey: 'b', ...options, onError: (error) => errors.push(error) });
    return errors.map(({ message }) => message).join();
  };
  assert.match(told({ url: 'localhost:4780' }), /must begin with http/);
  assert.match(told({}), /"url" is missing/);
  assert.match(told({ url: 'http://localhost:4780', apiKey: '' }), /"apiKey" is missing/);
  assert.equal(told({ url: new URL('http://localhost:4780') }), '');
});
