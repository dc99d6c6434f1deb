import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { PriceOverride } from '@parley/contract';
import fc from 'fast-check';
import { findOverride } from './overrides.ts';
import { type PricedExchange, priceExchange } from './price.ts';

const AT = Date.parse('2026-07-01T12:00:00Z');

function override(id: string, parts: Partial<PriceOverride> = {}): PriceOverride {
  return {
    id,
    appId: 'app_1',
    model: 'gpt-4o',
    input: 2,
    output: 8,
    cachedInput: null,
    cacheWrite: null,
    from: null,
    to: null,
    ...parts,
  };
}

const EXCHANGE: PricedExchange = {
  format: 'openai',
  provider: 'openai',
  model: 'gpt-4o',
  requestedModel: 'gpt-4o',
  usage: { input: 1000, output: 100, total: 1100, cachedInput: 400, cacheWrite: 200, reasoning: null },
  at: AT,
  request: {},
  response: {},
};

function found(overrides: PriceOverride[], names: string[], at = AT): string | null {
  return findOverride(overrides, names, at)?.id ?? null;
}

describe('the override that applies', () => {
  test('takes precedence over the list price and is named as the source', () => {
    const cost = priceExchange(EXCHANGE, [override('price_1')]);
    assert.deepEqual(cost, { usd: (1000 * 2 + 100 * 8) / 1e6, source: 'override price_1', stated: null });
  });

  test('takes precedence over the stated cost', () => {
    const response = { usage: { cost: { total_cost: 1 } } };
    const stated = { ...EXCHANGE, format: 'perplexity' as const, model: 'sonar', response };
    assert.equal(
      priceExchange(stated, [override('price_1', { model: 'sonar' })])?.source,
      'override price_1',
    );
  });

  test('has separate rates for the parts of the input', () => {
    const own = override('price_1', { cachedInput: 1, cacheWrite: 3 });
    assert.equal(priceExchange(EXCHANGE, [own])?.usd, (400 * 2 + 400 * 1 + 200 * 3 + 100 * 8) / 1e6);
  });

  test('prices a model that no list has', () => {
    const unknown = { ...EXCHANGE, model: 'house-llama', requestedModel: null };
    assert.equal(priceExchange(unknown, []), null);
    assert.equal(
      priceExchange(unknown, [override('price_1', { model: 'house-*' })])?.source,
      'override price_1',
    );
  });

  test('matches a Bedrock ARN verbatim', () => {
    const arn = 'arn:aws:bedrock:us-east-1:1234:provisioned-model/abc';
    const provisioned = { ...EXCHANGE, format: 'bedrock' as const, requestedModel: arn };
    assert.equal(
      priceExchange(provisioned, [override('price_1', { model: arn })])?.source,
      'override price_1',
    );
  });

  test('is an exact name before a pattern, and a longer pattern before a shorter one', () => {
    const all = [
      override('any', { model: '*' }),
      override('short', { model: 'gpt-*' }),
      override('long', { model: 'gpt-4*' }),
      override('exact', { model: 'gpt-4o' }),
    ];
    for (const order of [all, all.toReversed()]) {
      assert.equal(found(order, ['gpt-4o']), 'exact');
      assert.equal(found(order, ['gpt-4.1']), 'long');
      assert.equal(found(order, ['gpt-5']), 'short');
      assert.equal(found(order, ['claude']), 'any');
    }
  });

  test('is looked up by the response model before the requested one', () => {
    const both = [override('asked', { model: 'gpt-4o' }), override('answered', { model: 'gpt-4o-2024*' })];
    assert.equal(found(both, ['gpt-4o-2024-08-06', 'gpt-4o']), 'answered');
    assert.equal(found(both, ['gpt-4o-2025-01-01', 'gpt-4o']), 'asked');
  });

  test('ignores case', () => {
    assert.equal(found([override('x', { model: 'GPT-4*' })], ['gpt-4o']), 'x');
  });

  test('applies from its start until just before its end', () => {
    const dated = [override('dated', { from: AT, to: AT + 10 })];
    assert.deepEqual(
      [AT - 1, AT, AT + 9, AT + 10].map((at) => found(dated, ['gpt-4o'], at)),
      [null, 'dated', 'dated', null],
    );
  });

  test('is, for the same model, the one with the latest start, even before one without a start', () => {
    const all = [
      override('always'),
      override('older', { from: AT - 20 }),
      override('newer', { from: AT - 10 }),
    ];
    for (const order of [all, all.toReversed()]) {
      assert.equal(found(order, ['gpt-4o']), 'newer');
      assert.equal(found(order, ['gpt-4o'], AT - 15), 'older');
      assert.equal(found(order, ['gpt-4o'], AT - 25), 'always');
    }
  });

  test('does not depend on the order of the overrides', () => {
    const some = fc.uniqueArray(
      fc.record({
        id: fc.uuid(),
        model: fc.constantFrom('*', 'gpt*', 'gpt-4*', 'gpt-4o', 'claude*'),
        from: fc.option(fc.integer({ min: AT - 5, max: AT + 5 }), { nil: null }),
        to: fc.option(fc.integer({ min: AT - 5, max: AT + 5 }), { nil: null }),
      }),
      { selector: ({ id }) => id },
    );
    fc.assert(
      fc.property(some, (parts) => {
        const overrides = parts.map(({ id, ...rest }) => override(id, rest));
        const best = found(overrides, ['gpt-4o']);
        assert.equal(found(overrides.toReversed(), ['gpt-4o']), best);
      }),
    );
  });
});
