import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moveTo } from './list-moves.ts';

test('keys move within the list', () => {
  for (const [key, at, to] of [
    ['j', -1, 0],
    ['J', 3, 4],
    ['ArrowDown', 9, 9],
    ['k', -1, 0],
    ['ArrowUp', 1, 0],
    ['PageDown', 2, 7],
    ['PageUp', 2, 0],
    ['Home', 8, 0],
    ['End', 8, 9],
  ] as const)
    assert.equal(moveTo(key, at, 10, 5), to, key);
});

test('other keys, an empty list and leaps in a list that does not scroll move nothing', () => {
  assert.equal(moveTo('q', 1, 10, 5), null);
  assert.equal(moveTo('j', -1, 0, 5), null);
  assert.equal(moveTo('End', 1, 10, null), null);
});
