import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FORMATS } from '@parley/contract';
import { providerOf } from './provider.ts';

test('every format except universal has a provider', () => {
  const named = FORMATS.map((format) => [format, providerOf(format, {})]);
  assert.deepEqual(Object.fromEntries(named), {
    gemini: 'google',
    bedrock: 'aws',
    cohere: 'cohere',
    anthropic: 'anthropic',
    openai: 'openai',
    mistral: 'mistral',
    perplexity: 'perplexity',
    ollama: 'ollama',
    universal: null,
  });
});

test('the provider behind OpenAI’s dialect is recognised by distinctive fields, or else is the format’s own', () => {
  const choice = { index: 0, message: { role: 'assistant', content: 'Yes.' }, finish_reason: 'stop' };
  const said: [provider: string, model: string, response: Record<string, unknown>][] = [
    ['openrouter', 'x-ai/grok-4', { id: 'gen-1', provider: 'xAI', choices: [choice] }],
    ['openrouter', 'grok-4', { id: 'gen-1', provider: 'xAI', choices: [choice] }],
    ['fireworks', 'accounts/fireworks/models/deepseek-v3', { choices: [choice] }],
    ['groq', 'llama-3.3-70b-versatile', { x_groq: { id: 'req_1' }, choices: [choice] }],
    ['groq', 'deepseek-r1-distill-llama-70b', { usage: { queue_time: 0.1, completion_time: 0.2 } }],
    ['ollama', 'llama3.2', { system_fingerprint: 'fp_ollama', choices: [choice] }],
    ['vllm', 'house-llama', { prompt_logprobs: null, choices: [{ ...choice, stop_reason: null }] }],
    ['together', 'meta-llama/Llama-3.3-70B', { prompt: [], choices: [{ ...choice, seed: 7 }] }],
    ['deepseek', 'deepseek-chat', { choices: [choice] }],
    ['deepseek', 'deepseek-v4', { usage: { prompt_cache_hit_tokens: 0, prompt_cache_miss_tokens: 3 } }],
    ['xai', 'grok-4', { choices: [choice] }],
    ['google', 'gemini-2.5-flash', { choices: [choice] }],
    ['google', 'google/gemini-2.5-flash', { choices: [choice] }],
    ['perplexity', 'sonar', { search_results: [], choices: [choice] }],
  ];
  for (const [provider, model, response] of said) {
    assert.equal(providerOf('openai', response, model), provider, model);
    assert.equal(providerOf('universal', response, model), provider, model);
    assert.equal(providerOf('mistral', response, model), 'mistral', model);
  }
  for (const model of [
    'gpt-4o',
    'deepseek-ai/DeepSeek-V3',
    'x-ai/grok-4',
    'my-gemini-proxy',
    'sonar',
    'gen-1',
  ])
    assert.equal(providerOf('openai', { id: 'chatcmpl-1', choices: [choice] }, model), 'openai', model);
});

test('Azure is recognised by its content filter results', () => {
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
