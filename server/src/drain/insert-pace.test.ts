import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InsertPace } from './insert-pace.ts';

/** Runs batches with an engine's durations until the pace settles. */
function settle(takes: (waited: number) => number, seconds = 60) {
  let now = 0;
  const pace = new InsertPace({ share: 1 / 5, soonMs: 900 }, () => now);
  let busy = 0;
  let apart = 0;
  let longest = 0;
  for (let began = 0; now < seconds * 1000; ) {
    now += pace.wait;
    apart = now - began;
    began = now;
    pace.begin();
    now += takes(apart);
    pace.end();
    busy = now - began;
    if (now > 10_000) longest = Math.max(longest, apart + busy);
  }
  return { share: busy / apart, apart, longest, pace, later: (ms: number) => (now += ms) };
}

test('batches take a fifth of the time if that stores payloads soon enough', () => {
  // 90 ms for an insert, and a third of a millisecond for each of a thousand rows a second.
  const { share, apart, longest } = settle((waited) => 60 + waited * 0.09);
  assert.ok(Math.abs(share - 1 / 5) < 0.02, `they take ${share}`);
  assert.ok(apart > 300 && apart < 900, `${apart} ms apart`);
  assert.ok(longest < 900);
});

test('a slower engine takes a larger share of the time, and payloads are still stored soon', () => {
  const { longest, apart } = settle(() => 400);
  assert.ok(longest <= 900, `one waited ${longest} ms`);
  assert.equal(apart, 500);
});

test('an engine that cannot keep up gets the next batch at once', () => {
  assert.equal(settle(() => 2000).pace.wait, 0);
});

test('a payload after an idle period is stored at once', () => {
  const { pace, later } = settle(() => 100);
  assert.ok(pace.wait > 0);
  later(500);
  assert.equal(pace.wait, 0);
  assert.equal(new InsertPace({ share: 1 / 5, soonMs: 900 }).wait, 0);
});
