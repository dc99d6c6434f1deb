import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mayBeChance } from './chance.ts';

const both = (failed: number, calls: number, failedBefore: number, callsBefore: number) => ({
  now: [calls, calls, failed],
  before: [callsBefore, callsBefore, failedBefore],
});

test('a rate over few calls may be chance, however much it changed', () => {
  assert.equal(mayBeChance(both(4, 4, 0, 1), true), true);
  assert.equal(mayBeChance(both(3, 40, 1, 40), true), true);
  assert.equal(mayBeChance(both(30, 400, 10, 400), true), false);
  assert.equal(mayBeChance(both(5, 5, 0, 200), true), false);
  assert.equal(mayBeChance(both(0, 50, 0, 50), true), true);
});

test('a mean is judged by the number of calls only', () => {
  assert.equal(mayBeChance(both(9000, 4, 1000, 100), false), true);
  assert.equal(mayBeChance(both(9000, 40, 1000, 100), false), false);
});
