/** `langfuse.observation.usage_details`: counts by names of Langfuse's making, or what the provider called them. */
import { isObject, type Json, parseJson } from '../json.ts';
import type { Attributes } from '../telemetry.ts';
import type { Tokens } from './token-counts.ts';

const INPUT = ['input', 'input_tokens', 'prompt_tokens', 'promptTokens'];
const OUTPUT = ['output', 'output_tokens', 'completion_tokens', 'completionTokens'];
const TOTAL = ['total', 'total_tokens', 'totalTokens'];
const CACHED = ['input_cached_tokens', 'cache_read_input_tokens', 'input_cache_read', 'cached_tokens'];
const WRITTEN = ['cache_creation_input_tokens', 'input_cache_creation', 'input_cache_write'];
const REASONING = ['output_reasoning_tokens', 'output_reasoning', 'reasoning_tokens'];
/** Where OpenAI's usage has the parts of its counts. */
const DETAILS = [
  'prompt_tokens_details',
  'completion_tokens_details',
  'input_tokens_details',
  'output_tokens_details',
];

export type LangfuseUsage = {
  stated: Tokens;
  /** Whether cache and reasoning are beside input and output, or inside of them. */
  apart: boolean;
};

/** Null where a span has none, or it counts nothing. */
export function langfuseUsage(attributes: Attributes): LangfuseUsage | null {
  const value = attributes.get('langfuse.observation.usage_details');
  const usage = typeof value === 'string' ? parseJson(value) : value;
  if (!isObject(usage)) return null;
  const details = DETAILS.map((name) => usage[name]).filter(isObject);
  const places = [usage, ...details];
  const stated = {
    input: numberIn(places, INPUT),
    output: numberIn(places, OUTPUT),
    total: numberIn(places, TOTAL),
    cachedInput: numberIn(places, CACHED),
    cacheWrite: numberIn(places, WRITTEN),
    reasoning: numberIn(places, REASONING),
  };
  if (stated.input === null && stated.output === null && stated.total === null) return null;
  // Langfuse prices every count by itself, so that none is a part of another, unless the total says so.
  const isSum = stated.total !== null && stated.total === (stated.input ?? 0) + (stated.output ?? 0);
  return { stated, apart: details.length === 0 && !isSum };
}

function numberIn(places: readonly Json[], names: readonly string[]): number | null {
  for (const place of places) {
    for (const name of names) {
      const value = place[name];
      if (typeof value === 'number' && value >= 0) return value;
    }
  }
  return null;
}
