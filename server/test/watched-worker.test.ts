import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { FromPoolThread, ToPoolThread } from '../src/threads/pool-thread.ts';
import { Stalled, WatchedWorker } from '../src/threads/watched-worker.ts';
import { eventually } from './support/eventually.ts';
import type { Told } from './support/pool-worker.ts';

describe('WatchedWorker', () => {
  it('ends a thread that is unresponsive for too long', async (test) => {
    const { worker, ends } = watched(test, 1000);
    worker.busy(true);
    worker.post({ kind: 'ask', id: 0, question: { do: 'loop' } });
    await eventually('it is deaf', () => worker.isDeaf);
    assert.equal(ends.length, 0);
    await eventually('it is ended', () => ends.length === 1);
    assert.ok(ends[0] instanceof Stalled);
  });

  it('leaves a thread alone that waits, however long, and does not ping an idle one', async (test) => {
    const { worker, ends, answers } = watched(test, 150);
    worker.busy(true);
    worker.post({ kind: 'ask', id: 0, question: { do: 'wait', ms: 1500 } });
    await eventually('it has waited', () => answers.length === 1);
    worker.busy(false);
    assert.deepEqual([ends, worker.isUp, worker.isDeaf], [[], true, false]);
  });

  it('reports its end once, and nothing after it was closed', async (test) => {
    const { worker, ends } = watched(test, 1000);
    worker.end(new Error('enough'));
    worker.end(new Error('enough and more'));
    await eventually('it is ended', () => ends.length === 1);
    assert.equal(ends[0]?.message, 'enough');
    const other = watched(test, 1000);
    await other.worker.close();
    other.worker.post({ kind: 'drop', id: 0 });
    assert.deepEqual(other.ends, []);
  });
});

function watched(test: TestContext, stallMs: number) {
  const ends: Error[] = [];
  const answers: FromPoolThread<string>[] = [];
  const worker = new WatchedWorker<ToPoolThread<Told>, FromPoolThread<string>>(
    {
      file: new URL('./support/pool-worker.ts', import.meta.url),
      heapMegabytes: 64,
      stallMs,
    },
    { onMessage: (message) => answers.push(message), onEnd: (cause) => ends.push(cause) },
  );
  test.after(() => worker.close());
  return { worker, ends, answers };
}
