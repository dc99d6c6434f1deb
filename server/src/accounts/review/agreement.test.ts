import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Answers } from '@parley/contract';
import { agreementOn, cohensKappa } from './agreement.ts';

type Pair = readonly [string, string];
const times = (n: number, ...pair: Pair): Pair[] => Array.from({ length: n }, () => pair);

describe("Cohen's kappa", () => {
  it('is that of the textbook example: 50 grants, 35 of them judged alike', () => {
    const pairs = [
      ...times(20, 'yes', 'yes'),
      ...times(5, 'yes', 'no'),
      ...times(10, 'no', 'yes'),
      ...times(15, 'no', 'no'),
    ];
    assert.ok(Math.abs((cohensKappa(pairs) ?? 0) - 0.4) < 1e-12);
  });

  it('tells agreement beyond chance from the same share of equal answers', () => {
    const often = [
      ...times(45, 'yes', 'yes'),
      ...times(15, 'yes', 'no'),
      ...times(25, 'no', 'yes'),
      ...times(15, 'no', 'no'),
    ];
    const mixed = [
      ...times(25, 'yes', 'yes'),
      ...times(35, 'yes', 'no'),
      ...times(5, 'no', 'yes'),
      ...times(35, 'no', 'no'),
    ];
    assert.equal(cohensKappa(often)?.toFixed(4), '0.1304');
    assert.equal(cohensKappa(mixed)?.toFixed(4), '0.2593');
  });

  it('is 1 for full agreement, below 0 for less than by chance, and null when nothing varies', () => {
    assert.equal(cohensKappa([...times(3, 'a', 'a'), ...times(3, 'b', 'b')]), 1);
    assert.equal(cohensKappa([...times(3, 'a', 'b'), ...times(3, 'b', 'a')]), -1);
    assert.equal(cohensKappa(times(30, 'a', 'a')), null);
    assert.equal(cohensKappa([]), null);
  });
});

describe('agreement on a question', () => {
  const pairs = (n: number, a: Answers, b: Answers) => Array.from({ length: n }, () => [a, b] as const);

  it('counts equal answers, and has no kappa below 20 items', () => {
    const some = [...pairs(10, { ok: true }, { ok: true }), ...pairs(9, { ok: true }, { ok: false })];
    const question = { name: 'ok', kind: 'boolean' } as const;
    assert.deepEqual(agreementOn(question, some), {
      name: 'ok',
      kind: 'boolean',
      items: 19,
      same: 10,
      kappa: null,
      meanDifference: null,
    });
    const enough = agreementOn(question, [...some, ...pairs(1, { ok: false }, { ok: false })]);
    assert.deepEqual([enough.items, enough.same], [20, 11]);
    assert.ok(enough.kappa !== null && enough.kappa > 0 && enough.kappa < 1);
  });

  it('has the mean difference of numbers', () => {
    const some = [...pairs(1, { stars: 1 }, { stars: 4 }), ...pairs(3, { stars: 5 }, { stars: 5 })];
    const { same, kappa, meanDifference } = agreementOn({ name: 'stars', kind: 'number' }, some);
    assert.deepEqual({ same, kappa, meanDifference }, { same: 3, kappa: null, meanDifference: 0.75 });
  });

  it('leaves out items that one of them has not answered', () => {
    const some = [...pairs(2, { plan: 'pro' }, {}), ...pairs(1, { plan: 'pro' }, { plan: 'free' })];
    const { items, same } = agreementOn({ name: 'plan', kind: 'word' }, some);
    assert.deepEqual({ items, same }, { items: 1, same: 0 });
  });
});
