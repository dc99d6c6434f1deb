import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FigureName } from './figure-kinds.ts';
import { figureOf, type ModelRow, modelRows, sorted } from './model-figures.ts';

const answer = (rows: object[], before: object[] = []) => ({
  from: '2026-11-01T00:00:00.000Z',
  to: '2026-11-08T00:00:00.000Z',
  rows: rows as never,
  previous: { from: '2026-10-25T00:00:00.000Z', to: '2026-11-01T00:00:00.000Z', rows: before as never },
});

const MINI = {
  requestedModel: 'mini',
  interactions: 3,
  costUsd: 0.03,
  inputTokens: 300,
  costPerCall: 0.01,
  cachedShare: 0.25,
};
const NO_MODEL = { requestedModel: null, interactions: 1, costUsd: null, inputTokens: null };

test('a model has figures per call, shares, and the response models below it', () => {
  const [mini, none] = modelRows(
    answer([MINI, NO_MODEL], [{ requestedModel: 'mini', interactions: 2, costPerCall: 0.005 }]),
    answer([
      { requestedModel: 'mini', model: 'mini-2024-07-18', interactions: 2 },
      { requestedModel: 'mini', model: null, interactions: 1 },
    ]),
  );
  assert.ok(mini?.before && none);
  const value = (name: FigureName, row: Pick<ModelRow, 'figures'> = mini) => figureOf(row, name).value;
  assert.deepEqual(
    [mini.share, value('costPerCall'), value('inputPerCall'), value('cachedShare')],
    [0.75, 0.01, 100, 0.25],
  );
  assert.equal(value('costPerCall', { figures: mini.before }), 0.005);
  assert.deepEqual(mini.answered, [{ model: 'mini-2024-07-18', interactions: 2 }]);
  assert.deepEqual([none.model, value('costPerCall', none), none.before], [null, null, null]);
});

test('unknown values come last in either order', () => {
  const rows = modelRows(
    answer([NO_MODEL, MINI, { ...MINI, requestedModel: 'large', costUsd: 3 }]),
    undefined,
  );
  const models = (order: 'asc' | 'desc') => sorted(rows, 'costUsd', order).map(({ model }) => model);
  assert.deepEqual(models('desc'), ['large', 'mini', null]);
  assert.deepEqual(models('asc'), ['mini', 'large', null]);
});

test('a figure says how many calls are behind it, and where it would lie by chance', () => {
  const [mini] = modelRows(
    answer([
      {
        ...MINI,
        interactions: 263,
        errorRate: 81 / 263,
        latencyCount: 120,
        latencyP95: 900,
        latencyP95Low: 700,
        latencyP95High: null,
      },
    ]),
    undefined,
  );
  assert.ok(mini);
  assert.deepEqual(figureOf(mini, 'latencyP95'), { value: 900, n: 120, low: 700, high: null });
  const { n, low, high } = figureOf(mini, 'errorRate');
  assert.deepEqual([n, low?.toFixed(4), high?.toFixed(4)], [263, '0.2553', '0.3662']);
  assert.deepEqual(figureOf(mini, 'inputPerCall').low, null);
});
