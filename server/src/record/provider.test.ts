import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FORMATS } from '@parley/contract';
import { providerOf } from './provider.ts';

test('every format but the universal one has a provider', () => {
  const named = FORMATS.map((format) => [format, providerOf(format, {})]);
  assert.deepEqual(Object.fromEntries(named), {
    gemini: 'google',
    bedrock: 'aws',
    cohere: 'cohere',
    anthropic: 'anthropic',
    openai: 'openai',
    mistral: 'mistral',
    perplexity: 'perplexity',
    universal: null,
  });
});

test('Azure is told by what its filters say', () => {
  const verdicts = { hate: { filtered: false, severity: 'safe' } };
  for (const response of [
    { prompt_filter_results: [{ prompt_index: 0, content_filter_results: verdicts }] },
    { choices: [{ index: 0, content_filter_results: verdicts }] },
    { error: { code: 'content_filter', innererror: { content_filter_result: verdicts } } },
  ])
    assert.equal(providerOf('openai', response), 'azure');
  for (const response of [{}, { choices: [null, 1, {}] }, { error: null }, { choices: {} }])
    assert.equal(providerOf('openai', response), 'openai');
});
