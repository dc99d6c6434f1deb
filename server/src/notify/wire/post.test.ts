import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type TestContext, test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { listen } from '../../../test/support/listen.ts';
import { post } from './post.ts';
import { EVERYWHERE, PUBLIC_ONLY, type Reach } from './reachable.ts';

/** A receiver on loopback; returns its address. */
async function receiver(test: TestContext, answer: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listen(test, createServer(answer))}/hook`;
}

const send = (url: string, reach: Reach = EVERYWHERE, timeoutMs = 5000) =>
  post({ url, body: '{"type":"channel.test"}', headers: { 'webhook-id': 'msg_1' }, reach, timeoutMs });

test('a message is posted as it is, and any 2xx means that it has arrived', async (test) => {
  const seen: unknown[] = [];
  const url = await receiver(test, async (request, response) => {
    const chunks = await Array.fromAsync(request);
    seen.push([request.method, request.headers['content-type'], request.headers['webhook-id']]);
    seen.push(Buffer.concat(chunks).toString());
    response.writeHead(204).end();
  });
  assert.deepEqual(await send(url), { kind: 'delivered', status: 204, answer: '' });
  assert.deepEqual(seen, [['POST', 'application/json', 'msg_1'], '{"type":"channel.test"}']);
});

test('a redirect is a failure and is not followed', async (test) => {
  let asked = 0;
  const url = await receiver(test, (_request, response) => {
    asked++;
    response.writeHead(301, { location: '/elsewhere' }).end();
  });
  const outcome = await send(url);
  assert.deepEqual([outcome.kind, outcome.status, asked], ['failed', 301, 1]);
});

test('errors are failures with what the receiver said and when it wants to be asked again', async (test) => {
  const url = await receiver(test, (_request, response) => {
    response.writeHead(503, { 'retry-after': '120' }).end('busy');
  });
  const failed = { kind: 'failed', status: 503, answer: 'busy', retryAfterMs: 120_000 };
  assert.deepEqual(await send(url), failed);
});

test('410 means that the receiver wants no messages any more', async (test) => {
  const url = await receiver(test, (_request, response) => void response.writeHead(410).end('gone'));
  assert.equal((await send(url)).kind, 'gone');
});

test('a receiver that never answers is given up in time', async (test) => {
  const url = await receiver(test, () => {});
  const began = performance.now();
  const outcome = await send(url, EVERYWHERE, 200);
  assert.deepEqual(outcome, {
    kind: 'failed',
    status: null,
    answer: 'No answer within 0.2 seconds.',
    retryAfterMs: null,
  });
  assert.ok(performance.now() - began < 3000);
});

test('a slow body without end is cut off in time, and the status stands', async (test) => {
  const url = await receiver(test, (_request, response) => {
    response.writeHead(500);
    response.write('slow');
    const drops = setInterval(() => response.write('.'), 20);
    response.on('close', () => clearInterval(drops));
  });
  const began = performance.now();
  const outcome = await send(url, EVERYWHERE, 300);
  assert.deepEqual([outcome.kind, outcome.status], ['failed', 500]);
  assert.match(outcome.answer, /^slow/);
  assert.ok(performance.now() - began < 3000);
});

test('a body without end is read to its first kilobytes only', async (test) => {
  let closed = false;
  const url = await receiver(test, (_request, response) => {
    response.on('close', () => {
      closed = true;
    });
    const more = () => {
      while (!closed && response.write('x'.repeat(65_536)));
    };
    response.writeHead(200).on('drain', more);
    more();
  });
  const outcome = await send(url);
  assert.deepEqual([outcome.kind, outcome.answer.length], ['delivered', 2048]);
});

test('a connection that breaks is a failure', async (test) => {
  const url = await receiver(test, (request) => void request.socket.destroy());
  const outcome = await send(url);
  assert.deepEqual([outcome.kind, outcome.status], ['failed', null]);
});

test('a certificate must be trusted and be that of the name, whatever the name leads to', async (test) => {
  const file = (name: string) =>
    readFileSync(new URL(`../../../test/fixtures/tls/${name}`, import.meta.url), 'utf8');
  const [key, cert] = [file('receiver.key'), file('receiver.crt')];
  const port = await listen(
    test,
    createTlsServer({ key, cert }, (_request, response) => void response.end('safe')),
  );
  const reach: Reach = { http: false, allows: () => true, resolve: async () => ['127.0.0.1'] };
  const untrusted = await send(`https://receiver.test:${port}/`, reach);
  assert.equal(untrusted.kind, 'failed');
  assert.match(untrusted.answer, /^self-signed certificate/);
  const known = getCACertificates('default');
  setDefaultCACertificates([...known, cert]);
  test.after(() => setDefaultCACertificates(known));
  assert.equal((await send(`https://receiver.test:${port}/`, reach)).kind, 'delivered');
  const other = await send(`https://other.test:${port}/`, reach);
  assert.equal(other.kind, 'failed');
  assert.match(other.answer, /does not match/);
});

test('an answer with another protocol is a failure', async (test) => {
  const url = await receiver(test, (request) => {
    request.socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
  });
  const outcome = await send(url);
  assert.deepEqual([outcome.kind, outcome.status], ['failed', null]);
  assert.match(outcome.answer, /closed without an answer|hang up/);
});

test('an attempt ends when the server stops', async (test) => {
  const stopping = new AbortController();
  const url = await receiver(test, () => stopping.abort());
  await assert.rejects(post({ url, body: '{}', reach: EVERYWHERE, signal: stopping.signal }));
});

test('a name that leads to a private address is refused, also when it does so among public ones', async (test) => {
  let asked = 0;
  const { port } = new URL(await receiver(test, () => asked++));
  for (const addresses of [['127.0.0.1'], ['93.184.216.34', '127.0.0.1'], ['::ffff:127.0.0.1']]) {
    const reach = { ...PUBLIC_ONLY, http: true, resolve: async () => addresses };
    const outcome = await send(`http://receiver.test:${port}/`, reach);
    assert.equal(outcome.kind, 'failed');
    assert.match(outcome.answer, /receiver\.test is a private address/);
  }
  assert.equal((await send(`http://127.0.0.1:${port}/`, { ...PUBLIC_ONLY, http: true })).kind, 'failed');
  assert.equal(asked, 0);
});

test('a name that becomes another address after it was checked is not looked up again', async (test) => {
  let atLoopback = 0;
  const forbidden = createServer((_request, response) => {
    atLoopback++;
    response.end();
  });
  const port = await listen(test, forbidden);
  // Another address with the same port stands in for the receiver that was checked.
  const checked = createServer((_request, response) => void response.end('checked'));
  await new Promise<void>((resolve) => checked.listen(port, '127.0.0.2', resolve));
  test.after(() => void checked.close());
  const answers = ['127.0.0.2', '127.0.0.1'];
  let lookups = 0;
  const reach: Reach = {
    http: true,
    allows: (address) => address !== '127.0.0.1',
    resolve: async () => [answers[lookups++] ?? '127.0.0.1'],
  };
  const url = `http://receiver.test:${port}/`;
  assert.deepEqual(await send(url, reach), { kind: 'delivered', status: 200, answer: 'checked' });
  assert.equal(lookups, 1);
  assert.equal((await send(url, reach)).kind, 'failed');
  assert.deepEqual([lookups, atLoopback], [2, 0]);
});
