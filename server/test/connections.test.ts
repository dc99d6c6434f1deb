/** What a client receives if it sends too much, too slowly, or something that is not HTTP. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { ErrorBody, type ErrorCode } from '@parley/contract';
import { eventually } from './support/eventually.ts';
import { bytesOf, payloadOf } from './support/payloads.ts';
import { NO_STORE, startServer, type TestServer } from './support/server-process.ts';

const MIB = 1024 * 1024;

describe('connections', () => {
  let server: TestServer;
  const data = mkdtempSync(join(tmpdir(), 'parley-'));
  before(async () => {
    server = await startServer({ data, clickhouseUrl: NO_STORE, env: { PARLEY_GRACE: '0' } });
  });
  after(async () => {
    assert.equal(await server.stop(), 0, server.output());
    rmSync(data, { recursive: true, force: true });
  });

  type Exchange = { socket: Socket; closed: Promise<string> };

  /**
   * Sends bytes; `closed` resolves with everything received when the connection closes, and fails on a reset.
   */
  function send(...chunks: (string | Buffer)[]): Exchange {
    const socket = connect({
      port: Number(new URL(server.url).port),
      host: '127.0.0.1',
      allowHalfOpen: true,
    });
    const closed = new Promise<string>((resolve, reject) => {
      let answer = '';
      socket.setEncoding('utf8').on('data', (text: string) => {
        answer += text;
      });
      socket.on('end', () => {
        socket.end();
        resolve(answer);
      });
      socket.on('error', (error) => reject(new Error(`after ${answer.length} bytes of an answer: ${error}`)));
    });
    for (const chunk of chunks) socket.write(chunk);
    return { socket, closed };
  }

  /** Status and body of a response; every refusal has a body. */
  function refusal(answer: string): [number, string] {
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    const { code } = ErrorBody.parse(JSON.parse(body));
    return [Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]), code];
  }

  const post = (path: string, headers: string, body: string | Buffer) =>
    send(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers}\r\n\r\n`, body);

  for (const path of ['/track', '/v1/query', '/v1/auth/sign-in', '/nothing']) {
    it(`413 at ${path}: a client that sends Connection: close and 5 % too much can read the response`, async () => {
      const body = Buffer.alloc(path === '/track' ? 10.5 * MIB : 1.05 * MIB, 0x20);
      const { closed } = post(path, `Connection: close\r\nContent-Length: ${body.length}`, body);
      const answer = await closed;
      assert.match(answer, /^HTTP\/1\.1 4\d\d /);
      const [status, code] = refusal(answer);
      if (path === '/track') assert.deepEqual([status, code], [413, 'payload_too_large']);
    });
  }

  it('401: wrong keys in a large payload are refused before the rest of it has arrived', async () => {
    const start = `{"reconify":{"appKey":"x","apiKey":"y"},"request":"${'x'.repeat(100_000)}`;
    const { socket } = post('/track', `Content-Length: ${10 * MIB}`, start);
    let answer = '';
    socket.on('data', (text) => {
      answer += text;
    });
    await eventually('it is refused', () => answer.includes('invalid_credentials'));
    socket.destroy();
  });

  it('408: incomplete headers, and bodies that stop arriving', async () => {
    const half = '{"half":';
    const slow = [
      send('GET /health HTTP/1.1\r\nHost:'),
      post('/track', 'Content-Length: 1000', half),
      post('/track', 'Transfer-Encoding: chunked', `${half.length}\r\n${half}\r\n`),
      post('/v1/auth/sign-in', 'Content-Length: 1000', half),
    ];
    for (const { closed } of slow) assert.deepEqual(refusal(await closed), [408, 'request_timeout']);
  });

  const track = (headers: string, body = '{}') => `POST /track HTTP/1.1\r\n${headers}\r\n\r\n${body}`;
  const get = (headers: string) => `GET /health HTTP/1.1\r\n${headers}\r\n\r\n`;
  const many = (count: number, header: string) => Array.from({ length: count }, () => header).join('\r\n');

  /** Bytes that never become a request, and requests that Node would answer by itself. */
  const NEVER_HANDLED: Record<string, [bytes: string | Buffer, status: number, code: ErrorCode]> = {
    'no HTTP': ['nonsense\r\n\r\n', 400, 'bad_request'],
    TLS: [Buffer.from([0x16, 3, 1, 0, 5, 1, 2, 3, 4, 5]), 400, 'bad_request'],
    'another version': ['GET / HTTP/9.9\r\n\r\n', 400, 'bad_request'],
    'HTTP/2': ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'bad_request'],
    'lines without a carriage return': ['GET /health HTTP/1.1\nHost: x\n\n', 400, 'bad_request'],
    'a method that is none': ['FOO /health HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'bad_request'],
    'a method in small letters': ['get /health HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'bad_request'],
    'an address with a space': ['GET /he alth HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'bad_request'],
    'no host': ['GET /health HTTP/1.1\r\n\r\n', 400, 'bad_request'],
    'no host, and a payload': [track('Content-Length: 2'), 400, 'bad_request'],
    'no host, and an address that is none': ['GET /nothing HTTP/1.1\r\nA: b\r\n\r\n', 400, 'bad_request'],
    'no host, and a way to change': [get('Connection: Upgrade\r\nUpgrade: websocket'), 400, 'bad_request'],
    'a header with a NUL': [get('Host: x\r\nA: b\0'), 400, 'bad_request'],
    'a header that is folded': [get('Host: x\r\n folded: y'), 400, 'bad_request'],
    'a length that is none': [track('Host: x\r\nContent-Length: x'), 400, 'bad_request'],
    'a length below zero': [track('Host: x\r\nContent-Length: -2'), 400, 'bad_request'],
    'a length without an end': [track(`Host: x\r\nContent-Length: ${'9'.repeat(30)}`), 400, 'bad_request'],
    'two lengths': [track('Host: x\r\nContent-Length: 2\r\nContent-Length: 3'), 400, 'bad_request'],
    'a length and chunks': [
      track('Host: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked'),
      400,
      'bad_request',
    ],
    'a transfer that does not end in chunks': [
      track('Host: x\r\nTransfer-Encoding: chunked, gzip'),
      400,
      'bad_request',
    ],
    'a chunk without a length': [
      track('Host: x\r\nTransfer-Encoding: chunked', '5\r\n{"a":\r\nnot a length\r\n'),
      400,
      'bad_request',
    ],
    'a chunk with too much beside it': [
      track('Host: x\r\nTransfer-Encoding: chunked', `5;${'x'.repeat(100_000)}\r\n`),
      413,
      'payload_too_large',
    ],
    CONNECT: ['CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'bad_request'],
    'CONNECT without a host': ['CONNECT example.com:443 HTTP/1.1\r\n\r\n', 400, 'bad_request'],
    'CONNECT, and more behind it': [
      'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\nmore',
      400,
      'bad_request',
    ],
    'an expectation nobody meets': [
      track('Host: x\r\nExpect: miracles\r\nContent-Length: 2'),
      417,
      'expectation_failed',
    ],
    'headers that are too long': [get(`Host: x\r\nX-Long: ${'x'.repeat(100_000)}`), 431, 'headers_too_large'],
    'too many headers': [get(`Host: x\r\n${many(5000, 'a: b')}`), 431, 'headers_too_large'],
    'an address that is too long': [
      `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
      431,
      'headers_too_large',
    ],
  };
  for (const [what, [bytes, status, code]] of Object.entries(NEVER_HANDLED)) {
    it(`${status} for ${what}: refused with a regular error body, and the connection is closed`, async () => {
      const answer = await send(bytes).closed;
      assert.deepEqual(refusal(answer), [status, code]);
      assert.match(answer, /^connection: close\r$/im);
      assert.match(answer, /^content-type: application\/json/im);
      assert.match(answer, /^x-content-type-options: nosniff\r$/im);
    });
  }

  /** Odd but valid HTTP, handled as any request. */
  const HANDLED: Record<string, [bytes: string, status: number]> = {
    'HTTP/1.0 without a host': ['GET /health HTTP/1.0\r\n\r\n', 200],
    'an offer to change to another protocol': [
      get('Host: x\r\nConnection: close, Upgrade\r\nUpgrade: websocket'),
      200,
    ],
    'a whole address': ['GET http://x/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 200],
    'a rare method': ['PROPFIND /track HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 405],
    'no address in particular': ['OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 404],
  };
  for (const [what, [bytes, status]] of Object.entries(HANDLED)) {
    it(`${status} for ${what}: accepted as valid HTTP`, async () => {
      const answer = await send(bytes).closed;
      assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `));
      if (status >= 400) assert.equal(refusal(answer)[0], status);
    });
  }

  it('400: a client without a Host header that waits for 100 Continue gets a response', async () => {
    const answer = await send(track('Expect: 100-continue\r\nContent-Length: 2', '')).closed;
    assert.deepEqual(refusal(answer.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '')), [400, 'bad_request']);
  });

  it('200: a client that half-closes after the last byte still gets its response', async () => {
    const body = bytesOf(payloadOf());
    const { socket, closed } = post('/track', `Content-Length: ${body.length}`, body);
    socket.end();
    assert.match(await closed, /^HTTP\/1\.1 200 .*"status":"ok"/s);
  });

  it('400: a client that half-closes in the middle of its body gets a response', async () => {
    const { socket, closed } = post('/track', 'Content-Length: 100', '{"half":');
    socket.end();
    assert.deepEqual(refusal(await closed), [400, 'bad_request']);
  });

  it('26 connections that hold back the last byte of 10 MiB do not block other clients', async () => {
    const head = Buffer.alloc(10 * MIB - 1, 0x20);
    head.write('{');
    const idle = Array.from({ length: 26 }, () => post('/track', `Content-Length: ${10 * MIB}`, head));
    for (const { closed } of idle) closed.catch(() => {});
    const large = bytesOf(payloadOf('openai', 'chat', { padding: 'x'.repeat(3 * MIB) }));
    for (let i = 0; i < 20; i++) assert.equal((await server.post(bytesOf(payloadOf()))).status, 200);
    await eventually('a large payload is accepted', async () => (await server.post(large)).status === 200);
    for (const { socket } of idle) socket.destroy();
  });
});
