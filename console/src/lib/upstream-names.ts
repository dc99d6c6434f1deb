/** What people call formats and providers, and how it ended. */
import type { RecordedFormat } from '@parley/contract';

export const FORMAT_NAMES: Readonly<Record<RecordedFormat, string>> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  gemini: 'Google Gemini',
  bedrock: 'Amazon Bedrock',
  cohere: 'Cohere',
  mistral: 'Mistral',
  perplexity: 'Perplexity',
  universal: 'Universal',
  otel: 'OpenTelemetry',
};

const PROVIDER_NAMES: ReadonlyMap<string, string> = new Map([
  ['openai', 'OpenAI'],
  ['azure', 'Azure'],
  ['anthropic', 'Anthropic'],
  ['google', 'Google'],
  ['aws', 'AWS'],
  ['cohere', 'Cohere'],
  ['mistral', 'Mistral'],
  ['perplexity', 'Perplexity'],
]);

/** Telemetry may name providers that nobody here knows. */
export function providerName(provider: string): string {
  return PROVIDER_NAMES.get(provider) ?? provider;
}

/** `ok` and the upstreams' words as people say them. */
const ENDS: ReadonlyMap<string, string> = new Map([
  ['ok', 'OK'],
  ['error', 'Failed'],
  ['blocked', 'Blocked'],
  ['stop', 'Stop'],
  ['length', 'Truncated'],
  ['tool_calls', 'Tool calls'],
  ['content_filter', 'Content filter'],
  ['other', 'Other'],
]);

/** A value of a dimension; an address may name formats that there are none of. */
export function valueName(dimension: string, value: string): string {
  if (dimension === 'provider') return providerName(value);
  if (dimension === 'outcome' || dimension === 'finishReason') return ENDS.get(value) ?? value;
  return dimension === 'format' && isFormat(value) ? FORMAT_NAMES[value] : value;
}

function isFormat(value: string): value is RecordedFormat {
  return Object.hasOwn(FORMAT_NAMES, value);
}
