/** Whose model it was, where a payload does not say it itself. */
import type { Format } from '@parley/contract';
import type { Json } from '../formats/index.ts';
import { arr, isObject, obj } from '../formats/shared/read.ts';

const PROVIDERS: Readonly<Record<Format, string | null>> = {
  gemini: 'google',
  bedrock: 'aws',
  cohere: 'cohere',
  anthropic: 'anthropic',
  openai: 'openai',
  mistral: 'mistral',
  perplexity: 'perplexity',
  // Anybody's.
  universal: null,
};

/**
 * What others who speak OpenAI's dialect answer with, and nobody else does; the first that fits counts.
 * Those that pass calls on to others come first: they repeat what they were answered.
 */
const SIGNS: readonly [provider: string, shows: (response: Json, model: string) => boolean][] = [
  ['azure', isAzure],
  ['openrouter', ({ id, provider }) => starts(id, 'gen-') && typeof provider === 'string'],
  ['fireworks', (_, model) => /^accounts\/[^/]+\/models\//.test(model)],
  ['groq', ({ x_groq, usage }) => isObject(x_groq) || has(usage, 'queue_time', 'completion_time')],
  ['ollama', ({ system_fingerprint }) => system_fingerprint === 'fp_ollama'],
  ['vllm', (response) => 'prompt_logprobs' in response && choicesHave(response, 'stop_reason')],
  ['together', (response) => Array.isArray(response.prompt) && choicesHave(response, 'seed')],
  ['deepseek', ({ usage }, model) => isDeepSeeks(model) || (/^deepseek-/.test(model) && has(usage, ...HITS))],
  ['xai', (_, model) => /^grok-\d/.test(model)],
  ['google', (_, model) => /^(?:models\/|google\/)?gemini-/.test(model)],
  ['perplexity', ({ search_results }, model) => /^sonar\b/.test(model) && Array.isArray(search_results)],
];

const HITS = ['prompt_cache_hit_tokens', 'prompt_cache_miss_tokens'] as const;

/** `model`: what answered, else what was asked for. */
export function providerOf(format: Format, response: Json, model: string | null = null): string | null {
  if (format !== 'openai' && format !== 'universal') return PROVIDERS[format];
  return SIGNS.find(([, shows]) => shows(response, model ?? ''))?.[0] ?? PROVIDERS[format];
}

/** Azure answers as OpenAI does, and says what its filters thought of it. */
function isAzure(response: Json): boolean {
  return (
    response.prompt_filter_results !== undefined ||
    response.content_filters !== undefined ||
    choicesHave(response, 'content_filter_results') ||
    obj(obj(response.error).innererror).content_filter_result !== undefined
  );
}

/** The weights are anybody's; these names are those of DeepSeek's own address. */
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
