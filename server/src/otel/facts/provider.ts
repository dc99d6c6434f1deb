import type { Format } from '@parley/contract';
import { readShortened } from '../../envelope/fields.ts';
import { Notes } from '../../envelope/notes.ts';
import { firstText } from '../attributes.ts';
import type { Attributes } from '../telemetry.ts';

const NAMES = [
  'gen_ai.provider.name',
  'llm.provider',
  'gen_ai.system',
  'ai.model.provider',
  'llm.system',
  'langfuse.observation.metadata.ls_provider', // LangChain
];

/** What telemetry calls a provider, up to the first sign that is no letter of a name: ours for it. */
const PROVIDERS: readonly [RegExp, string][] = [
  [/^(azure|az\.ai)/, 'azure'],
  [/^openai/, 'openai'],
  [/^(aws|amazon|bedrock)/, 'aws'],
  [/^(gcp|google|gemini|vertex)/, 'google'],
  [/^anthropic/, 'anthropic'],
  [/^cohere/, 'cohere'],
  [/^mistral/, 'mistral'],
  [/^perplexity/, 'perplexity'],
  [/^x[._-]?ai/, 'xai'],
  [/^deepseek/, 'deepseek'],
  [/^groq/, 'groq'],
  [/^together/, 'together'],
  [/^fireworks/, 'fireworks'],
  [/^openrouter/, 'openrouter'],
  [/^ollama/, 'ollama'],
  [/^vllm/, 'vllm'],
];
/** An OpenAI client may speak to somebody else. */
const HOSTS: readonly [RegExp, string][] = [
  [/\.azure\.com$/, 'azure'],
  [/(^|\.)perplexity\.ai$/, 'perplexity'],
  [/(^|\.)mistral\.ai$/, 'mistral'],
  [/(^|\.)openai\.com$/, 'openai'],
  [/(^|\.)anthropic\.com$/, 'anthropic'],
  [/(^|\.)googleapis\.com$/, 'google'],
  [/(^|\.)amazonaws\.com$/, 'aws'],
  [/(^|\.)cohere\.(ai|com)$/, 'cohere'],
  [/(^|\.)x\.ai$/, 'xai'],
  [/(^|\.)deepseek\.com$/, 'deepseek'],
  [/(^|\.)groq\.com$/, 'groq'],
  [/(^|\.)together\.(ai|xyz)$/, 'together'],
  [/(^|\.)fireworks\.ai$/, 'fireworks'],
  [/(^|\.)openrouter\.ai$/, 'openrouter'],
];

/** The format that a provider's own requests and prices have. */
const FORMATS: ReadonlyMap<string | null, Format> = new Map<string, Format>([
  ['openai', 'openai'],
  ['azure', 'openai'],
  ['anthropic', 'anthropic'],
  ['google', 'gemini'],
  ['aws', 'bedrock'],
  ['cohere', 'cohere'],
  ['mistral', 'mistral'],
  ['perplexity', 'perplexity'],
]);

const LONGEST = 64;

/** Whose model it was, in our word for it where we have one, else in the telemetry's. `notes` say whether that was cut. */
export function providerOf(attributes: Attributes, notes = new Notes()): string | null {
  const named = firstText(attributes, NAMES)?.toLowerCase() ?? null;
  const known = match(PROVIDERS, named) ?? (named && readShortened(named, 'provider', LONGEST, notes));
  if (known !== null && known !== 'openai') return known;
  return match(HOSTS, firstText(attributes, ['server.address', 'net.peer.name'])) ?? known;
}

export function formatOfProvider(provider: string | null): Format {
  return FORMATS.get(provider) ?? 'universal';
}

function match(table: readonly [RegExp, string][], text: string | null): string | null {
  if (text === null) return null;
  return table.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}
