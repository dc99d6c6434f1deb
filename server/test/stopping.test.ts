import assert from 'node:assert/strict';
import { type AddressInfo, createServer } from 'node:net';
import { test } from 'node:test';
import { eventually } from './support/eventually.ts';
import { bytesOf, payloadOf } from './support/payloads.ts';
import { startServer } from './support/server-process.ts';
import { openTail } from './support/tail.ts';
import { tempFolder } from './support/temp-folder.ts';

const GRACE_S = 1;

test('a server stops soon, even if clients wait for a hanging store', async (test) => {
  let asked = 0;
  const hanging = createServer((socket) => {
    socket.on('data', () => asked++).on('error', () => {});
    test.after(() => socket.destroy());
  });
  await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve));
  test.after(() => hanging.close());
  const { port } = hanging.address() as AddressInfo;
  const server = await startServer({
    data: await tempFolder(),
    clickhouseUrl: `http://127.0.0.1:${port}/parley`,
    env: { PARLEY_GRACE: String(GRACE_S) },
  });
  test.after(() => server.signal('SIGKILL'));

  const readers = ['/v1/interactions', '/v1/users', '/v1/export'].map((path) =>
    assert.rejects(server.get(path), 'it is cut off'),
  );
  const tail = await openTail(server);
  const { status } = await server.post(bytesOf(payloadOf()));
  assert.equal(status, 200);
  // The readers of a thread first share one query for the table layout.
  await eventually('the drain, the tail and the readers have sent queries', () => asked >= 3, 60_000);

  const stopping = performance.now();
  server.signal('SIGTERM');
  await Promise.all(readers);
  assert.equal(await tail.ended, true);
  assert.equal(await server.ended, 0);
  const took = performance.now() - stopping;
  assert.ok(took < 20_000, `it took ${Math.round(took)} ms`);
});
