import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findProvider, type Provider } from '@pydantic/genai-prices';
import { findModel } from './find-model.ts';
import { modelNames } from './model-names.ts';

const VENDORS = [
  ...['google', 'aws', 'cohere', 'anthropic', 'openai', 'azure', 'mistral', 'perplexity'],
  ...['x-ai', 'deepseek', 'moonshotai', 'groq', 'together', 'openrouter'],
];

function vendor(id: string): Provider {
  const found = findProvider({ providerId: id });
  assert.ok(found, id);
  return found;
}

const idOf = (provider: string, name: string) => findModel(vendor(provider), name)?.id ?? null;

/** Suffixes that do not change the model. */
const SAME_MODEL_SUFFIXES =
  '-2031-02-03 -20310203 @20310203 -02-2031 -02-03 -3102 -001 -latest @latest'.split(' ');

/** Suffixes that name another model. */
const OTHER_MODEL_SUFFIXES = [
  '-mini -nano -micro -small -large -lite -light -pro -max -ultra -plus -8b -70b -32k -128k -fast -turbo -flash',
  '-high -deep-research -reasoning -preview -exp -beta -thinking -instruct -chat -codex -search -search-preview',
  '-audio -audio-preview -image -vision -tts -live -realtime -transcribe -embed -nightly -distill-llama-70b',
  '.1 .5 -1 -2 -5 2 x',
].flatMap((line) => line.split(' '));

describe('the price list of', () => {
  for (const provider of VENDORS) {
    test(`${provider} finds every model by its own id`, () => {
      for (const { id } of vendor(provider).models) assert.equal(idOf(provider, id), id);
    });

    test(`${provider} does not match a name to a model with a different name`, () => {
      const { models } = vendor(provider);
      for (const { id } of models) {
        for (const same of SAME_MODEL_SUFFIXES) {
          const found = idOf(provider, id + same);
          assert.ok(found === null || found === id || found === id + same, `${id}${same} is not ${found}`);
        }
        for (const other of OTHER_MODEL_SUFFIXES) {
          const name = id.replace(/((?:-v\d+)?(?::\d+)*)$/, `${other}$1`);
          // Some ids are prefixes that accept any continuation.
          if (id.endsWith('-') || UPSTREAM_NAMES.some(([, real]) => real === name)) continue;
          const found = findModel(vendor(provider), name);
          // Unless a rule of the list contains the whole name.
          const rule = JSON.stringify(found?.match ?? '').toLowerCase();
          const said = found?.id === name || rule.includes(`"${name.toLowerCase()}`);
          assert.ok(!found || said, `${name} is not ${found?.id}`);
        }
      }
    });
  }
});

const NAMELESS = { provider: null, model: null, requestedModel: null };

describe('a model name', () => {
  test('is taken from a path or an ARN', () => {
    for (const { id } of vendor('google').models) {
      for (const path of [`models/${id}`, `publishers/google/models/${id}`])
        assert.deepEqual(modelNames({ ...NAMELESS, format: 'gemini', model: path }), [id]);
    }
    for (const { id } of vendor('aws').models) {
      for (const kind of ['foundation-model', 'inference-profile'])
        assert.deepEqual(
          modelNames({
            ...NAMELESS,
            format: 'bedrock',
            requestedModel: `arn:aws:bedrock:us-east-1:1:${kind}/${id}`,
          }),
          [id],
        );
    }
  });

  test('has the same price entry in every region', () => {
    for (const { id } of vendor('aws').models) {
      const [, region, model = ''] = /^(?:(global|regional)\.)?(.*)$/.exec(id) ?? [];
      if (region === 'global') continue;
      for (const prefix of ['', 'us.', 'eu.', 'apac.', 'jp.', 'us-gov.']) {
        const found = idOf('aws', prefix + model);
        assert.ok(found === id || found === null, `${prefix}${model} is not ${found}`);
      }
    }
  });
});

/** Model names as upstreams use them. */
const UPSTREAM_NAMES: [provider: string, name: string, id: string | null][] = [
  ['google', 'gemini-1.5-flash', 'gemini-1.5-flash'],
  ['google', 'gemini-1.5-flash-002', 'gemini-1.5-flash'],
  ['google', 'gemini-1.5-flash-8b', 'gemini-flash-1.5-8b'],
  ['google', 'gemini-1.5-flash-8b-001', 'gemini-flash-1.5-8b'],
  ['google', 'gemini-1.5-flash-8b-latest', 'gemini-flash-1.5-8b'],
  ['google', 'gemini-1.5-flash-8b-exp-0924', null],
  ['google', 'gemini-1.5-flash-preview', 'gemini-1.5-flash'],
  ['google', 'gemini-1.5-pro-preview', 'gemini-1.5-pro'],
  ['google', 'gemini-1.5-pro-preview-0409', 'gemini-1.5-pro'],
  ['google', 'gemini-2.0-flash-001', 'gemini-2.0-flash'],
  ['google', 'gemini-2.0-flash-exp', 'gemini-2.0-flash'],
  ['google', 'gemini-2.0-flash-thinking-exp-01-21', 'gemini-2.0-flash'],
  ['google', 'gemini-2.0-flash-exp-image-generation', null],
  ['google', 'gemini-2.0-flash-lite-001', 'gemini-2.0-flash-lite'],
  ['google', 'gemini-2.0-flash-lite-preview', 'gemini-2.0-flash-lite'],
  ['google', 'gemini-2.0-flash-lite-preview-02-05', 'gemini-2.0-flash-lite'],
  ['google', 'gemini-2.5-pro-preview', 'gemini-2.5-pro'],
  ['google', 'gemini-2.5-pro-preview-06-05', 'gemini-2.5-pro'],
  ['google', 'gemini-2.5-flash-lite-preview-06-17', 'gemini-2.5-flash-lite'],
  ['google', 'gemini-2.5-flash-lite-preview-09-2025', 'gemini-2.5-flash-lite'],
  ['anthropic', 'claude-3-5-sonnet-20241022', 'claude-3-5-sonnet'],
  ['anthropic', 'claude-3-5-sonnet-v2@20241022', 'claude-3-5-sonnet'],
  ['anthropic', 'claude-3-5-haiku@20241022', 'claude-3-5-haiku-latest'],
  ['anthropic', 'claude-sonnet-4@20250514', 'claude-sonnet-4-0'],
  ['anthropic', 'claude-sonnet-4-20250514', 'claude-sonnet-4-0'],
  ['anthropic', 'claude-opus-4-1-20250805', 'claude-opus-4-1'],
  ['anthropic', 'claude-2.1', 'claude-2'],
  ['anthropic', 'claude-sonnet-5-5-20310203', null],
  ['openai', 'gpt-4o-2024-05-13', 'gpt-4o-2024-05-13'],
  ['openai', 'gpt-4o-2024-08-06', 'gpt-4o'],
  ['openai', 'gpt-4o-20240806', 'gpt-4o'],
  ['openai', 'GPT-4o-Mini', 'gpt-4o-mini'],
  ['openai', 'gpt-4o-audio-preview-2024-10-01', 'gpt-4o-audio-preview'],
  ['openai', 'gpt-3.5-turbo-instruct-0914', 'gpt-3.5-turbo-instruct'],
  ['openai', 'ft:gpt-4o-mini-2024-07-18:acme::abc123', 'ft:gpt-4o-mini'],
  ['openai', 'ft:gpt-4o-2024-08-06:acme:shop:abc123', 'ft:gpt-4o'],
  ['openai', 'computer-use-preview', 'computer-use'],
  ['openai', 'computer-use-preview-2025-03-11', 'computer-use'],
  ['azure', 'o4-mini-deep-research', null],
  ['mistral', 'magistral-medium-2506', 'magistral-medium'],
  ['mistral', 'magistral-small-latest', 'magistral-small'],
  ['deepseek', 'deepseek-r1-0528', 'deepseek-reasoner'],
  ['deepseek', 'deepseek-r1-distill-qwen-7b', null],
  ['aws', 'us.anthropic.claude-3-5-haiku-20241022-v1:0', 'regional.anthropic.claude-3-5-haiku-20241022-v1:0'],
  ['aws', 'anthropic.claude-3-haiku-20240307-v1:0:48k', 'regional.anthropic.claude-3-haiku-20240307-v1:0'],
  ['aws', 'global.anthropic.claude-sonnet-4-6', 'global.anthropic.claude-sonnet-4-6-v1:0'],
  ['aws', 'apac.amazon.nova-lite-v1:0', 'amazon.nova-lite-v1:0'],
  ['aws', 'amazon.nova-lite-v1:0:300k', 'amazon.nova-lite-v1:0'],
  ['aws', 'amazon.nova-lite-v2:0', null],
  ['aws', 'amazon.titan-text-express-v1', 'amazon.titan-text-express-v1'],
  ['aws', 'amazon.titan-embed-text-v2:0', null],
  ['aws', 'us.meta.llama3-1-70b-instruct-v1:0', 'meta.llama3-1-70b-instruct-v1:0'],
];

describe('an upstream’s model name', () => {
  for (const [provider, name, id] of UPSTREAM_NAMES) {
    test(`${name} is ${id ?? 'none'} of ${provider}`, () => assert.equal(idOf(provider, name), id));
  }
});
