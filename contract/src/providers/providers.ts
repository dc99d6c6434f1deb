/** Every provider by its id in records: names, hosts, format and price list. */
import type { ProviderDescriptor } from './descriptor.ts';
import type { Format } from './formats.ts';

const LIST = [
  {
    name: 'openai',
    label: 'OpenAI',
    telemetry: /^openai/,
    domains: ['openai.com'],
    hosts: ['api.openai.com', '.api.openai.com'],
    format: 'openai',
  },
  {
    name: 'azure',
    label: 'Azure',
    telemetry: /^(azure|az\.ai)/,
    domains: ['.azure.com'],
    hosts: ['.openai.azure.com', '.cognitiveservices.azure.com', '.services.ai.azure.com'],
    format: 'openai',
  },
  {
    name: 'anthropic',
    label: 'Anthropic',
    telemetry: /^anthropic/,
    domains: ['anthropic.com'],
    hosts: ['api.anthropic.com'],
    format: 'anthropic',
    priceList: 'anthropic',
  },
  {
    name: 'google',
    label: 'Google',
    telemetry: /^(gcp|google|gemini|vertex)/,
    domains: ['googleapis.com'],
    hosts: ['generativelanguage.googleapis.com', 'aiplatform.googleapis.com', '-aiplatform.googleapis.com'],
    format: 'gemini',
    priceList: 'google',
  },
  {
    name: 'aws',
    label: 'AWS',
    telemetry: /^(aws|amazon|bedrock)/,
    domains: ['amazonaws.com'],
    // Not all of AWS's domain: most of it is unrelated to models.
    hosts: [/(?:^|\.)bedrock-runtime(?:-fips)?\.(?:[a-z0-9-]+\.)+amazonaws\.com(?:\.cn)?$/],
    format: 'bedrock',
  },
  {
    name: 'cohere',
    label: 'Cohere',
    telemetry: /^cohere/,
    domains: ['cohere.ai', 'cohere.com'],
    hosts: ['api.cohere.com', 'api.cohere.ai'],
    format: 'cohere',
    priceList: 'cohere',
  },
  {
    name: 'mistral',
    label: 'Mistral',
    telemetry: /^mistral/,
    domains: ['mistral.ai'],
    hosts: ['api.mistral.ai', 'codestral.mistral.ai'],
    format: 'mistral',
    priceList: 'mistral',
  },
  {
    name: 'perplexity',
    label: 'Perplexity',
    telemetry: /^perplexity/,
    domains: ['perplexity.ai'],
    hosts: ['api.perplexity.ai'],
    format: 'perplexity',
    priceList: 'perplexity',
  },
  { name: 'xai', telemetry: /^x[._-]?ai/, domains: ['x.ai'], hosts: ['api.x.ai'], priceList: 'x-ai' },
  {
    name: 'deepseek',
    telemetry: /^deepseek/,
    domains: ['deepseek.com'],
    hosts: ['api.deepseek.com'],
    priceList: 'deepseek',
  },
  { name: 'groq', telemetry: /^groq/, domains: ['groq.com'], hosts: ['api.groq.com'], priceList: 'groq' },
  {
    name: 'together',
    telemetry: /^together/,
    domains: ['together.ai', 'together.xyz'],
    hosts: ['api.together.xyz'],
    priceList: 'together',
  },
  {
    name: 'fireworks',
    telemetry: /^fireworks/,
    domains: ['fireworks.ai'],
    hosts: ['api.fireworks.ai'],
    priceList: 'fireworks',
  },
  {
    name: 'openrouter',
    telemetry: /^openrouter/,
    domains: ['openrouter.ai'],
    hosts: ['openrouter.ai'],
    priceList: 'openrouter',
  },
  { name: 'cerebras', hosts: ['api.cerebras.ai'], priceList: 'cerebras' },
  {
    name: 'ollama',
    label: 'Ollama',
    telemetry: /^ollama/,
    domains: ['ollama.com'],
    hosts: ['*:11434', 'ollama.com'],
    format: 'ollama',
    selfHosted: true,
  },
  { name: 'vllm', telemetry: /^vllm/, selfHosted: true },
] as const satisfies readonly (ProviderDescriptor & { format?: Format })[];

/** A provider that Parley knows. Payloads and telemetry may name others. */
export type ProviderName = (typeof LIST)[number]['name'];

export type Provider = ProviderDescriptor & { name: ProviderName; format?: Format };

export const PROVIDERS: readonly Provider[] = LIST;

const BY_NAME: ReadonlyMap<string | null, Provider> = new Map(PROVIDERS.map((each) => [each.name, each]));

/** Undefined for an unknown provider. */
export function providerNamed(name: string | null): Provider | undefined {
  return BY_NAME.get(name);
}
