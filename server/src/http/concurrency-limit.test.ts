import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConcurrencyLimit } from './concurrency-limit.ts';

describe('a concurrency limit', () => {
  it('applies to each application and in total, and frees slots on release', () => {
    const limit = new ConcurrencyLimit({ inAll: 4, perApp: 2 });
    const first = limit.take(['a']);
    assert.ok(first && limit.take(['a']));
    assert.equal(limit.take(['a']), undefined);
    assert.equal(limit.take(['b', 'a']), undefined);
    assert.ok(limit.take(['b']) && limit.take(['c']));
    assert.equal(limit.take(['d']), undefined);
    first();
    first();
    assert.ok(limit.take(['d']));
    assert.equal(limit.take(['e']), undefined, 'releasing twice frees one slot');
  });

  it('does not let a few applications take all slots', () => {
    const limit = new ConcurrencyLimit({ inAll: 8, perApp: 4 });
    const takenBy = (app: string) => [1, 2, 3, 4].filter(() => limit.take([app])).length;
    assert.deepEqual(['a', 'b', 'c', 'd'].map(takenBy), [4, 2, 1, 1]);
  });

  it('applies to each account, across its applications', () => {
    const limit = new ConcurrencyLimit({ inAll: 4, perAccount: 2, perApp: 2 });
    const first = limit.take(['a'], ['one']);
    assert.ok(first && limit.take(['b'], ['one']));
    assert.equal(limit.take(['c'], ['one']), undefined);
    assert.ok(limit.take(['d'], ['other']), 'another account has slots');
    first();
    assert.ok(limit.take(['c'], ['one']));
  });
});
