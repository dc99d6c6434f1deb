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

test('begins where the thread is full of payloads, and ends where it has time to spare', () => {
  const look = watched();
  assert.equal(look(0.5, 1000), false);
  assert.equal(look(0.85, 1000), false);
  assert.equal(look(0.99, 1000), true);
  assert.equal(look(0.85, 1000), true);
  assert.equal(look(0.5, 1000), false);
  assert.equal(look(0.85, 1000), false);
});

test('is none when something else fills the thread', () => {
  const look = watched();
  assert.equal(look(1, 250), false);
  assert.equal(look(1, 1000), true);
  assert.equal(look(1, 250), false);
});

test("measures the thread's own time where nothing else is given", async () => {
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
