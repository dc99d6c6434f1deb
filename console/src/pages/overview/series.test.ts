import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { QueryAnswer } from '@parley/contract';
import { colored, spanOf, stack } from './series.ts';

const DAY = '2026-01-01T00:00:00.000Z';
const NOON = '2026-01-01T12:00:00.000Z';
const NEXT_DAY = '2026-01-02T00:00:00.000Z';
const END = '2026-01-03T01:00:00.000Z';
const answer = (rows: Record<string, unknown>[]) =>
  ({ rows: rows.map((row) => ({ time: DAY, ...row })), from: NOON, to: END }) as unknown as QueryAnswer;
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

  it('say which time a point counts, up to the next one and within what was asked', () => {
    const stacked = stack(
      answer([
        { model: 'small', interactions: 1 },
        { model: 'small', interactions: 1, time: NEXT_DAY },
      ]),
      'model',
      'interactions',
    );
    assert.deepEqual(spanOf(stacked, 0), { from: NOON, to: NEXT_DAY });
    assert.deepEqual(spanOf(stacked, 1), { from: NEXT_DAY, to: END });
    assert.equal(spanOf(stacked, 2), null);
  });

  it('have the colour of their name, whichever chart they are in', () => {
    const [busy, dear] = colored([stack(BUSY, 'model', 'interactions'), stack(DEAR, 'model', 'costUsd')]);
    const colorsIn = (stacked = busy) => new Map(stacked?.series.map(({ name, color }) => [name, color]));
    for (const name of ['large', 'small', 'others'])
      assert.equal(colorsIn(busy).get(name), colorsIn(dear).get(name), name);
    assert.equal(new Set(colorsIn(dear).values()).size, 4);
  });
});
