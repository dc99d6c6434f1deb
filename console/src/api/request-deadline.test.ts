import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { RequestDeadline } from './request-deadline.ts';

type Timed = { patience: RequestDeadline; pass: (ms: number) => void };

const timed = (test: (timed: Timed) => void) => () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    let now = 0;
    const pass = (ms: number) => {
      now += ms;
      mock.timers.tick(ms);
    };
    test({ patience: new RequestDeadline(() => now), pass });
  } finally {
    mock.timers.reset();
  }
};
const somebody = () => new AbortController().signal;

describe('a page', () => {
  it(
    'gives up after eight seconds',
    timed(({ patience, pass }) => {
      const wait = patience.begin(somebody(), true);
      pass(7999);
      assert.equal(wait.signal.aborted, false);
      pass(1);
      assert.deepEqual([wait.signal.aborted, wait.isUp()], [true, true]);
    }),
  );

  it(
    'counts the seconds of all tries of a question together',
    timed(({ patience, pass }) => {
      const signal = somebody();
      patience.begin(signal, true).end();
      pass(6000);
      const again = patience.begin(signal, true);
      pass(2000);
      assert.equal(again.isUp(), true);
    }),
  );

  it(
    'waits on while the store answers its other questions, and for no longer',
    timed(({ patience, pass }) => {
      const [first, last, server] = [true, true, false].map((ofStore) => patience.begin(somebody(), ofStore));
      pass(5000);
      first?.begun();
      pass(3000);
      assert.deepEqual([last?.isUp(), server?.isUp()], [false, true]);
      patience.begin(somebody(), false).begun();
      pass(5000);
      assert.equal(last?.isUp(), true);
    }),
  );

  it(
    'reads an answer that has begun to its end, and then asks anew',
    timed(({ patience, pass }) => {
      const signal = somebody();
      const wait = patience.begin(signal, true);
      wait.begun();
      pass(60_000);
      assert.equal(wait.signal.aborted, false);
      const next = patience.begin(signal, true);
      pass(7999);
      assert.equal(next.isUp(), false);
      next.end();
    }),
  );

  it(
    'that was left has not given up',
    timed(({ patience, pass }) => {
      const leaving = new AbortController();
      const wait = patience.begin(leaving.signal, true);
      leaving.abort();
      pass(8000);
      assert.deepEqual([wait.signal.aborted, wait.isUp()], [true, false]);
    }),
  );
});
