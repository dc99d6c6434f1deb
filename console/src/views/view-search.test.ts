import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isNarrowed, isShown, searchToKeep } from './view-search.ts';

describe('a saved view', () => {
  it('it keeps filters and range, and not the state of the page', () => {
    const filters = { range: 'today', model: ['a', 'b'], minCostUsd: 1, everybody: true, q: 'x' };
    const search = { ...filters, table: ['cost'], only: ['latency:p95'] };
    assert.deepEqual(searchToKeep({ ...search, id: 'i', tab: 'raw', live: true }), search);
  });

  it('it leaves out what the server would refuse', () => {
    const wrong = { nested: { a: 1 }, list: [1], nothing: null, none: undefined, 'a b': 'x', __proto__x: 1 };
    assert.deepEqual(searchToKeep({ ...wrong, 'label.a-b.c': ['x'] }), { 'label.a-b.c': ['x'] });
  });

  it('it is active whatever the order of its filters, also with an interaction open', () => {
    const view = { page: 'interactions' as const, search: { model: ['b', 'a'], q: 'x' } };
    const shown = {
      page: 'interactions' as const,
      search: { q: 'x', model: ['a', 'b'], id: 'i', range: '7d' },
    };
    assert.ok(isShown(view, shown));
    assert.ok(!isShown(view, { ...shown, page: 'sessions' }));
    assert.ok(!isShown(view, { ...shown, search: { ...shown.search, q: 'y' } }));
    assert.ok(!isShown(view, { ...shown, search: { ...shown.search, range: '30d' } }));
    assert.ok(!isShown(view, null));
  });

  it('with explicit times, it is active whatever preset is in the address', () => {
    const moments = { from: '2025-01-01T00:00:00Z', to: '2025-01-02T00:00:00Z' };
    const view = { page: 'errors' as const, search: moments };
    assert.ok(isShown(view, { page: 'errors', search: { ...moments, range: '30d' } }));
  });

  it('a page with its default settings cannot be saved', () => {
    const narrowed = (search: Record<string, string>) => isNarrowed({ page: 'users', search });
    assert.deepEqual(
      [narrowed({}), narrowed({ range: '7d', id: 'i' }), narrowed({ range: '30d' }), narrowed({ q: 'x' })],
      [false, false, true, true],
    );
  });
});
