/** Programs and servers that do what is allowed and seldom done: nobody is harmed, and nothing is lost or doubled. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
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

test('responses that nobody reads are let go of, their connections too, and are recorded', async (t) => {
  let open = 0;
  const model = createServer((_, response) => void response.write('{'));
  model.on('connection', (socket) => {
    open++;
    socket.on('close', () => open--);
  });
  const url = `http://127.0.0.1:${await listen(t, model)}/v1/chat/completions`;
  const { parley, payloads } = await listeningTo(t);
  for (let i = 0; i < 5; i++) await parley.fetch(url, ASKED);
  await eventually('they are gone', async () => {
    collect();
    await parley.flush();
    return open === 0 && payloads.length === 5;
  });
});

test('an error whose body does not come holds up nobody who cancels it', async (t) => {
  const model = createServer((_, response) => void response.writeHead(503).write('Just a'));
  const url = `http://127.0.0.1:${await listen(t, model)}/v1/chat/completions`;
  const { parley, payloads } = await listeningTo(t);
  const response = await parley.fetch(url, ASKED);
  const start = performance.now();
  await response.body?.cancel();
  assert.ok(performance.now() - start < 500);
  await eventually('it is recorded', async () => (await parley.flush()) && payloads.length === 1);
  assert.deepEqual(payloads[0]?.response?.error, { type: 'http_error', code: '503', message: 'Just a' });
});

test('what is given as init may be a request, with a body of its own', async (t) => {
  const model = createServer((request, response) => void request.pipe(response));
  const url = `http://127.0.0.1:${await listen(t, model)}/v1/chat/completions`;
  const { parley, payloads } = await listeningTo(t);
  const response = await parley.fetch(url, new Request('http://127.0.0.1:9/', ASKED) as RequestInit);
  assert.equal(await response.text(), ASKED.body);
  await parley.flush();
  assert.deepEqual(payloads[0]?.request, JSON.parse(ASKED.body));
});

test('a response that cannot be made again is handed on as it came', async (t) => {
  const odd = new Response('{"id":"1"}');
  Object.defineProperty(odd, 'statusText', { value: '成功' });
  Object.defineProperty(odd, 'headers', { value: 'none' });
  const { parley } = await listeningTo(t, { fetch: async () => odd });
  assert.equal(await (await parley.fetch(CHAT, ASKED)).text(), '{"id":"1"}');
});

test('pieces of a stream that somebody else made are theirs', async (t) => {
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

test('headers that can be gone through once are left to the request', async (t) => {
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

test('callbacks that fail later fail for themselves', async (t) => {
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
  await sleep(10);
  assert.deepEqual([rejections, payloads], [[], []]);
});

test('many of us are one listener of the process, and none when they are closed', async () => {
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

test('a call that is heard in two places is recorded once', async (t) => {
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

test('an answer that breaks off is an error, and says no address', async (t) => {
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

test('what is not said inside stays as it was said outside', async (t) => {
  const { parley, payloads } = await listeningTo(t, { fetch: answering() });
  await parley.with({ session: 'a', user: { userId: '42' } }, async () => {
    await (await parley.fetchWith({ session: undefined })(CHAT, ASKED)).text();
  });
  await parley.flush();
  assert.deepEqual([payloads[0]?.session, payloads[0]?.user], ['a', { userId: '42' }]);
});

test('one that Parley cannot take does not hold up the others', async (t) => {
  const { parley, payloads, errors } = await listeningTo(t, {}, (payload) =>
    JSON.stringify(payload).includes('poison') ? 500 : 200,
  );
  const poisoned = parley.track({ ...EXCHANGE, session: 'poison' });
  for (let i = 0; i < 5; i++) void parley.track({ ...EXCHANGE, session: `fine ${i}` });
  await eventually('the others are there', () => payloads.length === 5 && parley.counts.waiting === 1);
  const refused = assert.rejects(poisoned, { code: 'unreachable', status: 500 });
  for (let i = 0; i < 10 && parley.counts.waiting > 0; i++) {
    void parley.track({ ...EXCHANGE, session: `more ${i}` });
    await parley.flush(300);
  }
  await refused;
  assert.equal(parley.counts.refused, 1);
  assert.ok(errors.length > 0);
});

test('keys that no header can have, and bodies that are no JSON', async (t) => {
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

test('a Parley that asks to be left alone for no time at all is left alone for some', async (t) => {
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

test('a spool that cannot be used is not relied upon', async (t) => {
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

test('a flush may take for ever, and waits for what is over when it is asked', async (t) => {
  const { parley, payloads } = await listeningTo(t);
  void parley.track(EXCHANGE);
  assert.equal(await parley.flush(Number.POSITIVE_INFINITY), true);
  assert.equal(payloads.length, 1);
});

test('what is wrong with an address is said', () => {
  const told = (options: object) => {
    const errors: ParleyError[] = [];
    new Parley({ appKey: 'a', apiKey: 'b', ...options, onError: (error) => errors.push(error) });
    return errors.map(({ message }) => message).join();
  };
  assert.match(told({ url: 'localhost:4780' }), /begins with http/);
  assert.match(told({}), /"url" is missing/);
  assert.match(told({ url: 'http://localhost:4780', apiKey: '' }), /"apiKey" is missing/);
  assert.equal(told({ url: new URL('http://localhost:4780') }), '');
});
