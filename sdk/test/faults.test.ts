/**
 * Parley is down, slow or faulty: the program does not notice, and every payload that was not dropped arrives
 * once.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { ListedInteraction } from '@parley/contract';
import { storedInteractions } from '../../server/test/support/all-stored.ts';
import { eventually } from '../../server/test/support/eventually.ts';
import { ledgerTotals } from '../../server/test/support/ledger-totals.ts';
import { listen } from '../../server/test/support/listen.ts';
import { startServer, type TestServer } from '../../server/test/support/server-process.ts';
import { storeProxy } from '../../server/test/support/store-proxy.ts';
import { tempFolder } from '../../server/test/support/temp-folder.ts';
import { Parley, type ParleyError, type ParleyOptions } from '../src/index.ts';
import { Door, type Trouble } from './support/door.ts';
import { modelServer } from './support/model-server.ts';

const STORED_MS = 60_000;
const CALLS = 20;

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/**
 * Retained memory in bytes: the minimum of several readings, since freed memory is not accounted for at once.
 */
async function used(): Promise<number> {
  const readings: number[] = [];
  for (let i = 0; i < 5; i++) {
    collect();
    await sleep(20);
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    readings.push(heapUsed + arrayBuffers);
  }
  return Math.min(...readings);
}

describe('when Parley is unavailable', () => {
  let server: TestServer;
  let models: string;
  const cleanups: (() => void | Promise<void>)[] = [];

  before(async () => {
    const cleanup = { after: (clean: () => void | Promise<void>) => void cleanups.push(clean) };
    models = `http://127.0.0.1:${await listen(cleanup, modelServer())}`;
    const store = await storeProxy(cleanup);
    server = await startServer({ data: await tempFolder(), clickhouseUrl: store.url });
  });

  after(async () => {
    await server.stop();
    for (const cleanup of cleanups) await cleanup();
  });

  /** The response text. */
  async function call(fetch: typeof globalThis.fetch, content = 'Hi'): Promise<string> {
    const body = JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content }] });
    const response = await fetch(`${models}/v1/chat/completions`, { method: 'POST', body });
    return response.text();
  }

  async function behindDoor(t: TestContext, trouble: Trouble, options: ParleyOptions = {}) {
    const door = new Door(server.url);
    door.trouble = trouble;
    const errors: ParleyError[] = [];
    const url = `http://127.0.0.1:${await listen(t, door.server)}`;
    const parley = new Parley({ url, ...server.keys, onError: (error) => errors.push(error), ...options });
    t.after(() => parley.close(0));
    return { door, parley, errors };
  }

  const passing: [name: string, trouble: Trouble][] = [
    ['is down', 'down'],
    ['never answers', 'hanging'],
    ['answers 500', { status: 500, body: 'Oops' }],
    ['answers 503 with Retry-After', { status: 503, body: '{}', retryAfter: '1' }],
    ['answers 429', { status: 429, body: '{}' }],
    ['answers garbage', { status: 200, body: '<html>Sign in to the Wi-Fi</html>' }],
    ['drops its responses', 'answer lost'],
  ];
  for (const [name, trouble] of passing) {
    it(`and ${name}, calls succeed, and payloads arrive once after it recovers`, async (t) => {
      const { door, parley, errors } = await behindDoor(t, trouble, { timeout: 300 });
      const expected = await call(fetch);
      await parley.with({ session: name }, async () => {
        for (let i = 0; i < CALLS; i++) assert.equal(await call(parley.fetch), expected);
      });
      assert.equal(await parley.flush(700), false);
      assert.deepEqual(new Set(errors.map(({ code }) => code)), new Set(['unreachable']));
      assert.ok(door.asked.length < 12, `${door.asked.length} attempts during the outage`);
      door.trouble = 'none';
      assert.equal(await parley.flush(), true);
      assert.equal(parley.counts.sent, CALLS);
      assert.deepEqual([parley.counts.dropped, parley.counts.refused, parley.counts.waiting], [0, 0, 0]);
    });
  }

  it('every payload of the outages above is stored once', async () => {
    await eventually(
      'the journal is drained',
      async () => (await ledgerTotals(server)).waiting === 0,
      STORED_MS,
    );
    const sessions = (await storedInteractions(server)).map(({ session }) => session);
    for (const [name] of passing) assert.equal(sessions.filter((each) => each === name).length, CALLS, name);
    const { received, stored, duplicate, rejected } = await ledgerTotals(server);
    assert.deepEqual([stored, rejected], [passing.length * CALLS, 0]);
    assert.equal(received, stored + duplicate);
    assert.ok(duplicate > 0, 'lost responses cause duplicates');
  });

  it('a wrong key does not affect calls, and each refusal is reported', async (t) => {
    const wrong = { ...server.keys, apiKey: 'sk_wrong_key_of_somebody' };
    const { parley, errors } = await behindDoor(t, 'none', wrong);
    const expected = await call(fetch);
    for (let i = 0; i < 3; i++) assert.equal(await call(parley.fetch), expected);
    assert.equal(await parley.flush(), true);
    assert.deepEqual(
      errors.map(({ code, status, reason }) => [code, status, reason]),
      Array(3).fill(['refused', 401, 'invalid_credentials']),
    );
    assert.equal(parley.counts.refused, 3);
    const told = JSON.stringify(errors.map((error) => [error.message, error.stack, { ...error }]));
    assert.doesNotMatch(told, /sk_wrong|pk_/);
  });

  it('the queue stays within its limits over ten thousand calls, and dropped payloads are counted', async (t) => {
    const { parley, errors } = await behindDoor(t, 'hanging', { maxQueued: 200, timeout: 60_000 });
    const filler = 'x'.repeat(10_000);
    const answers = async () => new Response(JSON.stringify({ choices: [], filler }));
    const quick = new Parley({
      ...{ url: 'http://127.0.0.1:9', ...server.keys, maxQueuedBytes: 1_000_000 },
      ...{ fetch: answers, onError: (error) => errors.push(error) },
    });
    t.after(() => quick.close(0));
    const before = await used();
    for (let i = 0; i < 10_000; i++) await call(quick.fetch);
    await quick.flush(0);
    const { waiting, dropped, sent } = quick.counts;
    assert.equal(waiting + dropped + sent, 10_000);
    assert.ok(waiting <= 100, `${waiting} payloads queued`);
    const told = errors.filter(({ code }) => code === 'dropped').reduce((sum, { count }) => sum + count, 0);
    assert.equal(told, dropped);
    const grown = (await used()) - before;
    assert.ok(grown < 20e6, `memory grew by ${grown} bytes`);
    for (let i = 0; i < 300; i++) await call(parley.fetch);
    await parley.flush(0);
    assert.deepEqual([parley.counts.waiting, parley.counts.dropped], [200, 100]);
  });

  it('track rejects with the reason when Parley refuses the payload', async (t) => {
    const { parley } = await behindDoor(t, 'none');
    const exchange = {
      format: 'openai',
      type: 'chat',
      request: { model: 'm', messages: [] },
      response: { choices: [] },
    } as const;
    const refused = parley.track({ ...exchange, request: { model: 'm' } });
    await assert.rejects(refused, (error: ParleyError) => {
      assert.deepEqual([error.name, error.code, error.status], ['ParleyError', 'refused', 422]);
      assert.ok(error.issues.some(({ path }) => path === 'request.messages'));
      assert.match(error.requestId ?? '', /^[0-9a-f-]{36}$/);
      return true;
    });
    const kept = await parley.track({ ...exchange, session: 'by hand', idempotencyKey: 'one' });
    const again = await parley.track({ ...exchange, session: 'by hand', idempotencyKey: 'one' });
    assert.deepEqual([kept.duplicate, again.duplicate, again.id], [false, true, kept.id]);
  });

  it('values that are too long or too many are truncated in the record, with a warning', async (t) => {
    const { parley } = await behindDoor(t, 'none');
    const long = 'x'.repeat(300);
    const labels = Object.fromEntries(Array.from({ length: 33 }, (_, i) => [`label-${i + 10}`, long]));
    const contexts = ['a', 'b'].map((end) => ({ session: long + end, user: { userId: long }, labels }));
    for (const context of contexts) await parley.with(context, () => call(parley.fetch));
    assert.equal(await parley.flush(), true);
    assert.deepEqual([parley.counts.sent, parley.counts.refused], [2, 0]);
    const isCut = ({ session }: ListedInteraction) => session?.startsWith(long.slice(0, 200));
    await eventually(
      'the journal is drained',
      async () => (await ledgerTotals(server)).waiting === 0,
      STORED_MS,
    );
    const stored = (await storedInteractions(server)).filter(isCut);
    assert.equal(stored.length, 2);
    assert.equal(new Set(stored.map(({ session }) => session)).size, 2);
    for (const { session, user, labels, warnings } of stored) {
      assert.deepEqual([session?.length, user?.userId?.length], [256, 256]);
      assert.deepEqual([Object.keys(labels ?? {}).length, labels?.['label-10']?.length], [32, 256]);
      const codes = warnings.map(({ path, code }) => `${path} ${code}`);
      for (const code of ['session shortened', 'labels too_many', 'labels.label-10 shortened'])
        assert.ok(codes.includes(code), `${code}: ${codes}`);
    }
  });
});
