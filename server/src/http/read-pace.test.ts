import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../../test/support/eventually.ts';
import { enforceReadPace, type Pace } from './read-pace.ts';

const CHUNK_BYTES = 16 * 1024;
const PACE: Pace = { bytes: 64 * 1024, looks: 5, lookMs: 20 };
/** More than sockets buffer for a client that does not read. */
const LARGE = 64 * 1024 * 1024;

function sendInPieces(response: ServerResponse, bytes: number): void {
  const pieces = function* () {
    for (let sent = 0; sent < bytes; sent += CHUNK_BYTES) yield Buffer.alloc(CHUNK_BYTES);
  };
  Readable.from(pieces(), { objectMode: false }).pipe(response);
}

async function answering(t: TestContext, answer: (response: ServerResponse) => void | Promise<void>) {
  const server = createServer((_request, response) => {
    enforceReadPace(response, PACE);
    void answer(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return (): { socket: Socket; taken: () => number } => {
    const socket = connect(port, '127.0.0.1');
    let taken = 0;
    socket.on('data', (chunk) => {
      taken += chunk.length;
    });
    socket.on('error', () => {});
    socket.pause();
    socket.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n');
    t.after(() => socket.destroy());
    return { socket, taken: () => taken };
  };
}

test('clients that read nothing, or a byte now and then, are disconnected, however many there are', async (t) => {
  const responses: ServerResponse[] = [];
  const ask = await answering(t, (response) => {
    responses.push(response);
    sendInPieces(response, LARGE / 16);
  });
  const clients = Array.from({ length: 20 }, ask);
  await eventually('all are answered', () => responses.length === clients.length);
  const sipping = setInterval(() => {
    for (const { socket } of clients.slice(10)) socket.read(1);
  }, 5);
  t.after(() => clearInterval(sipping));
  await eventually('all are disconnected', () => responses.every(({ destroyed }) => destroyed));
});

test('a client that reads slowly but enough gets everything', async (t) => {
  const ask = await answering(t, (response) => sendInPieces(response, LARGE / 4));
  const { socket, taken } = ask();
  while (taken() < LARGE / 4 && !socket.destroyed) {
    socket.resume();
    await once(socket, 'data');
    socket.pause();
    await sleep(PACE.lookMs / 10);
  }
  assert.ok(taken() >= LARGE / 4);
});

test('a client that waits for the server is not slow', async (t) => {
  const ask = await answering(t, async (response) => {
    response.write('first');
    await sleep(PACE.lookMs * PACE.looks * 3);
    response.end('last');
  });
  const { socket } = ask();
  let said = '';
  socket.setEncoding('latin1').on('data', (text) => {
    said += text;
  });
  socket.resume();
  await eventually('the client has read to the end', () => said.includes('last') || socket.destroyed);
  assert.match(said, /last/);
});
