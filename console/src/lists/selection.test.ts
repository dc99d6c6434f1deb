import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extended, NOTHING, toggled } from './selection.ts';

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f'];
const selected = ({ keys }: { keys: ReadonlySet<string> }) => [...keys].sort().join('');

test('a row is selected, and selected again is not', () => {
  const one = toggled(NOTHING, 'b');
  assert.equal(selected(one), 'b');
  assert.equal(selected(toggled(one, 'd')), 'bd');
  assert.equal(selected(toggled(one, 'b')), '');
});

test('a range reaches from the last selected row, in either direction, and shrinks again', () => {
  const from = toggled(toggled(NOTHING, 'a'), 'd');
  const down = extended(from, ROWS, 'd', 'f');
  assert.equal(selected(down), 'adef');
  const back = extended(down, ROWS, 'f', 'e');
  assert.equal(selected(back), 'ade');
  assert.equal(selected(extended(back, ROWS, 'e', 'c')), 'acd');
});

test('a range begins at the current row if nothing was selected, or if its beginning is gone', () => {
  assert.equal(selected(extended(NOTHING, ROWS, 'b', 'c')), 'bc');
  const gone = toggled(NOTHING, 'x');
  assert.equal(selected(extended(gone, ROWS, 'e', 'f')), 'efx');
});
