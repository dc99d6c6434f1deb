import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import {
  Abandoned,
  Crowded,
  TooCostly,
  WorkerPool,
  type WorkerPoolOptions,
} from '../src/threads/worker-pool.ts';
import { eventually } from './support/eventually.ts';
import type { Told } from './support/pool-worker.ts';

const OPTIONS = {
  file: new URL('./support/pool-worker.ts', import.meta.url),
  threads: 1,
  timeLimitMs: 60_000,
  waiting: { inAll: 100, perAsker: 50 },
  heapMegabytes: 64,
};
const ANSWER: Told = { do: 'answer', with: 'hello' };
/** Longer than any test runs. */
const LONG: Told = { do: 'wait', ms: 600_000 };
/** Concurrency: one after the other, and several at a time. */
const WAYS = [{ atOnce: 1 }, { atOnce: 8 }];

describe('WorkerPool', () => {
  it('answers, and fails with what was thrown', async (test) => {
    const { pool, died } = poolOf(test);
    assert.equal(await pool.ask('a', ANSWER), 'hello');
    await assert.rejects(pool.ask('a', { do: 'throw', message: 'no such river' }), /no such river/);
    await assert.rejects(pool.ask('a', { do: 'throw-unsendable' }), /no such river/);
    await assert.rejects(pool.ask('a', { do: 'answer-unsendable' }), /could not be cloned/);
    assert.deepEqual(died, []);
  });

  it('fails only the question that ended a thread', async (test) => {
    for (const way of WAYS) {
      for (const bad of [
        { do: 'crash', afterMs: 50 },
        { do: 'fill', afterMs: 50 },
      ] as const) {
        const { pool, died } = poolOf(test, way);
        const questions: Told[] = [{ do: 'wait', ms: 100 }, bad, { do: 'wait', ms: 200 }, ANSWER];
        const results = await Promise.allSettled(questions.map((told, i) => pool.ask(`asker ${i}`, told)));
        assert.deepEqual(
          results.map((result) =>
            result.status === 'fulfilled' ? result.value : String(result.reason.constructor.name),
          ),
          ['waited', 'TooCostly', 'waited', 'hello'],
          JSON.stringify({ way, bad }),
        );
        // Once beside the others and once alone, not endlessly.
        assert.ok(died.length <= 2, `${died.length} threads ended`);
      }
    }
  });

  it('says which limit a question exceeded', async (test) => {
    const { pool } = poolOf(test);
    await assert.rejects(pool.ask('a', { do: 'fill', afterMs: 0 }), costly('memory'));
    await assert.rejects(pool.ask('a', { do: 'crash', afterMs: 0 }), costly('crash'));
    assert.equal(await pool.ask('a', ANSWER), 'hello');
    const { pool: hasty } = poolOf(test, { timeLimitMs: 500 });
    await assert.rejects(hasty.ask('a', LONG), costly('time'));
    await assert.rejects(hasty.ask('a', { do: 'loop' }), costly('time'));
  });

  it('terminates an endless loop, and answers what ran beside it', async (test) => {
    for (const way of WAYS) {
      const { pool, died } = poolOf(test, { ...way, timeLimitMs: 60_000, stallMs: 300 });
      const others: Promise<string>[] = [pool.ask('b', { do: 'wait', ms: 100 }), pool.ask('c', ANSWER)];
      const loop = assert.rejects(pool.ask('a', { do: 'loop' }), costly('time'));
      const waiting = pool.ask('d', ANSWER);
      await loop;
      assert.deepEqual(await Promise.all([...others, waiting]), ['waited', 'hello', 'hello']);
      assert.ok(died.length <= 2, `${died.length} threads ended`);
    }
  });

  it('drops a question whose time is up, and keeps a thread that lets go of it', async (test) => {
    const { pool, died } = poolOf(test, { atOnce: 8, timeLimitMs: 3000 });
    assert.equal(await pool.ask('b', ANSWER), 'hello');
    const beside = pool.ask('b', { do: 'wait', ms: 100 });
    await assert.rejects(pool.ask('a', LONG), costly('time'));
    assert.equal(await beside, 'waited');
    assert.equal(await pool.ask('a', ANSWER), 'hello');
    assert.deepEqual(died, []);
  });

  it('isolates an asker that has ended a thread, so that the next thread it ends runs nothing of others', async (test) => {
    const { pool, died } = poolOf(test, { atOnce: 8 });
    await assert.rejects(pool.ask('a', { do: 'crash', afterMs: 0 }), TooCostly);
    assert.equal(died.length, 1);
    const beside = pool.ask('b', { do: 'wait', ms: 500 });
    await Promise.all(
      [1, 2, 3].map(() => assert.rejects(pool.ask('a', { do: 'crash', afterMs: 0 }), TooCostly)),
    );
    assert.equal(died.length, 4, 'each ended one thread, and none was asked twice');
    assert.equal(await beside, 'waited');
  });

  it('answers others while one asker has more slow questions than there are places', async (test) => {
    const { pool } = poolOf(test, { atOnce: 8 });
    const slow = Array.from({ length: 20 }, () => assert.rejects(pool.ask('a', LONG), Abandoned));
    for (const asker of ['b', 'c', 'd']) assert.equal(await pool.ask(asker, ANSWER), 'hello');
    await pool.close();
    await Promise.all(slow);
  });

  it('refuses an asker with too many waiting questions, and every asker once the total is reached', async (test) => {
    const { pool } = poolOf(test, { waiting: { inAll: 3, perAsker: 2 } });
    const asked = (asker: string) => assert.rejects(pool.ask(asker, LONG), Abandoned);
    const waiting = [asked('a'), asked('a'), asked('a'), asked('b')];
    const crowded = (crowdedWith: string) => (error: unknown) =>
      error instanceof Crowded && error.with === crowdedWith;
    await assert.rejects(pool.ask('a', ANSWER), crowded('own'));
    await assert.rejects(pool.ask('c', ANSWER), crowded('all'));
    assert.equal(await pool.ask('server', ANSWER, { now: true }), 'hello', 'unless it is urgent');
    await pool.close();
    await Promise.all(waiting);
  });

  it('skips the questions of a caller who left, and aborts those that run', async (test) => {
    const { pool } = poolOf(test);
    const gone = new AbortController();
    const [running, waiting] = [1, 2].map(() =>
      assert.rejects(pool.ask('a', LONG, { gone: gone.signal }), Abandoned),
    );
    const behind = pool.ask('b', ANSWER);
    gone.abort();
    await Promise.all([running, waiting]);
    await assert.rejects(pool.ask('a', ANSWER, { gone: gone.signal }), Abandoned);
    assert.equal(await behind, 'hello');
  });

  it('transfers memory, and never repeats such a question', async (test) => {
    const { pool, died } = poolOf(test, { atOnce: 8 });
    const buffer = new ArrayBuffer(8);
    const beside = assert.rejects(pool.ask('b', LONG, { transfer: [buffer] }), TooCostly);
    assert.equal(buffer.byteLength, 0);
    await assert.rejects(pool.ask('a', { do: 'crash', afterMs: 0 }), TooCostly);
    await beside;
    await eventually('both have ended', () => died.length === 2);
  });

  it('ends when closed, with all that was asked', async (test) => {
    const { pool, died } = poolOf(test);
    const asked = [1, 2].map(() => assert.rejects(pool.ask('a', LONG), Abandoned));
    await pool.close();
    await Promise.all(asked);
    await assert.rejects(pool.ask('a', ANSWER), Abandoned);
    assert.deepEqual(died, []);
  });
});

function poolOf(test: TestContext, options: Partial<WorkerPoolOptions> = {}) {
  const died: Error[] = [];
  const pool = new WorkerPool<Told, string>({ ...OPTIONS, ...options, onDied: (cause) => died.push(cause) });
  test.after(() => pool.close());
  return { pool, died };
}

function costly(reason: TooCostly['reason']) {
  return (error: unknown) => {
    assert.ok(error instanceof TooCostly, String(error));
    assert.equal(error.reason, reason);
    return true;
  };
}
