import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { filtersOf, readView, timeZoneOf } from './view.ts';

describe('what an address says about the view', () => {
  it('names a time zone only where there is one', () => {
    assert.equal(timeZoneOf(readView({ tz: 'Asia/Kolkata' })), 'Asia/Kolkata');
    for (const tz of ['Mars/Base', '+02:00', '', 7]) assert.equal(readView({ tz }).tz, undefined, String(tz));
  });

  it('has labels as the server takes them, and none that it would refuse', () => {
    const view = readView({ 'label.environment': 'production', 'label.tier': [1, 'two'], 'label.a b': 'c' });
    assert.deepEqual(view, { 'label.environment': ['production'], 'label.tier': ['1', 'two'] });
    assert.deepEqual(filtersOf(view)['label.environment'], ['production']);
  });
});
