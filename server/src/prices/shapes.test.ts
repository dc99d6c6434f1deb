/**
 * Costs of exchanges in newer shapes, calculated by hand from their fixtures and the price list of July 2026.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadFixtures } from '../../test/fixtures/formats.ts';
import { loadTwins, serverSentEvents } from '../../test/fixtures/stream-twins.ts';
import { readExchange } from '../formats/index.ts';
import { providerOf } from '../record/provider.ts';
import { priceExchange } from './price.ts';

const AT = Date.parse('2026-07-01T12:00:00Z');

type Sent = Pick<ReturnType<typeof loadFixtures>[number], 'format' | 'type' | 'request' | 'response'>;

function usd({ format, type, request, response: sent }: Sent): number | null {
  const { exchange, response } = readExchange(format, type, request, sent);
  const { model, requestedModel, usage } = exchange;
  const provider = providerOf(format, response, model);
  return (
    priceExchange({ format, provider, model, requestedModel, usage, at: AT, request, response }, [])?.usd ??
    null
  );
}

function assertCost(actual: number | null, micro: number): void {
  assert.ok(actual !== null && Math.abs(actual * 1e6 - micro) < 1e-6, `${actual} is not ${micro / 1e6}`);
}

function fixture(name: string): Sent {
  const found = loadFixtures().find((each) => each.name === name);
  assert.ok(found, name);
  return found;
}

test('an OpenAI response costs its fresh, cached and cache-write input and its output', () => {
  // gpt-5.6-sol: 5 for input, 0.5 for cache reads, 6.25 for cache writes, 30 for output.
  assertCost(usd(fixture('openai-response')), 100 * 5 + 800 * 0.5 + 300 * 6.25 + 90 * 30);
});

test('an OpenAI response with searches costs its tokens plus a fee per search', () => {
  // gpt-5: 1.25 for input, 10 for output; 10 per thousand web searches, 2.5 per thousand file searches.
  const { response, ...searched } = fixture('openai-response-items');
  const items = Array.isArray(response.output) ? response.output : [];
  const output = items.filter(({ type }) => type !== 'image_generation_call');
  assertCost(usd({ ...searched, response: { ...response, output } }), 400 * 1.25 + 120 * 10 + 10_000 + 2_500);
  // It also generated an image, whose tokens are not reported.
  assert.equal(usd({ ...searched, response }), null);
});

test('reasoning outside the completion count is output: xAI states it, Gemini includes it in the total only', () => {
  // grok-4: 3, 0.75 cached, 15; gemini-2.5-flash: 0.3, 2.5.
  assertCost(usd(fixture('openai-reasoning-outside')), 800 * 3 + 200 * 0.75 + 400 * 15);
  assertCost(usd(fixture('openai-thinking-in-total')), 1000 * 0.3 + 600 * 2.5);
});

test('Converse costs its fresh input, cache reads, cache writes and output', () => {
  // Claude Haiku 4.5, global: 1 for input, 0.1 for cache reads, 1.25 for cache writes, 5 for output.
  assertCost(usd(fixture('bedrock-converse')), 40 * 1 + 90 * 0.1 + 10 * 1.25 + 20 * 5);
});

test('Converse prices one-hour cache writes at their own rate', () => {
  const { request, response, ...converse } = fixture('bedrock-converse');
  const modelId = 'global.anthropic.claude-opus-5-5';
  const usage = {
    inputTokens: 40,
    outputTokens: 20,
    totalTokens: 160,
    cacheReadInputTokens: 90,
    cacheWriteInputTokens: 10,
    cacheDetails: [
      { ttl: '5m', inputTokens: 4 },
      { ttl: '1h', inputTokens: 6 },
    ],
  };
  // Claude Opus 5.5, global: 4, 0.2 for reads, 5 for five-minute writes, 8 for one-hour writes, 20 for
  // output.
  assertCost(
    usd({ ...converse, request: { ...request, modelId }, response: { ...response, usage } }),
    40 * 4 + 90 * 0.2 + 4 * 5 + 6 * 8 + 20 * 20,
  );
});

/** In millionths of a dollar; null where the upstream reports no counts, or no list has the model. */
const STREAMS: Record<string, number | null> = {
  // gpt-4o: 2.5, 1.25 cached, 10.
  'openai-chat': 400 * 2.5 + 600 * 1.25 + 40 * 10,
  'openai-chat-tools': null,
  // gpt-5: 1.25, 0.125 cached, 10; one search of the web.
  'openai-response': 400 * 1.25 + 600 * 0.125 + 40 * 10 + 10_000,
  // Claude Haiku 4.5: 1, 0.1 read, 1.25 written, 5.
  'anthropic-chat': 100 * 1 + 600 * 0.1 + 300 * 1.25 + 90 * 5,
  'anthropic-completion': null,
  // gemini-2.5-flash: 0.3, 0.03 cached, 2.5; thoughts are output.
  'gemini-chat': 400 * 0.3 + 600 * 0.03 + 30 * 2.5,
  // sonar-pro: 3, 15, and a fee for the request.
  'perplexity-chat': 8 * 3 + 9 * 15 + 6000,
  // Claude Haiku 4.5, global, as above.
  'bedrock-converse': 100 * 1 + 600 * 0.1 + 300 * 1.25 + 40 * 5,
  // Claude 3 Haiku: 0.25, 1.25.
  'bedrock-claude': 12 * 0.25 + 6 * 1.25,
  // Nova Lite: 0.06, 0.24.
  'bedrock-nova': 5 * 0.06 + 4 * 0.24,
};

for (const [name, micro] of Object.entries(STREAMS)) {
  test(`the stream of ${name} costs its tokens`, () => {
    const twin = loadTwins().find((each) => each.name === name);
    assert.ok(twin);
    for (const response of [{ stream: serverSentEvents(twin) }, { chunks: twin.chunks }, twin.response]) {
      const cost = usd({ ...twin, response });
      if (micro === null) assert.equal(cost, null);
      else assertCost(cost, micro);
    }
  });
}
