import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { Readable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { connect } from './client.ts';

type Asked = { url: URL; authorization: string; body: string };
type Answer = { status?: number; headers?: Record<string, string>; body?: string } | 'break off';

/** A fake ClickHouse that records its requests, except pings. */
async function fakeServer(test: TestContext, answer: () => Answer = () => ({})) {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    if (request.url === '/ping') return response.end('Ok.\n');
    const body = (await Array.fromAsync<Buffer>(request as AsyncIterable<Buffer> & IncomingMessage)).join('');
    asked.push({
      url: new URL(request.url ?? '/', 'http://server'),
      authorization: request.headers.authorization ?? '',
      body,
    });
    const said = answer();
    if (said === 'break off') return response.destroy();
    return response.writeHead(said.status ?? 200, said.headers).end(said.body ?? '{"answer":1}\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  test.after(stop);
  return { asked, stop, host: `127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function clientOf(test: TestContext, ...urls: string[]) {
  const client = connect({ kind: 'remote', url: urls.join(',') });
  test.after(() => client.close());
  const ask = async () => (await client.query({ query: 'SELECT 1', format: 'JSONEachRow' })).json();
  return { client, ask };
}

test('the credentials, settings and database of the address are used', async (test) => {
  const { asked, host } = await fakeServer(test);
  const { ask } = clientOf(test, `http://ann:s%20cret@${host}/log?max_threads=4`);
  await ask();
  const [{ url, authorization } = assert.fail('nothing was asked')] = asked;
  assert.equal(authorization, `Basic ${Buffer.from('ann:s cret').toString('base64')}`);
  assert.equal(url.searchParams.get('max_threads'), '4');
  assert.equal(url.searchParams.get('database'), 'log');
});

test('an https address is contacted by TLS', async (test) => {
  const first = Promise.withResolvers<number | undefined>();
  const server = createTcpServer((socket) =>
    socket.once('data', (data) => {
      first.resolve(data[0]);
      socket.destroy();
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  test.after(() => void server.close());
  const { ask } = clientOf(test, `https://127.0.0.1:${(server.address() as AddressInfo).port}`);
  await assert.rejects(ask());
  // A TLS handshake, not plain text.
  assert.equal(await first.promise, 0x16);
});

test('if a server is unreachable, the next one is used from then on', async (test) => {
  const gone = await fakeServer(test);
  await gone.stop();
  const second = await fakeServer(test);
  const third = await fakeServer(test);
  const { ask } = clientOf(test, ...[gone, second, third].map(({ host }) => `http://u:p@${host}/log`));
  for (let i = 0; i < 3; i++) assert.deepEqual(await ask(), [{ answer: 1 }]);
  assert.deepEqual([second.asked.length, third.asked.length], [3, 0]);
  await second.stop();
  await ask();
  assert.equal(third.asked.length, 1);
});

test('a query fails if no server is reachable', async (test) => {
  const servers = await Promise.all([fakeServer(test), fakeServer(test)]);
  for (const server of servers) await server.stop();
  const { client, ask } = clientOf(test, ...servers.map(({ host }) => `http://${host}`));
  await assert.rejects(ask(), /ECONNREFUSED/);
  assert.equal((await client.ping()).success, false);
});

test('a query that was answered with an error, and a statement that may have run, are not repeated', async (test) => {
  const answers: Answer[] = [
    {
      status: 500,
      headers: { 'X-ClickHouse-Exception-Code': '60' },
      body: 'Code: 60. DB::Exception: No table. (UNKNOWN_TABLE)',
    },
    'break off',
  ];
  const first = await fakeServer(test, () => answers.shift() ?? {});
  const second = await fakeServer(test);
  const { client, ask } = clientOf(test, `http://${first.host}`, `http://${second.host}`);
  await assert.rejects(ask(), /No table/);
  await assert.rejects(client.command({ query: 'ALTER TABLE t DROP COLUMN x' }));
  assert.deepEqual([first.asked.length, second.asked.length], [2, 0]);
  await ask();
  assert.equal(second.asked.length, 1, 'the next query goes to the next server');
});

test('a query whose response was cut off is repeated on the next server', async (test) => {
  const first = await fakeServer(test, () => 'break off');
  const second = await fakeServer(test);
  const { ask } = clientOf(test, `http://${first.host}`, `http://${second.host}`);
  assert.deepEqual(await ask(), [{ answer: 1 }]);
  assert.deepEqual([first.asked.length, second.asked.length], [1, 1]);
});

test('with a single server, a query whose response was cut off is repeated once, and a statement never', async (test) => {
  const answers: Answer[] = ['break off', {}, 'break off', 'break off', {}];
  const server = await fakeServer(test, () => answers.shift() ?? {});
  const { client, ask } = clientOf(test, `http://${server.host}`);
  assert.deepEqual(await ask(), [{ answer: 1 }]);
  await assert.rejects(ask());
  assert.equal(server.asked.length, 4);
  answers.unshift('break off');
  await assert.rejects(client.command({ query: 'ALTER TABLE t DROP COLUMN x' }));
  assert.equal(server.asked.length, 5, 'a statement is sent once');
});

test('an insert goes to a reachable server, complete', async (test) => {
  const gone = await fakeServer(test);
  await gone.stop();
  const second = await fakeServer(test, () => ({ body: '' }));
  const { client } = clientOf(test, `http://${gone.host}`, `http://${second.host}`);
  const pieces = Array.from({ length: 50 }, (_, i) => `${i}\n`);
  const { stream } = await client.exec({
    query: 'INSERT INTO t FORMAT TSV',
    values: Readable.from(pieces, { objectMode: false }),
  });
  stream.resume();
  assert.equal(second.asked[0]?.body, pieces.join(''));
});
