import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { effectOf, rateParts } from './effect.ts';
import { factorsOf } from './factors.ts';

const count = fc.integer({ min: 0, max: 1_000_000 });
const sums = fc.tuple(
  count,
  count,
  fc.integer({ min: 0, max: 1_000_000_000 }).map((millionths) => millionths / 1e6),
);
const close = (a: number, b: number) => Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(a), Math.abs(b));

describe('factors', () => {
  it('sum to the change, whatever is zero', () => {
    fc.assert(
      fc.property(sums, sums, (now, before) => {
        // No tokens and no cost without calls.
        const possible = [now, before].map(([calls, tokens, cost]) =>
          calls === 0 ? [0, 0, 0] : [calls, tokens, cost],
        );
        const both = { now: possible[0] ?? [], before: possible[1] ?? [] };
        const factors = factorsOf('amount', 'costUsd', both, both);
        const parts = factors.reduce((sum, { change }) => sum + change, 0);
        return close(parts, (both.now[2] ?? 0) - (both.before[2] ?? 0));
      }),
    );
  });

  it('tell calls, tokens per call and price apart', () => {
    const changeOf = (now: number[], before: number[]) =>
      factorsOf('amount', 'costUsd', { now, before }, { now, before }).map(
        ({ change }) => Math.round(change * 1000) / 1000,
      );
    assert.deepEqual(changeOf([20, 2000, 2], [10, 1000, 1]), [1, 0, 0]);
    assert.deepEqual(changeOf([10, 2000, 2], [10, 1000, 1]), [0, 1, 0]);
    assert.deepEqual(changeOf([10, 1000, 2], [10, 1000, 1]), [0, 0, 1]);
    assert.deepEqual(changeOf([20, 4000, 4], [10, 1000, 1]), [1.5, 1.5, 0]);
    assert.deepEqual(changeOf([10, 1000, 2], [0, 0, 0]), [2, 0, 0], 'what is new is calls');
    assert.deepEqual(changeOf([10, 1000, 2], [10, 1000, 0]), [0, 0, 2], 'a first price is price');
    assert.deepEqual(changeOf([10, 0, 2], [10, 0, 1]), [0, 1], 'without tokens, cost per call');
  });

  it('of a rate sum to its change together with the rest', () => {
    const rate = fc
      .tuple(count, fc.double({ min: 0, max: 1, noNaN: true }))
      .map(([calls, failed]) => [calls, calls, calls * failed]);
    fc.assert(
      fc.property(rate, rate, rate, rate, (now, before, restNow, restBefore) => {
        const all = {
          now: now.map((value, i) => value + (restNow[i] ?? 0)),
          before: before.map((value, i) => value + (restBefore[i] ?? 0)),
        };
        fc.pre((all.now[1] ?? 0) > 0 && (all.before[1] ?? 0) > 0);
        const { own, mix, rest } = rateParts({ now, before }, all);
        const of = (values: number[]) => (values[2] ?? 0) / (values[1] ?? 1);
        return close(own + mix + rest, of(all.now) - of(all.before));
      }),
    );
  });

  it('of everything are the whole change', () => {
    const all = { now: [100, 100, 30], before: [200, 200, 20] };
    assert.ok(close(effectOf('rate', all, all).change, 0.2));
  });
});
