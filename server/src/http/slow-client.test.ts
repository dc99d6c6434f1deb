import assert from 'node:assert/strict';
import { createServer, get, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../../test/support/eventually.ts';
import { listen } from '../../test/support/listen.ts';
import { endWhenSlow } from './slow-client.ts';

const PACE = { bytes: 64 * 1024, withinMs: 200 };
const PIECE = Buffer.alloc(64 * 1024, 'x');

describe('a client', () => {
  it('is cut off when it takes next to nothing of what waits for it', async (test) => {
    const { response, closed } = await served(test, endless());
    response.pause();
    await eventually('it is cut off', () => closed.length === 1);
  });

  it('keeps its connection while it reads, and while there is nothing to read', async (test) => {
    const reads = await served(test, endless());
    reads.response.resume();
    const waits = await served(test, silent());
    waits.response.resume();
    // Some times as long as a slow one would have had.
    await sleep(5 * PACE.withinMs);
    assert.deepEqual([...reads.closed, ...waits.closed], []);
  });
});

async function served(test: TestContext, body: AsyncIterable<Buffer>) {
  const closed: boolean[] = [];
  const server = createServer((_request, response) => {
    endWhenSlow(response, PACE);
    response.on('close', () => closed.push(true));
    Readable.from(body, { objectMode: false }).pipe(response);
  });
  const port = await listen(test, server);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ port, host: '127.0.0.1', agent: false }, resolve).on('error', reject);
  });
  response.on('error', () => {});
  test.after(() => response.destroy());
  return { response, closed };
}

async function* endless() {
  for (;;) yield PIECE;
}

async function* silent() {
  yield PIECE;
  await new Promise(() => {});
}
