import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bucketOf, filtersOf, rangeIn, readView, timeZoneOf } from './view.ts';

describe('what an address says about the view', () => {
  it('names a time zone only where there is one', () => {
    assert.equal(timeZoneOf(readView({ tz: 'Asia/Kolkata' })), 'Asia/Kolkata');
    for (const tz of ['Mars/Base', '+02:00', '', 7]) assert.equal(readView({ tz }).tz, undefined, String(tz));
  });

  it('cuts a range into some dozens of pieces', () => {
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

  it('is the range alone for another application', () => {
    assert.deepEqual(rangeIn({ range: '24h', model: ['m'], q: 'x', tz: 'UTC' }), { range: '24h', tz: 'UTC' });
  });

  it('has labels as the server takes them, and none that it would refuse', () => {
    const view = readView({ 'label.environment': 'production', 'label.tier': [1, 'two'], 'label.a b': 'c' });
    assert.deepEqual(view, { 'label.environment': ['production'], 'label.tier': ['1', 'two'] });
    assert.deepEqual(filtersOf(view)['label.environment'], ['production']);
  });

  it('has what is to be left out beside what is looked for', () => {
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

  it('has limits of tokens, and none below zero', () => {
    assert.deepEqual(readView({ minTokens: '5', maxTokens: -1 }), { minTokens: 5 });
  });
});
