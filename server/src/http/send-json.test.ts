import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { eventually } from '../../test/support/eventually.ts';
import { ApiError } from '../base/errors.ts';
import { JsonSender } from './send-json.ts';

const LARGE = Buffer.from(JSON.stringify({ text: 'a river, '.repeat(2_000_000) }));

describe('serialised JSON', () => {
  it('arrives complete, small or large, with its length and type', async (test) => {
    const small = Buffer.from('{"status":"ok"}');
    for (const bytes of [small, LARGE]) {
      const response = await asked(await serve(test, new JsonSender(), bytes));
      assert.equal(response.headers['content-type'], 'application/json; charset=utf-8');
      assert.equal(response.headers['content-length'], String(bytes.length));
      assert.deepEqual(Buffer.concat(await response.toArray()), bytes);
    }
  });

  it('is refused while too much waits for clients that do not read, but not to other clients', async (test) => {
    const url = await serve(test, new JsonSender(LARGE.length * 4), LARGE);
    const slow = [await asked(url), await asked(url)];
    assert.equal((await asked(url)).statusCode, 503);
    const other = await asked(`${url}?asker=other`);
    assert.equal(other.statusCode, 200);
    assert.equal((await asked(`${url}?asker=other`)).statusCode, 503);
    other.destroy();
    slow[0]?.destroy();
    await eventually('another response is accepted', async () => {
      const response = await asked(url);
      response.resume();
      return response.statusCode === 200;
    });
    // A single response is sent, however large.
    const alone = await asked(await serve(test, new JsonSender(1), LARGE));
    assert.equal(Buffer.concat(await alone.toArray()).length, LARGE.length);
  });

  it('waits for nobody once its client has gone', async (test) => {
    const sender = new JsonSender(LARGE.length);
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    const url = await listen(test, async (request, reply) => {
      if (request.url === '/gone') await once(reply.raw, 'close');
      // As long as anything waits, a second one is refused.
      for (let i = 0; i < 2; i++) sender.hold(reply, 'asker', LARGE.length);
      resolve();
      return 'held';
    });
    const aborted = new AbortController();
    const gone = fetch(`${url}/gone`, { signal: aborted.signal });
    setTimeout(() => aborted.abort(), 100);
    await assert.rejects(gone);
    await closed;
    assert.equal((await asked(await serve(test, sender, LARGE))).statusCode, 200);
  });

  it('counts any number of lines with one listener', async (test) => {
    const sender = new JsonSender(LARGE.length);
    const url = await listen(test, async (request, reply) => {
      for (let i = 0; i < 20; i++) sender.hold(reply, request.url, 1);
      return reply.send(String(reply.raw.listenerCount('close')));
    });
    const before = await listen(test, async (_, reply) => String(reply.raw.listenerCount('close')));
    const count = async (from: string) => Number(await (await fetch(from)).text());
    assert.equal(await count(url), (await count(before)) + 1);
    // All of them are released: a single large response is not the first otherwise.
    assert.equal((await asked(await serve(test, sender, LARGE))).statusCode, 200);
  });
});

function serve(test: TestContext, sender: JsonSender, bytes: Uint8Array): Promise<string> {
  return listen(test, async (request, reply) => sender.send(reply, bytes, request.url));
}

async function listen(
  test: TestContext,
  answer: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): Promise<string> {
  const app = Fastify({ forceCloseConnections: true });
  app.setErrorHandler((error, _request, reply) =>
    reply.status(error instanceof ApiError ? error.status : 500).send(''),
  );
  app.get('/*', answer);
  test.after(() => app.close());
  return app.listen({ host: '127.0.0.1', port: 0 });
}

/** The head of the response; its body waits. */
function asked(url: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(url, { agent: false }, (response) => resolve(response.on('error', () => {}))).on('error', reject);
  });
}
