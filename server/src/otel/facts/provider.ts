import type { Format } from '@parley/contract';
import { readShortened } from '../../envelope/fields.ts';
import { Notes } from '../../envelope/notes.ts';
import { firstText } from '../attributes.ts';
import { preferring } from '../dialects/dialects.ts';
import { genAi } from '../dialects/gen-ai.ts';
import { vercel } from '../dialects/vercel.ts';
import type { Attributes } from '../telemetry.ts';

const NAMES = [
  ...preferring(genAi).flatMap(({ provider }) => provider ?? []),
  ...preferring(genAi, vercel).flatMap(({ system }) => system ?? []),
];

/** How names in telemetry begin, and the product's name for the provider. */
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
/** Used for `openai` only: OpenAI's client may be pointed at another provider. */
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

/** The format of a provider's own requests and prices. */
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

const MAX_LENGTH = 64;

/**
 * The provider, by the product's name where it has one, else by the telemetry's, cut to `MAX_LENGTH` with a
 * warning.
 */
export function providerOf(attributes: Attributes, notes = new Notes()): string | null {
  const named = firstText(attributes, NAMES)?.toLowerCase() ?? null;
  const known = match(PROVIDERS, named) ?? (named && readShortened(named, 'provider', MAX_LENGTH, notes));
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
