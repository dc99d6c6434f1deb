import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadTwins, serverSentEvents } from '../../test/fixtures/stream-twins.ts';
import { loadFixtures } from '../../test/fixtures/telemetry.ts';
import { priceWith } from '../prices/price.ts';
import { type DeriveInput, derive } from './derive.ts';

const AT = Date.parse('2026-07-01T12:00:00Z');
const price = priceWith(() => []);

function input(
  format: DeriveInput['format'],
  type: string,
  request: unknown,
  response: unknown,
): DeriveInput {
  const bodies = { request: JSON.stringify(request), response: JSON.stringify(response) };
  return { appId: 'app_1', format, type, requestedAt: AT, ...bodies };
}

test('a stream gives the same record and cost as its unstreamed twin', () => {
  for (const twin of loadTwins()) {
    const { name, format, type, request, response, chunks } = twin;
    const expected = derive(input(format, type, request, response), price);
    for (const sent of [{ chunks }, { stream: serverSentEvents(twin) }]) {
      assert.deepEqual(derive(input(format, type, request, sent), price), expected, name);
    }
  }
});

test('the provider in the payload takes precedence and determines the prices', () => {
  const request = { model: 'llama-3.3-70b-versatile', messages: [{ role: 'user', content: 'Ready?' }] };
  const response = {
    id: 'chatcmpl-1',
    model: 'llama-3.3-70b-versatile',
    choices: [{ index: 0, message: { role: 'assistant', content: 'Yes.' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 1000, completion_tokens: 100, total_tokens: 1100 },
  };
  const by = (declaredProvider: string | null) => {
    const { provider, cost } = derive(
      { ...input('openai', 'chat', request, response), declaredProvider },
      price,
    );
    return [provider, cost?.source.replace(/^genai-prices \S+ /, '') ?? null];
  };
  assert.deepEqual(by('groq'), ['groq', 'groq/llama-3.3-70b-versatile']);
  assert.deepEqual(by('vllm'), ['vllm', null]);
  assert.deepEqual(by(null)[0], 'openai');
  assert.deepEqual(by('constructor')[0], 'constructor');
});

test('a universal response that is plain text is the answer', () => {
  const request = { model: 'house-llama', messages: [{ role: 'user', content: 'Name a river.' }] };
  const { outputText, outcome, usage, warnings } = derive(
    input('universal', 'chat', request, 'The Elbe.\n\ud83d\ude00'),
    price,
  );
  assert.deepEqual(
    [outputText, outcome, usage.output, warnings],
    ['The Elbe.\n\ud83d\ude00', 'ok', null, []],
  );
});

test('a cost stated in telemetry is kept beside the list price, and is the cost where there is none', () => {
  const by = (model: string) => {
    const attribute = (key: string, value: object) => ({ key, value });
    const attributes = [
      attribute('gen_ai.provider.name', { stringValue: 'openai' }),
      attribute('gen_ai.request.model', { stringValue: model }),
      attribute('gen_ai.usage.input_tokens', { intValue: '1000' }),
      attribute('gen_ai.usage.output_tokens', { intValue: '100' }),
      attribute('langfuse.observation.cost_details', { stringValue: '{"input":0.25,"output":0.5}' }),
    ];
    const span = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), name: 'chat', attributes };
    const request = { resource: {}, scope: {}, span };
    const { cost, warnings } = derive(input('otel', 'chat', request, {}), price);
    return [cost?.usd, cost?.source.replace(/ .*/, ''), cost?.stated, warnings.map(({ code }) => code)];
  };
  assert.deepEqual(by('gpt-4o'), [0.0035, 'genai-prices', 0.75, ['cost_differs_from_stated']]);
  assert.deepEqual(by('house-7b'), [0.75, 'stated', 0.75, []]);
});

test('embeddings and rankings in telemetry have a cost where it is known: per token, per search, or stated', () => {
  const costs = loadFixtures()
    .filter(({ expect: { type } }) => type === 'embedding' || type === 'rerank')
    .map(({ name, texts, expect: { type } }) => {
      const logs = texts.logs.map((log) => JSON.parse(log));
      const { cost, warnings } = derive(
        input('otel', String(type), JSON.parse(texts.span ?? '{}'), { logs }),
        price,
      );
      assert.deepEqual(warnings, []);
      return [name, cost && Number(cost.usd.toPrecision(6))];
    });
  assert.deepEqual(Object.fromEntries(costs), {
    'conventions-embeddings': 1.8e-7,
    'conventions-rerank': null,
    'langfuse-embedding': 1.2e-7,
    'openinference-embedding': 1.2e-7,
    'openinference-embedding-tokens': 8e-8,
    'openinference-reranker': 0.002,
    'openinference-reranker-without-ids': null,
    'openllmetry-embedding': 8e-7,
    'openllmetry-embedding-events': 4e-7,
    'openllmetry-rerank': 0.002,
    'vercel-embed': 1.2e-7,
    'vercel-otel-embed': 6e-8,
    'vercel-rerank': 0.002,
  });
});
