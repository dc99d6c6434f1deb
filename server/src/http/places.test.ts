import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Places } from './places.ts';

describe('places', () => {
  it('are limited for each application and in all, and free again once left', () => {
    const places = new Places({ inAll: 3, perApp: 2 });
    const first = places.take(['a']);
    assert.ok(first && places.take(['a']));
    assert.equal(places.take(['a']), undefined);
    assert.equal(places.take(['b', 'a']), undefined);
    const other = places.take(['b']);
    assert.ok(other);
    assert.equal(places.take(['c']), undefined);
    first();
    first();
    assert.ok(places.take(['c']));
    assert.equal(places.take(['d']), undefined, 'leaving twice frees one place');
  });
});
