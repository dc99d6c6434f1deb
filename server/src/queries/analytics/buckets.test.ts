import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bucketStarts } from './buckets.ts';

const starts = (from: string, to: string, bucket: 'hour' | 'day' | 'week' | 'month', zone: string) =>
  bucketStarts({ from: Date.parse(from), to: Date.parse(to) }, bucket, zone, 100)?.map((time) =>
    new Date(time).toISOString().replace(':00.000Z', 'Z'),
  );

test('days begin at local midnight, even when the clocks change', () => {
  assert.deepEqual(starts('2026-10-24T12:00Z', '2026-10-26T12:00Z', 'day', 'Europe/Berlin'), [
    '2026-10-23T22:00Z',
    '2026-10-24T22:00Z',
    '2026-10-25T23:00Z',
  ]);
});

test('an hour that the clocks repeat is two buckets, and one that they skip is none', () => {
  assert.equal(starts('2026-10-24T22:00Z', '2026-10-25T23:00Z', 'hour', 'Europe/Berlin')?.length, 25);
  assert.equal(starts('2026-03-28T23:00Z', '2026-03-29T22:00Z', 'hour', 'Europe/Berlin')?.length, 23);
});

test('in zones with an offset of half or quarter hours, hours begin at the local hour', () => {
  assert.deepEqual(starts('2026-01-01T00:00Z', '2026-01-01T01:00Z', 'hour', 'Asia/Kolkata'), [
    '2025-12-31T23:30Z',
    '2026-01-01T00:30Z',
  ]);
  assert.deepEqual(starts('2026-01-01T00:00Z', '2026-01-01T00:30Z', 'hour', 'Asia/Kathmandu'), [
    '2025-12-31T23:15Z',
    '2026-01-01T00:15Z',
  ]);
});

test('weeks begin on Monday, and months on their first day', () => {
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

test('a day whose midnight the clocks skip begins right after the gap', () => {
  assert.deepEqual(starts('2026-09-05T12:00Z', '2026-09-06T12:00Z', 'day', 'America/Santiago'), [
    '2026-09-05T04:00Z',
    '2026-09-06T04:00Z',
  ]);
});

test('a clock change of half an hour makes one hour shorter and one longer', () => {
  assert.deepEqual(starts('2026-10-03T15:00Z', '2026-10-03T18:00Z', 'hour', 'Australia/Lord_Howe'), [
    '2026-10-03T14:30Z',
    '2026-10-03T15:30Z',
    '2026-10-03T16:00Z',
    '2026-10-03T17:00Z',
  ]);
  assert.deepEqual(starts('2026-04-04T13:00Z', '2026-04-04T17:00Z', 'hour', 'Australia/Lord_Howe'), [
    '2026-04-04T13:00Z',
    '2026-04-04T14:00Z',
    '2026-04-04T15:30Z',
    '2026-04-04T16:30Z',
  ]);
});

test('each day begins once, even if the clocks change at midnight or skip the day', () => {
  assert.deepEqual(starts('2018-02-17T12:00Z', '2018-02-18T12:00Z', 'day', 'America/Sao_Paulo'), [
    '2018-02-17T02:00Z',
    '2018-02-18T03:00Z',
  ]);
  assert.deepEqual(starts('2017-10-14T12:00Z', '2017-10-15T12:00Z', 'day', 'America/Sao_Paulo'), [
    '2017-10-14T03:00Z',
    '2017-10-15T03:00Z',
  ]);
  assert.deepEqual(starts('2011-12-29T12:00Z', '2011-12-31T12:00Z', 'day', 'Pacific/Apia'), [
    '2011-12-29T10:00Z',
    '2011-12-30T10:00Z',
    '2011-12-31T10:00Z',
  ]);
});

test('the result is null for more buckets than the limit, whatever the range', () => {
  assert.equal(bucketStarts({ from: 0, to: 100 * 3_600_000 }, 'hour', 'UTC', 100)?.length, 100);
  assert.equal(bucketStarts({ from: 0, to: 101 * 3_600_000 }, 'hour', 'UTC', 100), null);
  assert.equal(bucketStarts({ from: 0, to: 999_999_999_999_999 }, 'month', 'Europe/Berlin', 2000), null);
});
