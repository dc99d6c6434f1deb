import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FigureKind } from './figure-kinds.ts';
import { figureNamed } from './figure-kinds.ts';
import { labelMatrix } from './label-matrix.ts';

const kind = (name: string): FigureKind => {
  const found = figureNamed(name);
  assert.ok(found);
  return found;
};
const row = (requestedModel: string, feature: string | null, interactions: number, errorRate: number) => ({
  requestedModel,
  'label.feature': feature,
  interactions,
  errorRate,
});
const ANSWER = {
  from: '2026-11-01T00:00:00.000Z',
  to: '2026-11-08T00:00:00.000Z',
  rows: [
    row('large', 'chat', 2000, 0.01),
    row('mini', 'chat', 2000, 0.1),
    row('mini', 'search', 10, 0.1),
    row('large', 'search', 10, 0.2),
    row('mini', null, 5, 0),
  ],
};

describe('the matrix of models and a label', () => {
  it('models are rows and values columns, those with the most calls first', () => {
    const { columns, rows, hidden } = labelMatrix(ANSWER, 'label.feature', kind('interactions'), 8);
    assert.deepEqual(columns, ['chat', 'search', null]);
    assert.equal(hidden, 0);
    assert.deepEqual(
      rows.map(({ model, cells }) => [model, ...cells.map((cell) => cell?.value ?? null)]),
      [
        ['mini', 2000, 10, 5],
        ['large', 2000, 10, null],
      ],
    );
  });

  it('the best model of a column is marked, and the worst of three, only where that is no chance', () => {
    const ranks = (rows: typeof ANSWER.rows) =>
      labelMatrix({ ...ANSWER, rows }, 'label.feature', kind('errorRate'), 8).rows.map(({ model, cells }) => [
        model,
        ...cells.map((cell) => cell?.rank ?? null),
      ]);
    assert.deepEqual(ranks(ANSWER.rows), [
      ['mini', null, null, null],
      ['large', 'best', null, null],
    ]);
    const third = [row('old', 'chat', 1900, 0.3), row('old', 'search', 10, 0.3)];
    assert.deepEqual(ranks([...ANSWER.rows, ...third]), [
      ['mini', null, null, null],
      ['large', 'best', null, null],
      ['old', 'worst', null, null],
    ]);
  });

  it('values beyond the last column are counted', () => {
    const { columns, hidden } = labelMatrix(ANSWER, 'label.feature', kind('costUsd'), 1);
    assert.deepEqual([columns, hidden], [['chat'], 2]);
  });
});
