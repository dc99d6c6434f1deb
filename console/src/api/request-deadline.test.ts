import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { RequestDeadline } from './request-deadline.ts';

type Timed = { deadline: RequestDeadline; pass: (ms: number) => void };

const timed = (test: (timed: Timed) => void) => () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    let now = 0;
    const pass = (ms: number) => {
      now += ms;
      mock.timers.tick(ms);
    };
    test({ deadline: new RequestDeadline(() => now), pass });
  } finally {
    mock.timers.reset();
  }
};
const anySignal = () => new AbortController().signal;

describe('the deadline of a request', () => {
  it(
    'a request times out after eight seconds',
    timed(({ deadline, pass }) => {
      const wait = deadline.begin(anySignal(), true);
      pass(7999);
      assert.equal(wait.signal.aborted, false);
      pass(1);
      assert.deepEqual([wait.signal.aborted, wait.isUp()], [true, true]);
    }),
  );

  it(
    'all attempts of a query share one deadline',
    timed(({ deadline, pass }) => {
      const signal = anySignal();
      deadline.begin(signal, true).end();
      pass(6000);
      const again = deadline.begin(signal, true);
      pass(2000);
      assert.equal(again.isUp(), true);
    }),
  );

  it(
    'the deadline is extended while the store answers other queries, and no longer',
    timed(({ deadline, pass }) => {
      const [first, last, server] = [true, true, false].map((ofStore) =>
        deadline.begin(anySignal(), ofStore),
      );
      pass(5000);
      first?.begun();
      pass(3000);
      assert.deepEqual([last?.isUp(), server?.isUp()], [false, true]);
      deadline.begin(anySignal(), false).begun();
      pass(5000);
      assert.equal(last?.isUp(), true);
    }),
  );

  it(
    'a response that has begun is read to its end, and the next request has a new deadline',
    timed(({ deadline, pass }) => {
      const signal = anySignal();
      const wait = deadline.begin(signal, true);
      wait.begun();
      pass(60_000);
      assert.equal(wait.signal.aborted, false);
      const next = deadline.begin(signal, true);
      pass(7999);
      assert.equal(next.isUp(), false);
      next.end();
    }),
  );

  it(
    'an aborted request has not timed out',
    timed(({ deadline, pass }) => {
      const leaving = new AbortController();
      const wait = deadline.begin(leaving.signal, true);
      leaving.abort();
      pass(8000);
      assert.deepEqual([wait.signal.aborted, wait.isUp()], [true, false]);
    }),
  );
});
