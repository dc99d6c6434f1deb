import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bestOf, differs, type Estimate, ranksOf, shareInterval } from './estimate.ts';

const share = (failed: number, n: number): Estimate => ({
  value: failed / n,
  n,
  ...shareInterval(failed / n, n),
});
const close = (actual: number | null, expected: number) =>
  assert.ok(actual !== null && Math.abs(actual - expected) < 5e-5, `${actual}, not ${expected}`);

describe("the interval of a share is Wilson's", () => {
  it('it has the published values for 81 of 263 and 1 of 29', () => {
    // Newcombe (1998), "Two-sided confidence intervals for the single proportion", table I, method 3.
    for (const [failed, n, low, high] of [
      [81, 263, 0.2553, 0.3662],
      [1, 29, 0.0061, 0.1718],
      [0, 20, 0, 0.1611],
    ] as const) {
      const interval = shareInterval(failed / n, n);
      close(interval.low, low);
      close(interval.high, high);
    }
  });

  it('without calls there is none', () => {
    assert.deepEqual(shareInterval(null, 0), { low: null, high: null });
  });
});

describe('a difference', () => {
  it('it is noise where few calls are behind it, and counts where many are', () => {
    assert.equal(differs(share(3, 50), share(1, 50)), false);
    assert.equal(differs(share(3000, 50_000), share(1000, 50_000)), true);
    assert.equal(differs(share(1000, 50_000), share(3000, 50_000)), true);
  });

  it('it is noise where an interval has no bound on the side of the other', () => {
    const slow: Estimate = { value: 900, n: 40, low: 500, high: null };
    const fast: Estimate = { value: 100, n: 400, low: 90, high: 110 };
    assert.equal(differs(slow, fast), true);
    assert.equal(differs({ ...slow, low: null }, fast), false);
    assert.equal(differs(fast, { ...fast, value: null }), false);
  });

  it('of two samples of one distribution, about one in a hundred is taken for real', () => {
    // Fixed seed, so that the outcome is the same in every run.
    let state = 7;
    const random = () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state / 2 ** 32;
    };
    const sample = () => share(Array.from({ length: 400 }, random).filter((one) => one < 0.1).length, 400);
    const real = Array.from({ length: 2000 }, () => differs(sample(), sample())).filter(Boolean).length;
    assert.ok(real > 5 && real < 40, `${real} of 2,000`);
  });
});

describe('the best estimate', () => {
  it('it is the best or the worst only if it differs from every other beyond chance', () => {
    const [a, b, c] = [share(10, 1000), share(100, 1000), share(13, 1000)];
    assert.equal(bestOf([b, a], 'less'), a);
    assert.equal(bestOf([b, a], 'more'), b);
    assert.equal(bestOf([a, b, c], 'less'), null);
    assert.deepEqual([...ranksOf([a, b, c], 'less')], [[b, 'worst']]);
    assert.deepEqual([...ranksOf([a, b], 'less')], [[a, 'best']]);
    assert.deepEqual([...ranksOf([a, b], undefined)], []);
    assert.equal(bestOf([a], 'less'), null);
    assert.equal(bestOf([a, { ...b, value: null }], 'less'), null);
  });
});
