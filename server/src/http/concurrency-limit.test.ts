import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConcurrencyLimit } from './concurrency-limit.ts';

describe('places', () => {
  it('are limited for each application and in all, and free again once left', () => {
    const places = new ConcurrencyLimit({ inAll: 4, perApp: 2 });
    const first = places.take(['a']);
    assert.ok(first && places.take(['a']));
    assert.equal(places.take(['a']), undefined);
    assert.equal(places.take(['b', 'a']), undefined);
    assert.ok(places.take(['b']) && places.take(['c']));
    assert.equal(places.take(['d']), undefined);
    first();
    first();
    assert.ok(places.take(['d']));
    assert.equal(places.take(['e']), undefined, 'leaving twice frees one place');
  });

  it('are not all taken by a few applications', () => {
    const places = new ConcurrencyLimit({ inAll: 8, perApp: 4 });
    const takenBy = (app: string) => [1, 2, 3, 4].filter(() => places.take([app])).length;
    assert.deepEqual(['a', 'b', 'c', 'd'].map(takenBy), [4, 2, 1, 1]);
  });

  it('are limited for each account, whichever of its applications they are for', () => {
    const places = new ConcurrencyLimit({ inAll: 4, perAccount: 2, perApp: 2 });
    const first = places.take(['a'], ['one']);
    assert.ok(first && places.take(['b'], ['one']));
    assert.equal(places.take(['c'], ['one']), undefined);
    assert.ok(places.take(['d'], ['other']), 'another account has places');
    first();
    assert.ok(places.take(['c'], ['one']));
  });
});
