import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exactUsd, usd, usdAxis, usdColumn } from './money.ts';

describe('an amount of money', () => {
  const CASES: readonly [amount: number | null | undefined, text: string][] = [
    [null, '–'],
    [undefined, '–'],
    [0, '$0.00'],
    [0.4, '$0.40'],
    [0.02, '$0.02'],
    [0.01, '$0.01'],
    [12.345, '$12.35'],
    [1234.5, '$1,234.50'],
    [25_000, '$25,000.00'],
    [999_999.99, '$999,999.99'],
    [1_234_567, '$1.23M'],
    [0.00996, '$0.01'],
    [0.0099, '$0.0099'],
    [0.0012345, '$0.0012'],
    [0.0003, '$0.00030'],
    [0.0001, '$0.00010'],
    [0.00009, '< $0.0001'],
    [1e-9, '< $0.0001'],
    [-0.4, '-$0.40'],
    [-0.0012345, '-$0.0012'],
    [-1e-9, '> -$0.0001'],
  ];
  for (const [amount, text] of CASES)
    it(`${amount} is written ${text}`, () => {
      assert.equal(usd(amount), text);
    });

  it('has an exact figure, without the noise of adding up', () => {
    const amounts = [0.1 + 0.2, 0.0012345, 4e-8, 12, 1_234_567.891, 0, null, -0.5];
    assert.deepEqual(amounts.map(exactUsd), [
      '$0.30',
      '$0.0012345',
      '$0.00000004',
      '$12.00',
      '$1,234,567.891',
      '$0.00',
      '–',
      '-$0.50',
    ]);
  });
});

describe('amounts in a column', () => {
  const column = (values: readonly (number | null)[]) => values.map(usdColumn(values));

  it('have the decimals that their median needs', () => {
    assert.deepEqual(column([0.4, 0.1, 0.02, null, 0]), ['$0.40', '$0.10', '$0.02', '–', '$0.00']);
    assert.deepEqual(column([0.4, 3, 0.0012]), ['$0.40', '$3.00', '< $0.01']);
    assert.deepEqual(column([0.4, 0.0034, 0.0012]), ['$0.4000', '$0.0034', '$0.0012']);
    assert.deepEqual(column([0.0004, 0.00034, 0.0000001]), ['$0.00040', '$0.00034', '< $0.0001']);
    assert.deepEqual(column([-0.4, -0.1]), ['-$0.40', '-$0.10']);
    assert.deepEqual(column([]), []);
  });

  it('are chosen by amounts that are known and not zero', () => {
    assert.deepEqual(column([0, 0, 0, null, null, 0.0012]), [
      '$0.0000',
      '$0.0000',
      '$0.0000',
      '–',
      '–',
      '$0.0012',
    ]);
  });

  it('are never shown as zero unless they are', () => {
    for (const small of [0.0049, 0.00004, 1e-12])
      for (const others of [[1, 1], [0.002, 0.002], []])
        assert.doesNotMatch(usdColumn([small, ...others])(small), /^\$0\.0*$/, `${small} beside ${others}`);
  });
});

describe('amounts on an axis', () => {
  const axis = (ticks: readonly number[]) => ticks.map(usdAxis(ticks));

  it('have enough decimals to differ', () => {
    assert.deepEqual(axis([0, 0.005, 0.01, 0.015]), ['$0.000', '$0.005', '$0.010', '$0.015']);
    assert.deepEqual(axis([0, 0.1, 0.2, 0.30000000000000004]), ['$0.00', '$0.10', '$0.20', '$0.30']);
  });

  it('are short where they are large', () => {
    assert.deepEqual(axis([0, 20_000]), ['$0.00', '$20K']);
    assert.deepEqual(axis([0, 5000, 10_000]), ['$0.00', '$5K', '$10K']);
  });
});
