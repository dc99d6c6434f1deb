import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryBody } from '@parley/contract';
import { fold, type Summed, sumsOf } from './fold.ts';

const DAY = 86_400_000;
const question = (more: object = {}) =>
  QueryBody.parse({ measures: ['interactions', 'errorRate', 'costUsd'], dimensions: ['model'], ...more });
const SUMS = ['count()', "countIf(outcome = 'error')", 'sum(cost_usd)'];

const row = (model: string | null, time: number, ...sums: (number | null)[]): Summed => ({
  time,
  dimensions: [model],
  sums,
});

test('each sum is queried once, however many measures use it', () => {
  assert.deepEqual(sumsOf(question()), SUMS);
  assert.deepEqual(sumsOf(question({ orderBy: 'blockedRate' }))?.at(-1), "countIf(outcome = 'blocked')");
});

test('measures that are not made of sums, and unbounded dimensions, are left to the store', () => {
  for (const measure of ['users', 'sessions', 'latencyP95', 'interactionsPerSession'])
    assert.equal(sumsOf(question({ measures: ['interactions', measure] })), null);
  assert.equal(sumsOf(question({ orderBy: 'users', measures: ['interactions', 'users'] })), null);
  for (const dimension of ['user', 'session'])
    assert.equal(sumsOf(question({ dimensions: [dimension] })), null);
});

test('groups are ranked by their values over all buckets of the shown period', () => {
  const rows = [row('a', 0, 5, 0, 1), row('b', 0, 1, 1, null), row('b', DAY, 6, 0, 2), row('c', 0, 2, 0, 9)];
  const before = [row('c', -DAY, 100, 0, 1), row('b', -DAY, 1, 0, 1), row('d', -DAY, 3, 3, null)];
  const folded = fold(question({ limit: 2, others: true }), SUMS, rows, before);
  assert.deepEqual(folded.order, ['["b"]', '["a"]']);
  assert.deepEqual(folded.rows, [
    { time: 0, values: { model: 'b', interactions: 1, errorRate: 1, costUsd: null } },
    { time: DAY, values: { model: 'b', interactions: 6, errorRate: 0, costUsd: 2 } },
    { time: 0, values: { model: 'a', interactions: 5, errorRate: 0, costUsd: 1 } },
    { time: 0, others: true, values: { model: null, interactions: 2, errorRate: 0, costUsd: 9 } },
  ]);
  assert.deepEqual(folded.before, [
    { time: -DAY, values: { model: 'b', interactions: 1, errorRate: 0, costUsd: 1 } },
    { time: -DAY, others: true, values: { model: null, interactions: 103, errorRate: 3 / 103, costUsd: 1 } },
  ]);
});

test('ties are ordered by name, byte by byte; unknown values come last', () => {
  const rows = [
    row('b', 0, 1, 0, null),
    row('a', 0, 1, 0, null),
    row(null, 0, 1, 0, 1),
    row('é', 0, 1, 0, 0),
  ];
  const orderOf = (more: object) =>
    fold(question(more), SUMS, rows, []).order.map((key) => JSON.parse(key)[0]);
  assert.deepEqual(orderOf({}), [null, 'a', 'b', 'é']);
  assert.deepEqual(orderOf({ orderBy: 'costUsd' }), [null, 'é', 'a', 'b']);
  assert.deepEqual(orderOf({ orderBy: 'costUsd', order: 'asc' }), ['a', 'b', 'é', null]);
  assert.deepEqual(orderOf({ orderBy: 'model' }), ['é', 'b', 'a', null]);
});

test('numbers are ordered by value', () => {
  const rows = [2, 10, 1].map((hour) => ({ dimensions: [hour], sums: [1] }));
  const body = QueryBody.parse({
    measures: ['interactions'],
    dimensions: ['hourOfDay'],
    orderBy: 'hourOfDay',
    order: 'asc',
  });
  assert.deepEqual(fold(body, ['count()'], rows, []).order, ['[1]', '[2]', '[10]']);
});
