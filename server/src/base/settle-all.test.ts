import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settleAll } from './settle-all.ts';

test('items after a failing one are processed, and the failure is thrown', async () => {
  const done: number[] = [];
  const work = async (n: number) => {
    if (n % 2 === 0) throw new Error(`not ${n}`);
    done.push(n);
  };
  await assert.rejects(settleAll([1, 2, 3, 4, 5], work), { message: '2 of 5 failed: not 2' });
  assert.deepEqual(done, [1, 3, 5]);
  await assert.rejects(settleAll([2], work), { message: 'not 2' });
  await assert.rejects(settleAll([2, 4, 11], work, 2), { message: '2 of 2 failed: not 2' });
  await settleAll([7, 9], work);
  assert.deepEqual(done, [1, 3, 5, 7, 9]);
});
