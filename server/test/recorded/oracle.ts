import type { ToolCall } from '@parley/contract';

/*
 * An independent reading of an exchange: path by path, for well-formed bodies only, and without any code
 * of the formats. Tests compare the formats with it.
 */

export type Facts = {
  model: string | null;
  finishReasonRaw: string | null;
  finishReason: string | null;
  input: number | null;
  output: number | null;
  total: number | null;
  cachedInput: number | null;
  cacheWrite: number | null;
  reasoning: number | null;
  text: string;
  toolCalls: ToolCall[];
  upstreamId: string | null;
  isError: boolean;
};

/** The value at a dotted path, or `undefined`. */
export function at(value: unknown, path: string): unknown {
  let current = value;
  for (const key of path.split('.')) {
    if (typeof current !== 'object' || current === null) return undefined;
    current = Object.getOwnPropertyDescriptor(current, key)?.value;
  }
  return current;
}

export function items(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The first non-empty value at any of these paths. */
export function firstAt(value: unknown, ...paths: string[]): unknown {
  return paths
    .map((path) => at(value, path))
    .find((found) => found !== undefined && found !== null && found !== '');
}

export function stringAt(value: unknown, ...paths: string[]): string | null {
  const found = firstAt(value, ...paths);
  return found === undefined ? null : String(found);
}

export function numberAt(value: unknown, ...paths: string[]): number | null {
  const found = firstAt(value, ...paths);
  return typeof found === 'number' ? Math.floor(found) : null;
}

export function plus(...numbers: (number | null)[]): number | null {
  const known = numbers.filter((number) => number !== null);
  return known.length === 0 ? null : known.reduce((a, b) => a + b, 0);
}

const MEANINGS: Record<string, string> = {
  stop: 'stop end_turn stop_sequence COMPLETE STOP_SEQUENCE FINISH endoftext STOP completed 1',
  length:
    'length max_tokens MAX_TOKENS LENGTH model_length model_context_window_exceeded max_output_tokens 2',
  tool_calls: 'tool_calls tool_use TOOL_CALL function_call',
  content_filter:
    'content_filter SAFETY MODEL_ARMOR RECITATION BLOCKLIST PROHIBITED_CONTENT SPII ERROR_TOXIC refusal guardrail_intervened content_filtered CONTENT_FILTERED 3 4',
  error: 'error failed UNEXPECTED_TOOL_CALL MALFORMED_FUNCTION_CALL ERROR TIMEOUT',
};

export function meaningOf(raw: string | null): string | null {
  if (raw === null) return null;
  for (const [meaning, words] of Object.entries(MEANINGS)) if (words.split(' ').includes(raw)) return meaning;
  return 'other';
}

export const UNKNOWN: Facts = {
  model: null,
  finishReasonRaw: null,
  finishReason: null,
  input: null,
  output: null,
  total: null,
  cachedInput: null,
  cacheWrite: null,
  reasoning: null,
  text: '',
  toolCalls: [],
  upstreamId: null,
  isError: false,
};
