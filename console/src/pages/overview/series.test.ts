import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { QueryAnswer } from '@parley/contract';
import { colored, stack } from './series.ts';

const DAY = '2026-01-01T00:00:00.000Z';
const answer = (rows: Record<string, unknown>[]) =>
  ({ rows: rows.map((row) => ({ time: DAY, ...row })) }) as unknown as QueryAnswer;
const BUSY = answer([
  { model: 'small', interactions: 3 },
  { model: 'large', interactions: 9 },
  { model: null, others: true, interactions: 50 },
]);
const DEAR = answer([
  { model: 'huge', costUsd: 8 },
  { model: 'large', costUsd: 7 },
  { model: 'small', costUsd: 1 },
  { model: null, others: true, costUsd: 1 },
]);

describe('series', () => {
  it('stand in the order of their size, the others last', () => {
    const { series } = stack(BUSY, 'model', 'interactions');
    assert.deepEqual(
      series.map(({ name }) => name),
      ['large', 'small', 'others'],
    );
  });

  it('have the colour of their name, whichever chart they are in', () => {
    const [busy, dear] = colored([stack(BUSY, 'model', 'interactions'), stack(DEAR, 'model', 'costUsd')]);
    const colorsIn = (stacked = busy) => new Map(stacked?.series.map(({ name, color }) => [name, color]));
    for (const name of ['large', 'small', 'others'])
      assert.equal(colorsIn(busy).get(name), colorsIn(dear).get(name), name);
    assert.equal(new Set(colorsIn(dear).values()).size, 4);
  });
});
