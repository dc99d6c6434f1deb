import assert from 'node:assert/strict';
import { createServer, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { eventually } from '../../../test/support/eventually.ts';
import { listen } from '../../../test/support/listen.ts';
import { ApiError } from '../../base/errors.ts';
import { ClientGone, checkContentType, withBody } from './read-body.ts';
import { Uploads } from './uploads.ts';

const LIMIT = 100_000;
const BUDGET = 1_000_000;

type Outcome = { code: string } | { bytes: number };

/** A server that responds with the outcome of reading each body. */
async function reading(t: TestContext, use: (body: Buffer) => Promise<void> = async () => {}) {
  const uploads = new Uploads({ bytes: BUDGET });
  const outcomes: (Outcome | 'gone' | 'failed')[] = [];
  let open = 0;
  const server = createServer(async (request, response) => {
    open++;
    let outcome: Outcome | 'gone' | 'failed';
    try {
      checkContentType(request);
      const limits = { maxBytes: LIMIT, uploads, addressOf: () => 'somewhere' };
      outcome = await withBody(request, limits, {
        onPiece: () => {},
        async use(body) {
          await use(body);
          return { bytes: body.length };
        },
      });
    } catch (error) {
      if (error instanceof ApiError) outcome = { code: error.code };
      else outcome = error instanceof ClientGone ? 'gone' : 'failed';
    }
    outcomes.push(outcome);
    response.end(JSON.stringify(outcome));
    request.resume();
    open--;
  });
  const port = await listen(t, server);
  return {
    uploads,
    outcomes,
    port,
    open: () => open,
    quiet: () => eventually('no body is being read', () => open === 0),
    post: (body: Buffer, headers: IncomingHttpHeaders = {}) => post(port, body, headers),
  };
}

function post(port: number, body: Buffer, headers: IncomingHttpHeaders): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ port, host: '127.0.0.1', method: 'POST', headers }, async (response) => {
      const chunks = await response.toArray();
      resolve(JSON.parse(Buffer.concat(chunks).toString()));
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** Opens a connection and sends these bytes, and nothing else. */
function send(port: number, text: string): Socket {
  const socket = connect(port, '127.0.0.1', () => socket.write(text));
  socket.on('error', () => {});
  socket.resume();
  return socket;
}

/** Everything that was reserved has been released. */
function assertReleased({ held, open }: Uploads): void {
  assert.deepEqual([held, open], [0, 0]);
}

const TEXT = Buffer.from('{"hello":"world"}'.repeat(100));

for (const [encoding, compress] of [
  ['gzip', gzipSync],
  ['x-gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['zstd', zstdCompressSync],
  ['GZIP', gzipSync],
  ['identity', (body: Buffer) => body],
] as const) {
  test(`a body in ${encoding} is decompressed`, async (t) => {
    const bodies: string[] = [];
    const { uploads, post } = await reading(t, async (body) => void bodies.push(body.toString()));
    assert.deepEqual(await post(compress(TEXT), { 'content-encoding': encoding }), { bytes: TEXT.length });
    assert.deepEqual(bodies, [TEXT.toString()]);
    assertReleased(uploads);
  });
}

test('a body of exactly the limit is accepted, and one byte more is refused', async (t) => {
  const { uploads, post } = await reading(t);
  assert.deepEqual(await post(Buffer.alloc(LIMIT)), { bytes: LIMIT });
  assert.deepEqual(await post(Buffer.alloc(LIMIT + 1)), { code: 'payload_too_large' });
  assert.deepEqual(await post(gzipSync(Buffer.alloc(LIMIT)), { 'content-encoding': 'gzip' }), {
    bytes: LIMIT,
  });
  assertReleased(uploads);
});

test('a 50 MB decompression bomb is refused, however small it is compressed', async (t) => {
  const { uploads, post } = await reading(t);
  const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024));
  assert.ok(bomb.length < LIMIT);
  assert.deepEqual(await post(bomb, { 'content-encoding': 'gzip' }), { code: 'payload_too_large' });
  assertReleased(uploads);
});

test('the limit applies to the decompressed body, in every encoding', async (t) => {
  const { uploads, post } = await reading(t);
  const large = Buffer.alloc(LIMIT + 1);
  for (const [encoding, compress] of [
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
  ] as const) {
    const small = compress(large);
    assert.deepEqual(await post(small, { 'content-encoding': encoding }), { code: 'payload_too_large' });
  }
  assertReleased(uploads);
});

test('a body that is not in its declared encoding is refused as unreadable', async (t) => {
  const { uploads, post } = await reading(t);
  for (const encoding of ['gzip', 'deflate', 'br', 'zstd']) {
    assert.deepEqual(await post(Buffer.from('{"not":"compressed"}'), { 'content-encoding': encoding }), {
      code: 'invalid_json',
    });
  }
  assert.deepEqual(await post(gzipSync(TEXT).subarray(0, -9), { 'content-encoding': 'gzip' }), {
    code: 'invalid_json',
  });
  assertReleased(uploads);
});

test('an unknown encoding is refused', async (t) => {
  const { uploads, post } = await reading(t);
  for (const encoding of ['lzma', 'gzip, br', 'toString', '__proto__']) {
    assert.deepEqual(await post(TEXT, { 'content-encoding': encoding }), { code: 'unsupported_media_type' });
  }
  assertReleased(uploads);
});

test('the content type may be JSON, a +json type, plain text, or absent', async (t) => {
  const { post } = await reading(t);
  const types = [
    'application/json',
    'Application/JSON; charset=utf-8',
    'application/x+json',
    'text/plain',
    '',
  ];
  for (const type of types) {
    assert.deepEqual(await post(TEXT, { 'content-type': type }), { bytes: TEXT.length });
  }
  for (const type of ['text/html', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    assert.deepEqual(await post(TEXT, { 'content-type': type }), { code: 'unsupported_media_type' });
  }
});

test('a Content-Length above the limit is refused before the body is read', async (t) => {
  const { uploads, outcomes, port, quiet } = await reading(t);
  const socket = send(port, `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${LIMIT + 1}\r\n\r\n`);
  await eventually('the request is refused', () => outcomes.length === 1);
  assert.deepEqual(outcomes, [{ code: 'payload_too_large' }]);
  socket.destroy();
  await quiet();
  assertReleased(uploads);
});

test('a body without a length is refused once it exceeds the limit', async (t) => {
  const { uploads, outcomes, port, quiet } = await reading(t);
  const chunk = `${(20_000).toString(16)}\r\n${'x'.repeat(20_000)}\r\n`;
  const socket = send(
    port,
    `POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(6)}`,
  );
  await eventually('the request is refused', () => outcomes.length === 1);
  assert.deepEqual(outcomes, [{ code: 'payload_too_large' }]);
  socket.destroy();
  await quiet();
  assertReleased(uploads);
});

test('a client that disconnects in the middle of its body leaves nothing behind', async (t) => {
  const { uploads, outcomes, port, open, quiet } = await reading(t);
  const sockets = Array.from({ length: 20 }, (_, i) =>
    send(port, `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 50000\r\n\r\n${'x'.repeat(i * 1000)}`),
  );
  await eventually('all of them are being read', () => open() === sockets.length);
  for (const socket of sockets) socket.destroy();
  await quiet();
  assert.deepEqual(outcomes, Array(sockets.length).fill('gone'));
  assertReleased(uploads);
});

test('a slow client does not delay others', async (t) => {
  const { port, post, outcomes } = await reading(t);
  const slow = send(port, 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 50000\r\n\r\nhalf of it');
  assert.deepEqual(await post(TEXT), { bytes: TEXT.length });
  assert.equal(outcomes.length, 1);
  slow.destroy();
});

test('the memory of a body is released when its handler fails', async (t) => {
  const { uploads, post } = await reading(t, async () => {
    throw new Error('a bug');
  });
  assert.equal(await post(TEXT), 'failed');
  assert.equal(await post(gzipSync(TEXT), { 'content-encoding': 'gzip' }), 'failed');
  assertReleased(uploads);
});

test('an empty body is accepted, compressed or not', async (t) => {
  const { uploads, post } = await reading(t);
  assert.deepEqual(await post(Buffer.alloc(0)), { bytes: 0 });
  assert.deepEqual(await post(gzipSync(Buffer.alloc(0)), { 'content-encoding': 'gzip' }), { bytes: 0 });
  assertReleased(uploads);
});
