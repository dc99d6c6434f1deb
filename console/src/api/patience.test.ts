import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { beginWait } from './patience.ts';

describe('a page', () => {
  const timed = (test: (controller: AbortController) => void) => () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      test(new AbortController());
    } finally {
      mock.timers.reset();
    }
  };

  it(
    'gives up after eight seconds',
    timed(({ signal }) => {
      const wait = beginWait(signal, 0);
      mock.timers.tick(7999);
      assert.equal(wait.signal.aborted, false);
      mock.timers.tick(1);
      assert.deepEqual([wait.signal.aborted, wait.isUp()], [true, true]);
    }),
  );

  it(
    'counts the seconds of all tries of a question together',
    timed(({ signal }) => {
      beginWait(signal, 0).end();
      const again = beginWait(signal, 6000);
      mock.timers.tick(2000);
      assert.equal(again.isUp(), true);
    }),
  );

  it(
    'reads an answer that has begun to its end, and then asks anew',
    timed(({ signal }) => {
      const wait = beginWait(signal, 0);
      wait.begun();
      mock.timers.tick(60_000);
      assert.equal(wait.signal.aborted, false);
      const next = beginWait(signal, 60_000);
      mock.timers.tick(7999);
      assert.equal(next.isUp(), false);
      next.end();
    }),
  );

  it(
    'that was left has not given up',
    timed((controller) => {
      const wait = beginWait(controller.signal, 0);
      controller.abort();
      mock.timers.tick(8000);
      assert.deepEqual([wait.signal.aborted, wait.isUp()], [true, false]);
    }),
  );
});
