import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usd, usdAxis, usdColumn } from './format.ts';

test('an amount has two decimals, and a small one four digits that count', () => {
  const amounts = [0.4, 0.1, 0.02, 12.345, 1234.5, 25_000, 0.0012345, 0.00004, 0, null, undefined];
  assert.deepEqual(amounts.map(usd), [
    '$0.40',
    '$0.10',
    '$0.02',
    '$12.35',
    '$1,234.50',
    '$25K',
    '$0.001235',
    '$0.00004000',
    '$0.00',
    '–',
    '–',
  ]);
});

const column = (values: readonly (number | null)[], atLeast?: number) =>
  values.map(usdColumn(values, atLeast));

test('amounts beneath each other have the same number of decimals', () => {
  assert.deepEqual(column([0.4, 0.1, 0.02, null, 0]), ['$0.40', '$0.10', '$0.02', '–', '$0.00']);
  assert.deepEqual(column([0.4, 0.0012]), ['$0.400000', '$0.001200']);
  assert.deepEqual(column([0.4, 0.009]), ['$0.400000', '$0.009000']);
  assert.deepEqual(column([0.0123, 0.0149], 4), ['$0.0123', '$0.0149']);
  assert.deepEqual(column([]), []);
});

test('nothing that was paid for looks free', () => {
  assert.deepEqual(column([1, 0.0000001]), ['$1.000000', '$0.0000001000']);
});

test('amounts beside a chart have as many decimals as tell them apart', () => {
  const axis = (ticks: readonly number[]) => ticks.map(usdAxis(ticks));
  assert.deepEqual(axis([0, 0.005, 0.01, 0.015]), ['$0.000', '$0.005', '$0.010', '$0.015']);
  assert.deepEqual(axis([0, 0.1, 0.2, 0.30000000000000004]), ['$0.00', '$0.10', '$0.20', '$0.30']);
  assert.deepEqual(axis([0, 20_000]), ['$0.00', '$20K']);
});
