import assert from 'node:assert/strict';
import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { eventually } from '../../../test/support/eventually.ts';
import { EventStream } from './event-stream.ts';

const EVENT = Buffer.from(`data: ${'x'.repeat(100_000)}\n\n`);

describe('an event stream', () => {
  it('begins at once, says when to retry, and sends a heartbeat every 15 seconds', async (test) => {
    test.mock.timers.enable({ apis: ['setInterval'] });
    const { client } = await connect(test);
    let text = '';
    client.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    assert.equal(client.headers['content-type'], 'text/event-stream; charset=utf-8');
    assert.equal(client.headers['x-accel-buffering'], 'no');
    await eventually('it has begun', () => text === 'retry: 2000\n\n');
    test.mock.timers.tick(30_000);
    await eventually('it has sent two heartbeats', () => text === 'retry: 2000\n\n:\n\n:\n\n');
  });

  it('disconnects a client that does not read, and no other', async (test) => {
    const { stream, client } = await connect(test);
    const reading = await connect(test);
    let read = 0;
    reading.client.on('data', (part: Buffer) => {
      read += part.length;
    });
    let sent = 0;
    await eventually('the silent one was ended', async () => {
      stream.send(EVENT);
      reading.stream.send(EVENT);
      sent++;
      await eventually('the other one has read it', () => read >= sent * EVENT.length);
      return stream.closed;
    });
    assert.equal(reading.stream.closed, false);
    await assert.rejects(async () => {
      for await (const _ of client);
    }, /aborted|ECONNRESET/);
  });

  it('waits for a client that catches up, until it has read or is gone', async (test) => {
    const { stream, client } = await connect(test);
    let waiting = true;
    let sent = 0;
    const sending = (async () => {
      for (; sent < 200; sent++) {
        await stream.room();
        stream.send(EVENT);
      }
      waiting = false;
    })();
    await eventually('it waits', async () => {
      const before = sent;
      for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate);
      return sent === before;
    });
    assert.ok(waiting && !stream.closed);
    client.resume();
    await sending;
    assert.equal(stream.closed, false);
    client.destroy();
    await eventually('it is closed', () => stream.closed);
    await stream.room();
  });

  it('ends for a client that closes its side', async (test) => {
    const { stream, client } = await connect(test);
    client.resume().socket.end();
    await eventually('it is closed', () => stream.closed);
  });

  it('ends in an orderly way for a client that has read everything', async (test) => {
    const { stream, client } = await connect(test);
    const chunks: string[] = [];
    client.setEncoding('utf8').on('data', (part: string) => chunks.push(part));
    await eventually('it has begun', () => chunks.length > 0);
    stream.end();
    await eventually('it is complete', () => client.complete);
  });
});

type HalfOpen = Server & { httpAllowHalfOpen?: boolean };

async function connect(test: TestContext): Promise<{ stream: EventStream; client: IncomingMessage }> {
  const { promise: asked, resolve: answer } = Promise.withResolvers<ServerResponse>();
  const server: HalfOpen = createServer((_request, response) => answer(response));
  // Like the app's server, where a client that closes its side still reads.
  server.httpAllowHalfOpen = true;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  test.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const { promise: answered, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const request = get({ host: '127.0.0.1', port, agent: false }, resolve).on('error', reject);
  const stream = new EventStream(await asked);
  const client = await answered;
  request.off('error', reject).on('error', () => {});
  return { stream, client };
}
