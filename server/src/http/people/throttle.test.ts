import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Throttle } from './throttle.ts';

function clocked(rule: { burst: number; perMinute: number }, maxKeys?: number) {
  const clock = { now: 1_000_000 };
  const options = { now: () => clock.now, ...(maxKeys === undefined ? {} : { maxKeys }) };
  return { clock, throttle: new Throttle(rule, options) };
}

test('as many tries at once as the burst, then some a minute', () => {
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

test('one key does not use up the tries of another', () => {
  const { throttle } = clocked({ burst: 1, perMinute: 1 });
  assert.equal(throttle.take('a'), 0);
  assert.equal(throttle.take('b'), 0);
  assert.equal(throttle.take('a'), 60);
});

test('a try that is given back does not count, and leaves nothing behind', () => {
  const { throttle } = clocked({ burst: 2, perMinute: 1 });
  for (let i = 0; i < 10; i++) {
    assert.equal(throttle.take('a'), 0);
    throttle.giveBack('a');
  }
  assert.equal(throttle.size, 0);
});

test('a clock that jumps back neither fills nor freezes it', () => {
  const { clock, throttle } = clocked({ burst: 1, perMinute: 60 });
  throttle.take('a');
  clock.now -= 3_600_000;
  assert.equal(throttle.take('a'), 1);
  clock.now += 1000;
  assert.equal(throttle.take('a'), 0);
});

test('however many keys come, it does not grow beyond its bound', () => {
  const { throttle } = clocked({ burst: 2, perMinute: 1 }, 100);
  for (let i = 0; i < 1000; i++) throttle.take(`key ${i}`);
  assert.equal(throttle.size, 100);
});
