import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Throttle } from './throttle.ts';

function clocked(rule: { burst: number; perMinute: number }, maxKeys?: number) {
  const clock = { now: 1_000_000 };
  const options = { now: () => clock.now, ...(maxKeys === undefined ? {} : { maxKeys }) };
  return { clock, throttle: new Throttle(rule, options) };
}

test('a key has its burst of attempts, then regains some a minute', () => {
  const { clock, throttle } = clocked({ burst: 3, perMinute: 2 });
  assert.deepEqual(
    [1, 2, 3].map(() => throttle.take('a')),
    [0, 0, 0],
  );
  assert.equal(throttle.take('a'), 30);
  clock.now += 29_000;
  assert.equal(throttle.take('a'), 1);
  clock.now += 1000;
  assert.equal(throttle.take('a'), 0);
  clock.now += 3_600_000;
  assert.deepEqual(
    [1, 2, 3, 4].map(() => throttle.take('a') === 0),
    [true, true, true, false],
  );
});

test('one key does not use up the attempts of another', () => {
  const { throttle } = clocked({ burst: 1, perMinute: 1 });
  assert.equal(throttle.take('a'), 0);
  assert.equal(throttle.take('b'), 0);
  assert.equal(throttle.take('a'), 60);
});

test('an attempt that is given back does not count and keeps no memory', () => {
  const { throttle } = clocked({ burst: 2, perMinute: 1 });
  for (let i = 0; i < 10; i++) {
    assert.equal(throttle.take('a'), 0);
    throttle.giveBack('a');
  }
  assert.equal(throttle.size, 0);
});

test('the number of keys kept is bounded', () => {
  const { throttle } = clocked({ burst: 2, perMinute: 1 }, 100);
  for (let i = 0; i < 1000; i++) throttle.take(`key ${i}`);
  assert.equal(throttle.size, 100);
});
