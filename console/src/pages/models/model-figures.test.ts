import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modelRows, sorted } from './model-figures.ts';

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
  cachedInputTokens: 75,
};
const NO_MODEL = { requestedModel: null, interactions: 1, costUsd: null, inputTokens: null };

test('a model has figures per call, shares, and the response models below it', () => {
  const [mini, none] = modelRows(
    answer([MINI, NO_MODEL], [{ requestedModel: 'mini', interactions: 2, costUsd: 0.01 }]),
    answer([
      { requestedModel: 'mini', model: 'mini-2024-07-18', interactions: 2 },
      { requestedModel: 'mini', model: null, interactions: 1 },
    ]),
  );
  assert.deepEqual(
    [mini?.share, mini?.costPerCall, mini?.inputPerCall, mini?.cachedShare, mini?.before?.costPerCall],
    [0.75, 0.01, 100, 0.25, 0.005],
  );
  assert.deepEqual(mini?.answered, [{ model: 'mini-2024-07-18', interactions: 2 }]);
  assert.deepEqual([none?.model, none?.costPerCall, none?.before], [null, null, null]);
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
