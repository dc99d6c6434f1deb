import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bucketStarts, rangeOf } from './time.ts';

const starts = (from: string, to: string, bucket: 'hour' | 'day' | 'week' | 'month', zone: string) =>
  bucketStarts({ from: Date.parse(from), to: Date.parse(to) }, bucket, zone, 100)?.map((time) =>
    new Date(time).toISOString().replace(':00.000Z', 'Z'),
  );

test('days begin at midnight there, also when clocks change', () => {
  assert.deepEqual(starts('2026-10-24T12:00Z', '2026-10-26T12:00Z', 'day', 'Europe/Berlin'), [
    '2026-10-23T22:00Z',
    '2026-10-24T22:00Z',
    '2026-10-25T23:00Z',
  ]);
});

test('an hour that clocks show twice is two hours, and one they skip is none', () => {
  assert.equal(starts('2026-10-24T22:00Z', '2026-10-25T23:00Z', 'hour', 'Europe/Berlin')?.length, 25);
  assert.equal(starts('2026-03-28T23:00Z', '2026-03-29T22:00Z', 'hour', 'Europe/Berlin')?.length, 23);
});

test('hours of zones between the hours begin there', () => {
  assert.deepEqual(starts('2026-01-01T00:00Z', '2026-01-01T01:00Z', 'hour', 'Asia/Kolkata'), [
    '2025-12-31T23:30Z',
    '2026-01-01T00:30Z',
  ]);
  assert.deepEqual(starts('2026-01-01T00:00Z', '2026-01-01T00:30Z', 'hour', 'Asia/Kathmandu'), [
    '2025-12-31T23:15Z',
    '2026-01-01T00:15Z',
  ]);
});

test('weeks begin on Monday and months on their first', () => {
  assert.deepEqual(starts('2026-11-15T12:00Z', '2026-11-24T00:00Z', 'week', 'UTC'), [
    '2026-11-09T00:00Z',
    '2026-11-16T00:00Z',
    '2026-11-23T00:00Z',
  ]);
  assert.deepEqual(starts('2026-01-31T23:30Z', '2026-04-01T00:00Z', 'month', 'America/New_York'), [
    '2026-01-01T05:00Z',
    '2026-02-01T05:00Z',
    '2026-03-01T05:00Z',
  ]);
});

test('a day whose midnight clocks skip begins when they have', () => {
  assert.deepEqual(starts('2026-09-05T12:00Z', '2026-09-06T12:00Z', 'day', 'America/Santiago'), [
    '2026-09-05T04:00Z',
    '2026-09-06T04:00Z',
  ]);
});

test('too many buckets are none', () => {
  assert.equal(bucketStarts({ from: 0, to: 101 * 3_600_000 }, 'hour', 'UTC', 100), null);
});

test('without a range it is the last 30 days, up to the quarter of an hour that runs', () => {
  const now = Date.parse('2026-11-15T10:07:00Z');
  assert.deepEqual(rangeOf({}, now), {
    from: Date.parse('2026-10-16T10:15:00Z'),
    to: Date.parse('2026-11-15T10:15:00Z'),
  });
});
