import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Bucket } from '@parley/contract';
import { bucketLabels } from './bucket-labels.ts';

const NOW = Date.parse('2026-11-17T10:02:00Z');
const BERLIN = 'Europe/Berlin';

function labels(
  bucket: Bucket,
  times: readonly string[],
  to: string,
  locale = 'en-GB',
  from = times[0] ?? '',
) {
  const data = { times: [...times], range: { from, to }, series: [] };
  return times.map(bucketLabels(data, bucket, BERLIN, NOW, locale));
}

describe('the label of a bucket', () => {
  it('names its end, in the reader’s order of dates', () => {
    const times = ['2026-11-16T13:00:00.000Z', '2026-11-16T13:05:00.000Z'];
    assert.deepEqual(labels('5minutes', times, '2026-11-16T13:10:00.000Z'), [
      'Mon 16 Nov, 14:00 – 14:05',
      'Mon 16 Nov, 14:05 – 14:10',
    ]);
    assert.deepEqual(labels('5minutes', times, '2026-11-16T13:10:00.000Z', 'en-US'), [
      'Mon, Nov 16, 14:00 – 14:05',
      'Mon, Nov 16, 14:05 – 14:10',
    ]);
  });

  it('ends with the range, unless it is the current one', () => {
    const before = ['2026-11-16T11:00:00.000Z'];
    assert.deepEqual(labels('6hours', before, '2026-11-16T13:10:00.000Z'), ['Mon 16 Nov, 12:00 – 14:10']);
    const current = ['2026-11-17T05:00:00.000Z'];
    assert.deepEqual(labels('6hours', current, '2026-11-17T10:15:00.000Z'), ['Tue 17 Nov, 06:00 – 12:00']);
  });

  it('begins with the range', () => {
    const [first] = labels(
      'day',
      ['2026-11-14T23:00:00.000Z', '2026-11-15T23:00:00.000Z'],
      '2026-11-16T23:00:00.000Z',
      'en-GB',
      '2026-11-15T10:15:00.000Z',
    );
    assert.equal(first, 'Sun 15 Nov, 11:15 – 24:00');
  });

  it('is the date of a day, also of one with 23 or 25 hours', () => {
    const spring = ['2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'];
    assert.deepEqual(labels('day', spring, '2026-03-30T22:00:00.000Z'), ['Sun 29 Mar', 'Mon 30 Mar']);
    const autumn = ['2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'];
    assert.deepEqual(labels('day', autumn, '2026-10-26T23:00:00.000Z'), ['Sun 25 Oct', 'Mon 26 Oct']);
    assert.deepEqual(labels('day', ['2026-11-16T23:00:00.000Z'], '2026-11-17T10:15:00.000Z'), ['Tue 17 Nov']);
  });

  it('is the first and last day of a week, and the month of a month', () => {
    const [week] = labels('week', ['2026-11-01T23:00:00.000Z'], '2026-11-08T23:00:00.000Z', 'de');
    assert.equal(week?.replace(/[\u2009\u202f]/g, ' '), '2.–8. Nov.');
    assert.deepEqual(labels('month', ['2025-12-31T23:00:00.000Z'], '2026-01-31T23:00:00.000Z'), ['Jan 2026']);
  });
});
