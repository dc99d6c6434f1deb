/** The provider of a model, when the payload does not name it. */
import { DESCRIPTORS, type Format, type ProviderName } from '@parley/contract';
import type { Json } from '../formats/index.ts';
import { arr, isObject, obj } from '../formats/shared/read.ts';

/**
 * Distinctive features of providers that speak OpenAI's dialect; the first match wins. Gateways come first,
 * since they repeat the responses of the providers behind them.
 */
const FEATURES: readonly [provider: ProviderName, shows: (response: Json, model: string) => boolean][] = [
  ['azure', isAzure],
  ['openrouter', ({ id, provider }) => starts(id, 'gen-') && typeof provider === 'string'],
  ['fireworks', (_, model) => /^accounts\/[^/]+\/models\//.test(model)],
  ['groq', ({ x_groq, usage }) => isObject(x_groq) || has(usage, 'queue_time', 'completion_time')],
  ['ollama', ({ system_fingerprint }) => system_fingerprint === 'fp_ollama'],
  ['vllm', (response) => 'prompt_logprobs' in response && choicesHave(response, 'stop_reason')],
  ['together', (response) => Array.isArray(response.prompt) && choicesHave(response, 'seed')],
  [
    'deepseek',
    ({ usage }, model) => isDeepSeeks(model) || (/^deepseek-/.test(model) && has(usage, ...CACHE_FIELDS)),
  ],
  ['xai', (_, model) => /^grok-\d/.test(model)],
  ['google', (_, model) => /^(?:models\/|google\/)?gemini-/.test(model)],
  ['perplexity', ({ search_results }, model) => /^sonar\b/.test(model) && Array.isArray(search_results)],
];

const CACHE_FIELDS = ['prompt_cache_hit_tokens', 'prompt_cache_miss_tokens'] as const;

/** `model` is the response model, or else the requested one. */
export function providerOf(format: Format, response: Json, model: string | null = null): string | null {
  const { provider } = DESCRIPTORS[format];
  if (format !== 'openai' && format !== 'universal') return provider;
  return FEATURES.find(([, shows]) => shows(response, model ?? ''))?.[0] ?? provider;
}

/** Azure answers like OpenAI, and adds the results of its content filters. */
function isAzure(response: Json): boolean {
  return (
    response.prompt_filter_results !== undefined ||
    response.content_filters !== undefined ||
    choicesHave(response, 'content_filter_results') ||
    obj(obj(response.error).innererror).content_filter_result !== undefined
  );
}

/** Others host DeepSeek's weights, too; only DeepSeek's own API uses these names. */
function isDeepSeeks(model: string): boolean {
  return model === 'deepseek-chat' || model === 'deepseek-reasoner';
}

function choicesHave({ choices }: Json, member: string): boolean {
  return arr(choices).some((choice) => obj(choice)[member] !== undefined);
}

function has(value: unknown, ...members: readonly string[]): boolean {
  return members.every((member) => obj(value)[member] !== undefined);
}

function starts(value: unknown, prefix: string): boolean {
  return typeof value === 'string' && value.startsWith(prefix);
}
