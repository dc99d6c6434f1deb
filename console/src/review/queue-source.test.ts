import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rangeOf } from '../state/view.ts';
import { sourceOf, unitOf } from './queue-source.ts';

const NOW = Date.UTC(2026, 4, 20, 12);

test('a queue has the filters and the range of its view', () => {
  const shown = {
    page: 'sessions',
    search: { range: '7d', q: 'refund', 'label.feature': ['chat'], orderBy: 'costUsd', tz: 'UTC' },
  } as const;
  const search = { ...shown.search, 'label.feature': ['chat'] };
  assert.deepEqual(sourceOf({ ...shown, search }, false, NOW), {
    unit: 'session',
    ...rangeOf({ range: '7d', tz: 'UTC' }, NOW),
    filters: { q: 'refund', 'label.feature': ['chat'] },
  });
});

test('a queue goes on only where its view lasts until now', () => {
  const custom = { from: '2026-05-01T00:00:00Z', to: '2026-05-02T00:00:00Z' };
  assert.equal(sourceOf({ page: 'interactions', search: { range: '24h' } }, true, NOW).to, undefined);
  assert.equal(sourceOf({ page: 'interactions', search: custom }, true, NOW).to, Date.parse(custom.to));
});

test('the page Errors is of failed interactions, and pages of figures have no items', () => {
  assert.deepEqual(sourceOf({ page: 'errors', search: {} }, false, NOW).filters, { outcome: ['error'] });
  assert.equal(unitOf({ page: 'errors' }), 'interaction');
  assert.equal(unitOf({ page: 'models' }), undefined);
});
