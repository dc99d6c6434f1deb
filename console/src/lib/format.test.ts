import assert from 'node:assert/strict';
import { test } from 'node:test';
import { milliseconds, millisecondsAxis, percent, relativeTime } from './format.ts';

test('a relative time has one unit', () => {
  const now = Date.parse('2026-03-30T12:00:00Z');
  const away = (ms: number) => relativeTime(new Date(now - ms).toISOString(), now);
  const minute = 60_000;
  assert.deepEqual([1000, 5000, 3.9 * minute, 20.2 * 60 * minute, 50 * 60 * minute, -4 * minute].map(away), [
    'now',
    '5 s ago',
    '3 min ago',
    '20 h ago',
    '2 d ago',
    'in 4 min',
  ]);
});

test('durations and percentages in a column have the same number of decimals', () => {
  assert.deepEqual([449.6, 1300, 1083, 9999, 12_345, 125_000, null].map(milliseconds), [
    '450 ms',
    '1.30 s',
    '1.08 s',
    '10.00 s',
    '12.3 s',
    '2 min',
    '–',
  ]);
  assert.deepEqual([0, 0.00004, 0.0004, 0.011, 0.28, 0.9996, 1, null].map(percent), [
    '0%',
    '<0.01%',
    '0.04%',
    '1.1%',
    '28.0%',
    '99.9%',
    '100%',
    '–',
  ]);
});

test('durations on an axis have the same unit', () => {
  const axis = (ticks: number[]) => ticks.map(millisecondsAxis(ticks));
  assert.deepEqual(axis([0, 500, 1000, 1500]), ['0 s', '0.5 s', '1 s', '1.5 s']);
  assert.deepEqual(axis([0, 200, 400]), ['0 ms', '200 ms', '400 ms']);
  assert.deepEqual(axis([0, 50_000, 100_000]), ['0 s', '50 s', '100 s']);
  assert.deepEqual(axis([0, 90_000, 180_000]), ['0 min', '1.5 min', '3 min']);
});
