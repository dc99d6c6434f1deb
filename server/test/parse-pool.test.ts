import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { ParsePool } from '../src/ingest/parse-pool.ts';
import type { Told } from './support/pool-worker.ts';

function poolFor(t: TestContext, limits: { timeLimitMs?: number } = {}): ParsePool<Told, string> {
  const pool = new ParsePool<Told, string>(new URL('./support/pool-worker.ts', import.meta.url), limits);
  t.after(() => pool.close());
  return pool;
}

const ANSWER: Told = { do: 'answer', with: 'read' };

for (const [what, told] of Object.entries({
  'ends its thread': { do: 'crash', afterMs: 0 },
  'takes all memory': { do: 'fill', afterMs: 0 },
  'never ends': { do: 'loop' },
} satisfies Record<string, Told>)) {
  test(`a body that ${what} is refused with 413, and those queued behind it are not`, async (t) => {
    const pool = poolFor(t, { timeLimitMs: 3000 });
    const memory = new ArrayBuffer(1000);
    const refused = assert.rejects(pool.ask('hostile', told, [memory]), { code: 'payload_too_large' });
    const behind = [
      pool.ask('hostile', ANSWER, []),
      pool.ask('honest', ANSWER, [new ArrayBuffer(1000)]),
      pool.ask('another', ANSWER, []),
    ];
    assert.deepEqual(await Promise.all(behind), ['read', 'read', 'read']);
    await refused;
  });
}

test('applications take turns, however many bodies one of them has queued', async (t) => {
  const pool = poolFor(t);
  const order: string[] = [];
  const ask = (appId: string) => pool.ask(appId, { do: 'wait', ms: 5 }, []).then(() => order.push(appId));
  const asked = [...Array.from({ length: 20 }, () => ask('many')), ask('one')];
  await Promise.all(asked);
  assert.ok(order.indexOf('one') <= 2, `it was number ${order.indexOf('one')}`);
});

test('a body beyond the queue limit of its application is refused with a retry time', async (t) => {
  const pool = poolFor(t);
  const waiting = Array.from({ length: 300 }, () => pool.ask('many', { do: 'wait', ms: 1 }, []));
  const outcomes = await Promise.allSettled([...waiting, pool.ask('one', ANSWER, [])]);
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  assert.ok(refused.length > 0 && refused.length < 100, `${refused.length} were refused`);
  for (const { reason } of refused) {
    assert.equal(reason.code, 'unavailable');
    assert.equal(reason.details.retryAfter, 1);
  }
  assert.equal(outcomes.at(-1)?.status, 'fulfilled');
});
