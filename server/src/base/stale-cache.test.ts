import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { StaleCache } from './stale-cache.ts';

describe('StaleCache', () => {
  it('returns a fresh value', async () => {
    let n = 0;
    const known = new StaleCache(async () => ++n);
    assert.deepEqual(await known.get(1000), { value: 1, isFresh: true });
    assert.deepEqual(await known.get(1000), { value: 2, isFresh: true });
  });

  it('returns the last value when no fresh one comes in time, or none is asked for', async () => {
    let asked = 0;
    const late = Promise.withResolvers<string>();
    const known = new StaleCache(() => (asked++ === 0 ? Promise.resolve('first') : late.promise));
    await known.get(1000);
    assert.deepEqual(await known.get(10), { value: 'first', isFresh: false });
    assert.deepEqual(await known.get(10), { value: 'first', isFresh: false });
    assert.equal(asked, 2, 'one question at a time');
    late.resolve('second');
    assert.deepEqual(await known.get(1000), { value: 'second', isFresh: true });
    assert.deepEqual(await known.get(0), { value: 'second', isFresh: false });
  });

  it('returns null until a first value has come', async () => {
    const known = new StaleCache(() => Promise.reject(new Error('away')));
    assert.deepEqual(await known.get(1000), { value: null, isFresh: false });
  });
});
