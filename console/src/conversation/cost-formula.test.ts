import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PriceOverride, Usage } from '@parley/contract';
import fc from 'fast-check';
import { costFormula, priceSource, tokenParts } from './cost-formula.ts';

const USAGE: Usage = {
  input: 1000,
  output: 500,
  total: 1500,
  cachedInput: 200,
  cacheWrite: null,
  reasoning: 100,
};
const OVERRIDE: PriceOverride = {
  id: 'p1',
  appId: 'a',
  model: 'm',
  input: 3,
  output: 15,
  cachedInput: 0.3,
  cacheWrite: null,
  from: null,
  to: null,
};
const NAMES = { model: 'm', requestedModel: 'm' };

describe('the parts of the tokens', () => {
  it('they add up to input and output, whatever the upstream reports about caches', () => {
    const tokens = fc.nat(1_000_000);
    fc.assert(
      fc.property(tokens, tokens, tokens, tokens, tokens, (fresh, read, write, answer, thought) => {
        const usage = {
          input: fresh + read + write,
          output: answer + thought,
          total: null,
          cachedInput: read,
          cacheWrite: write,
          reasoning: thought,
        };
        const sum = tokenParts(usage).reduce((total, part) => total + part.tokens, 0);
        assert.equal(sum, usage.input + usage.output);
      }),
    );
  });

  it('unreported parts are left out', () => {
    assert.deepEqual(tokenParts({ ...USAGE, input: null, reasoning: null }), [
      { name: 'answer', label: 'Output', tokens: 500 },
    ]);
  });
});

describe('the formula of a cost', () => {
  it('it shows every rate of a custom price', () => {
    const cost = { usd: (800 * 3 + 200 * 0.3 + 500 * 15) / 1e6, source: 'override p1', stated: null };
    assert.equal(
      costFormula({ usage: USAGE, cost, ...NAMES }, OVERRIDE),
      '800 uncached input × $3.00 + 200 cached input × $0.30 + 400 answer × $15.00 + 100 reasoning × $15.00, per million tokens = $0.00996',
    );
  });

  it('it shows no rates that do not add up to the cost', () => {
    const cost = { usd: 1, source: 'override p1', stated: null };
    assert.match(costFormula({ usage: USAGE, cost, ...NAMES }, OVERRIDE), /priced separately = \$1\.00$/);
  });

  it('it explains why there is no cost', () => {
    assert.match(costFormula({ usage: USAGE, cost: null, ...NAMES }), /no price for m/);
    assert.match(
      costFormula({ usage: { ...USAGE, output: null }, cost: null, ...NAMES }),
      /did not report token counts/,
    );
  });

  it('it names the upstream that stated the cost', () => {
    const cost = { usd: 0.25, source: 'stated by perplexity', stated: 0.25 };
    assert.equal(costFormula({ usage: USAGE, cost, ...NAMES }), 'perplexity stated $0.25 in its response.');
    assert.equal(priceSource(cost.source), 'The response');
  });

  it('it names the price list', () => {
    assert.equal(
      priceSource('genai-prices 0.1.2 openai/gpt-4o'),
      'List price of openai/gpt-4o (genai-prices 0.1.2)',
    );
  });
});
