import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Burst } from './burst.ts';

function watched() {
  const state = { received: 0, utilization: 0, now: 0 };
  const burst = new Burst({
    received: () => state.received,
    utilization: () => state.utilization,
    clock: () => state.now,
  });
  return (utilization: number, payloads: number) => {
    state.utilization = utilization;
    state.received += payloads;
    state.now += 250;
    return burst.look();
  };
}

test('a burst begins when payloads keep the thread busy, and ends when it has time to spare', () => {
  const look = watched();
  assert.equal(look(0.5, 1000), false);
  assert.equal(look(0.85, 1000), false);
  assert.equal(look(0.99, 1000), true);
  assert.equal(look(0.85, 1000), true);
  assert.equal(look(0.5, 1000), false);
  assert.equal(look(0.85, 1000), false);
});

test('a thread that is busy with something else is not in a burst', () => {
  const look = watched();
  assert.equal(look(1, 250), false);
  assert.equal(look(1, 1000), true);
  assert.equal(look(1, 250), false);
});

test('by default, the utilisation of the current thread is measured', async () => {
  let received = 0;
  const burst = new Burst({ received: () => received });
  received += 1_000_000;
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.equal(burst.look(), false);
  received += 1_000_000;
  await new Promise((resolve) => setImmediate(resolve));
  const end = performance.now() + 200;
  while (performance.now() < end);
  assert.equal(burst.look(), true);
});
