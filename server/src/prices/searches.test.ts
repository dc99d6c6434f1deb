import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type PricedExchange, priceExchange } from './price.ts';

const AT = Date.UTC(2026, 0, 1);
const NO_TOKENS = {
  input: null,
  output: 0,
  total: null,
  cachedInput: null,
  cacheWrite: null,
  reasoning: null,
};

function exchange(changes: Partial<PricedExchange>): PricedExchange {
  const named = { model: 'rerank-v3.5', requestedModel: 'rerank-v3.5' };
  const bodies = { request: {}, response: { results: [] } };
  return {
    format: 'cohere',
    provider: 'cohere',
    ...named,
    usage: NO_TOKENS,
    at: AT,
    ...bodies,
    texts: 20,
    ...changes,
  };
}

test('a ranking costs its billed searches', () => {
  const counted = { results: [], meta: { billed_units: { search_units: 3 } } };
  assert.deepEqual(priceExchange(exchange({ response: counted }), []), {
    usd: 0.006,
    source: 'searches of rerank-v3.5',
    stated: null,
  });
});

test('without a count, every hundred documents are one search', () => {
  const onBedrock = (model: string, texts: number) =>
    priceExchange(
      exchange({
        format: 'bedrock',
        provider: 'aws',
        model,
        requestedModel: model,
        texts,
        response: { body: { results: [] } },
      }),
      [],
    )?.usd;
  assert.equal(onBedrock('cohere.rerank-v3-5:0', 100), 0.002);
  assert.equal(onBedrock('us.cohere.rerank-v3-5:0', 101), 0.004);
  assert.equal(onBedrock('amazon.rerank-v1:0', 1), 0.001);
});

test('an error, an unknown ranker and a conversation have no cost', () => {
  assert.equal(priceExchange(exchange({ response: { message: 'Overloaded' } }), []), null);
  assert.equal(priceExchange(exchange({ model: 'rerank-x', requestedModel: 'rerank-x' }), []), null);
  assert.equal(priceExchange(exchange({ texts: null }), []), null);
});

test('an embedding costs its input', () => {
  const priced = (format: PricedExchange['format'], model: string, response = {}) =>
    priceExchange(
      exchange({
        format,
        provider: format,
        model,
        requestedModel: model,
        response,
        usage: { ...NO_TOKENS, input: 1_000_000, total: 1_000_000 },
      }),
      [],
    )?.usd;
  assert.equal(priced('openai', 'text-embedding-3-small'), 0.02);
  assert.equal(priced('mistral', 'mistral-embed'), 0.1);
  assert.equal(priced('gemini', 'models/gemini-embedding-001'), 0.15);
  assert.equal(priced('cohere', 'embed-v4.0'), 0.12);
  // Images have a rate of their own.
  const pictures = { meta: { billed_units: { images: 2, input_tokens: 5 } } };
  assert.equal(priced('cohere', 'embed-v4.0', pictures), undefined);
});
