/** What a client sees of an answer when it sends too much, too slowly, or no HTTP at all. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { ErrorBody } from '@parley/contract';
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

  /** Sends these bytes; `closed` has all that came back once the connection is closed, and fails if it is reset. */
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

  /** The status of an answer, and its body, which every refusal has. */
  function refusal(answer: string): [number, string] {
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    const { code } = ErrorBody.parse(JSON.parse(body));
    return [Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]), code];
  }

  const post = (path: string, headers: string, body: string | Buffer) =>
    send(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers}\r\n\r\n`, body);

  for (const path of ['/track', '/v1/query', '/v1/auth/sign-in', '/nothing']) {
    it(`413 at ${path}: a client that closes its connections, and sends 5 % too much, reads the answer`, async () => {
      const body = Buffer.alloc(path === '/track' ? 10.5 * MIB : 1.05 * MIB, 0x20);
      const { closed } = post(path, `Connection: close\r\nContent-Length: ${body.length}`, body);
      const answer = await closed;
      assert.match(answer, /^HTTP\/1\.1 4\d\d /);
      const [status, code] = refusal(answer);
      if (path === '/track') assert.deepEqual([status, code], [413, 'payload_too_large']);
    });
  }

  it('401: wrong keys in a large payload are refused before the rest of it came', async () => {
    const start = `{"reconify":{"appKey":"x","apiKey":"y"},"request":"${'x'.repeat(100_000)}`;
    const { socket } = post('/track', `Content-Length: ${10 * MIB}`, start);
    let answer = '';
    socket.on('data', (text) => {
      answer += text;
    });
    await eventually('it is refused', () => answer.includes('invalid_credentials'));
    socket.destroy();
  });

  it('408: headers that do not come, and bodies that stop coming', async () => {
    const half = '{"half":';
    const slow = [
      send('GET /health HTTP/1.1\r\nHost:'),
      post('/track', 'Content-Length: 1000', half),
      post('/track', 'Transfer-Encoding: chunked', `${half.length}\r\n${half}\r\n`),
      post('/v1/auth/sign-in', 'Content-Length: 1000', half),
    ];
    for (const { closed } of slow) assert.deepEqual(refusal(await closed), [408, 'request_timeout']);
  });

  it('417: an expectation nobody meets', async () => {
    const { closed } = send(
      'POST /track HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\nContent-Length: 2\r\n\r\n{}',
    );
    assert.deepEqual(refusal(await closed), [417, 'expectation_failed']);
  });

  it('431: headers that are too long', async () => {
    const { closed } = send(`GET /health HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(100_000)}\r\n\r\n`);
    assert.deepEqual(refusal(await closed), [431, 'headers_too_large']);
  });

  it('400: what is no HTTP, or stops being it in the middle of a body', async () => {
    const chunked = 'POST /track HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';
    for (const bytes of [
      'nonsense\r\n\r\n',
      'GET / HTTP/9.9\r\n\r\n',
      'POST /track HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n',
      'POST /track HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      `${chunked}5\r\n{"a":\r\nnot a length\r\n`,
    ]) {
      assert.deepEqual(refusal(await send(bytes).closed), [400, 'bad_request'], bytes);
    }
  });

  it('200: a client that closes its side after the last byte still gets its answer', async () => {
    const body = bytesOf(payloadOf());
    const { socket, closed } = post('/track', `Content-Length: ${body.length}`, body);
    socket.end();
    assert.match(await closed, /^HTTP\/1\.1 200 .*"status":"ok"/s);
  });

  it('400: a client that closes its side in the middle of its body is told', async () => {
    const { socket, closed } = post('/track', 'Content-Length: 100', '{"half":');
    socket.end();
    assert.deepEqual(refusal(await closed), [400, 'bad_request']);
  });

  it('26 connections that hold all but a byte of 10 MiB turn nobody away', async () => {
    const head = Buffer.alloc(10 * MIB - 1, 0x20);
    head.write('{');
    const idle = Array.from({ length: 26 }, () => post('/track', `Content-Length: ${10 * MIB}`, head));
    for (const { closed } of idle) closed.catch(() => {});
    const large = bytesOf(payloadOf('openai', 'chat', { padding: 'x'.repeat(3 * MIB) }));
    for (let i = 0; i < 20; i++) assert.equal((await server.post(bytesOf(payloadOf()))).status, 200);
    await eventually('a large payload is taken', async () => (await server.post(large)).status === 200);
    for (const { socket } of idle) socket.destroy();
  });
});
