/**
 * Counts besides the record's tokens on which some prices depend: long-lived cache writes, audio and image
 * tokens, searches. Read from the response, keyed by the unit names of `@pydantic/genai-prices`.
 */
import type { Format } from '@parley/contract';
import { at, type Json } from './json.ts';

export type Extras = Record<string, number>;

type ReadExtras = (response: Json, extras: Extras) => void;

const READERS: Partial<Record<Format, ReadExtras>> = {
  anthropic: readAnthropic,
  bedrock: readBedrock,
  gemini: readGemini,
  openai: readOpenai,
  universal: readOpenai,
  perplexity: readPerplexity,
};

/** Null when the response reports none. */
export function readExtras(format: Format, response: Json): Extras | null {
  const extras: Extras = {};
  READERS[format]?.(response, extras);
  for (const _ in extras) return extras;
  return null;
}

function readAnthropic({ usage }: Json, extras: Extras): void {
  add(extras, 'cache_write_1h_tokens', at(at(usage, 'cache_creation'), 'ephemeral_1h_input_tokens'));
  add(extras, 'web_searches', at(at(usage, 'server_tool_use'), 'web_search_requests'));
}

/** Converse lists cache writes by lifetime; Claude's body has Anthropic's shape. */
function readBedrock({ usage, body }: Json, extras: Extras): void {
  const details = at(usage, 'cacheDetails');
  const hours = Array.isArray(details) ? details.find((entry) => at(entry, 'ttl') === '1h') : undefined;
  add(extras, 'cache_write_1h_tokens', at(hours, 'inputTokens'));
  add(
    extras,
    'cache_write_1h_tokens',
    at(at(at(body, 'usage'), 'cache_creation'), 'ephemeral_1h_input_tokens'),
  );
}

function readOpenai({ usage, output, tool_usage }: Json, extras: Extras): void {
  const asked = at(usage, 'prompt_tokens_details') ?? at(usage, 'input_tokens_details');
  const answered = at(usage, 'completion_tokens_details') ?? at(usage, 'output_tokens_details');
  add(extras, 'input_audio_tokens', at(asked, 'audio_tokens'));
  add(extras, 'output_audio_tokens', at(answered, 'audio_tokens'));
  add(extras, 'output_image_tokens', at(answered, 'image_tokens'));
  if (!Array.isArray(output)) return;
  // Newer responses count their searches. Opening a result page is not a search.
  const searches = output.filter((item) => at(item, 'type') === 'web_search_call' && isSearch(item));
  add(extras, 'web_searches', at(at(tool_usage, 'web_search'), 'num_requests') ?? searches.length);
  add(extras, 'storage_searches', output.filter((item) => at(item, 'type') === 'file_search_call').length);
}

function isSearch(item: unknown): boolean {
  const kind = at(at(item, 'action'), 'type');
  return kind === undefined || kind === 'search';
}

function readPerplexity({ usage }: Json, extras: Extras): void {
  add(extras, 'web_searches', at(usage, 'num_search_queries'));
}

const MODALITIES = ['audio', 'image', 'video'] as const;

function readGemini(response: Json, extras: Extras): void {
  const usage = response.usageMetadata ?? response.usage_metadata;
  const prompt = at(usage, 'promptTokensDetails') ?? at(usage, 'prompt_tokens_details');
  const cached = at(usage, 'cacheTokensDetails') ?? at(usage, 'cache_tokens_details');
  const answer = at(usage, 'candidatesTokensDetails') ?? at(usage, 'candidates_tokens_details');
  for (const modality of MODALITIES) {
    add(extras, `input_${modality}_tokens`, ofModality(prompt, modality));
    add(extras, `cache_${modality}_read_tokens`, ofModality(cached, modality));
    add(extras, `output_${modality}_tokens`, ofModality(answer, modality));
  }
}

function ofModality(details: unknown, modality: string): unknown {
  if (!Array.isArray(details)) return undefined;
  const found = details.find((entry) => String(at(entry, 'modality')).toLowerCase() === modality);
  return at(found, 'tokenCount') ?? at(found, 'token_count');
}

function add(extras: Extras, unit: string, value: unknown): void {
  if (typeof value === 'number' && Number.isFinite(value) && value > 0) extras[unit] = value;
}
