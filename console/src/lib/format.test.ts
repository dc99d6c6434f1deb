import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exactTime, milliseconds, millisecondsAxis, percent, relativeTime, shortTime } from './format.ts';

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

test('a time is as short as it can be, with dates in the reader’s order', () => {
  const now = new Date('2026-11-17T10:00:00Z');
  const short = (iso: string, locale: string) => shortTime(iso, 'Europe/Berlin', now, locale);
  assert.equal(short('2026-11-17T08:05:09Z', 'en-US'), '09:05:09');
  assert.equal(short('2026-11-16T23:30:00Z', 'en-US'), '00:30:00');
  assert.equal(short('2026-11-03T13:05:00Z', 'en-US'), 'Nov 3, 14:05');
  assert.equal(short('2026-11-03T13:05:00Z', 'en-GB'), '3 Nov, 14:05');
  assert.equal(short('2025-12-31T23:30:00Z', 'de'), '1. Jan., 00:30');
  assert.equal(short('2025-11-03T13:05:00Z', 'en-US'), 'Nov 3, 2025');
  const exact = (locale: string) => exactTime('2026-11-03T13:05:09.07Z', 'Europe/Berlin', locale);
  assert.equal(exact('en-US'), 'Nov 3, 2026, 14:05:09.070 Europe/Berlin');
  assert.equal(exact('en-GB'), '3 Nov 2026, 14:05:09.070 Europe/Berlin');
});
