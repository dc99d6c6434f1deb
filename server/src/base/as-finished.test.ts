import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { asFinished } from './as-finished.ts';

describe('jobs of which a few run at a time', () => {
  it('yield their results in the order in which they finish', async () => {
    const slow = Promise.withResolvers<string>();
    const results = asFinished([() => slow.promise, async () => 'second', async () => 'third'], 2);
    assert.equal((await results.next()).value, 'second');
    assert.equal((await results.next()).value, 'third');
    slow.resolve('first');
    assert.equal((await results.next()).value, 'first');
    assert.equal((await results.next()).done, true);
  });

  it('begin in their order, and no sooner than results are taken', async () => {
    const begun: number[] = [];
    const job = (n: number) => async () => {
      begun.push(n);
      return n;
    };
    const results = asFinished([job(0), job(1), job(2), job(3)], 2);
    assert.deepEqual(begun, []);
    await results.next();
    assert.deepEqual(begun, [0, 1]);
    await results.next();
    assert.deepEqual(begun, [0, 1, 2]);
    assert.deepEqual((await Array.fromAsync(results)).length, 2);
    assert.deepEqual(begun, [0, 1, 2, 3]);
  });
});
