import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bucketOf, filtersOf, rangeIn, readView, timeZoneOf } from './view.ts';

describe('the view in the address', () => {
  it('keeps a time zone only if it is valid', () => {
    assert.equal(timeZoneOf(readView({ tz: 'Asia/Kolkata' })), 'Asia/Kolkata');
    for (const tz of ['Mars/Base', '+02:00', '', 7]) assert.equal(readView({ tz }).tz, undefined, String(tz));
  });

  it('divides a range into several dozen buckets', () => {
    const bucket = (from: string, to: string) => bucketOf({ from, to });
    assert.deepEqual(
      (['1h', '24h', '7d', '30d', '90d'] as const).map((range) => bucketOf({ range })),
      ['minute', '15minutes', '6hours', 'day', 'day'],
    );
    assert.equal(bucket('2026-11-16T08:00:00Z', '2026-11-16T08:05:00Z'), 'minute');
    assert.equal(bucket('2026-11-16T00:00:00Z', '2026-11-16T05:00:00Z'), '5minutes');
    assert.equal(bucket('2026-11-14T00:00:00Z', '2026-11-16T12:00:00Z'), 'hour');
    assert.equal(bucket('2025-01-01T00:00:00Z', '2026-01-01T00:00:00Z'), 'week');
    assert.equal(bucket('2020-01-01T00:00:00Z', '2026-01-01T00:00:00Z'), 'month');
  });

  it('gives a chart 40 to 90 marks wherever some bucket size can', () => {
    const minutes = { minute: 1, '5minutes': 5, '15minutes': 15, hour: 60, '6hours': 360 };
    const lengths = { ...minutes, day: 1440, week: 7 * 1440, month: 30 * 1440 };
    for (let length = 1; length < 4_000_000; length = Math.ceil(length * 1.01)) {
      const marks = (bucket: keyof typeof lengths) => length / lengths[bucket];
      const isGood = (count: number) => count >= 40 && count <= 90;
      const from = '2020-01-01T00:00:00.000Z';
      const to = new Date(Date.parse(from) + length * 60_000).toISOString();
      const chosen = bucketOf({ from, to });
      const could = Object.keys(lengths).some((bucket) => isGood(marks(bucket as keyof typeof lengths)));
      assert.ok(!could || isGood(marks(chosen)), `${length} minutes by ${chosen}`);
    }
  });

  it('carries only the range to another application', () => {
    assert.deepEqual(rangeIn({ range: '24h', model: ['m'], q: 'x', tz: 'UTC' }), { range: '24h', tz: 'UTC' });
  });

  it('keeps valid labels and drops those that the server would refuse', () => {
    const view = readView({ 'label.environment': 'production', 'label.tier': [1, 'two'], 'label.a b': 'c' });
    assert.deepEqual(view, { 'label.environment': ['production'], 'label.tier': ['1', 'two'] });
    assert.deepEqual(filtersOf(view)['label.environment'], ['production']);
  });

  it('keeps negated filters beside the others', () => {
    const search = {
      model: 'a',
      'not.model': ['b', 'c'],
      'not.label.tier': '',
      'not.range': 'x',
      'not.label.a b': 'c',
    };
    const view = readView(search);
    assert.deepEqual(view, { model: ['a'], 'not.model': ['b', 'c'], 'not.label.tier': [''] });
    assert.deepEqual(filtersOf(view), view);
  });

  it('keeps bounds of tokens, and drops negative ones', () => {
    assert.deepEqual(readView({ minTokens: '5', maxTokens: -1 }), { minTokens: 5 });
  });
});
