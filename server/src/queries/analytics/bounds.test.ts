import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { percentileBound, ratioBound } from './bounds.ts';

describe('bounds of a percentile', () => {
  /** As the store would return them for the values 1 to n: the number, and the values at the ranks. */
  const shared = (n: number) => [
    n,
    ...[0.5, 0.95, 0.99].flatMap((level) =>
      [-1, 1].map((side) => Math.ceil(n * level + side * 1.959964 * Math.sqrt(n * level * (1 - level)))),
    ),
  ];
  const read = (side: 'low' | 'high', level: 0.5 | 0.95 | 0.99, n: number) =>
    percentileBound(side, 'latency_ms', level).read(shared(n));

  it('the median of 100 values lies between the 41st and the 60th', () => {
    assert.deepEqual([read('low', 0.5, 100), read('high', 0.5, 100)], [41, 60]);
  });

  it('an upper bound needs 73 values for a 95th percentile, and 381 for a 99th', () => {
    assert.deepEqual([read('high', 0.95, 72), read('high', 0.95, 73)], [null, 73]);
    assert.deepEqual([read('high', 0.99, 380), read('high', 0.99, 381)], [null, 381]);
    assert.equal(read('low', 0.5, 0), null);
  });
});

describe('bounds of a ratio', () => {
  const mean = { name: 'cost', part: 'cost_usd', whole: '1', when: 'true' };
  /** The sums over these values, each of one call. */
  const shared = (values: readonly number[]) => {
    const [sum, squares] = [values.reduce((a, b) => a + b, 0), values.reduce((a, b) => a + b * b, 0)];
    return [sum, values.length, squares, sum, values.length, values.length];
  };

  it('those of a mean are 1.96 standard errors away', () => {
    const values = Array.from({ length: 100 }, (_, i) => (i % 2 === 0 ? 1 : 3));
    // The mean is 2, the standard deviation 1.005, its standard error 0.1005.
    const [low, high] = (['low', 'high'] as const).map((side) => ratioBound(side, mean).read(shared(values)));
    assert.deepEqual([low?.toFixed(4), high?.toFixed(4)], ['1.8030', '2.1970']);
  });

  it('equal values leave no doubt, and fewer than 30 too much', () => {
    assert.equal(ratioBound('high', mean).read(shared(Array<number>(30).fill(0.5))), 0.5);
    assert.equal(ratioBound('high', mean).read(shared(Array<number>(29).fill(0.5))), null);
  });
});
