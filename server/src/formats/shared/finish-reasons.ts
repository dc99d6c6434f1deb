import type { FinishReason } from '@parley/contract';
import { label } from './read.ts';

/** Why an answer ended: the record's value and the upstream's. */
export type Finish = { reason: FinishReason | null; raw: string | null };

export const UNFINISHED: Finish = Object.freeze({ reason: null, raw: null });

/** One table for all upstreams, since no value has opposite meanings in two of them. */
const REASONS: ReadonlyMap<string, FinishReason> = new Map<string, FinishReason>([
  ['stop', 'stop'],
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['complete', 'stop'], // Cohere
  ['finish', 'stop'], // Titan
  ['stop_criteria_met', 'stop'],
  ['endoftext', 'stop'], // Jurassic
  ['eos', 'stop'], // models served by text-generation-inference
  ['eos_token', 'stop'],
  ['completed', 'stop'], // the status of OpenAI's responses

  ['length', 'length'],
  ['max_tokens', 'length'],
  ['max_output_tokens', 'length'], // OpenAI's responses
  ['model_length', 'length'], // Mistral: the context window, not max_tokens
  ['model_context_window_exceeded', 'length'], // Anthropic
  ['error_limit', 'length'], // Cohere: the context window

  ['tool_calls', 'tool_calls'],
  ['tool_call', 'tool_calls'],
  ['tool_use', 'tool_calls'],
  ['function_call', 'tool_calls'],

  ['content_filter', 'content_filter'],
  ['content_filtered', 'content_filter'], // Titan, Nova
  ['guardrail_intervened', 'content_filter'],
  ['refusal', 'content_filter'], // Anthropic: a classifier stopped the answer
  ['error_toxic', 'content_filter'], // Cohere
  ['safety', 'content_filter'], // Gemini, to the end of this block
  ['recitation', 'content_filter'],
  ['blocklist', 'content_filter'],
  ['prohibited_content', 'content_filter'],
  ['spii', 'content_filter'],
  ['model_armor', 'content_filter'],
  ['jailbreak', 'content_filter'],
  ['image_safety', 'content_filter'],
  ['image_prohibited_content', 'content_filter'],
  ['image_recitation', 'content_filter'],

  ['error', 'error'],
  ['failed', 'error'], // the status of OpenAI's responses
  ['timeout', 'error'], // Cohere
  ['insufficient_system_resource', 'error'],
  ['malformed_function_call', 'error'], // Gemini
  ['malformed_response', 'error'],
  ['unexpected_tool_call', 'error'],
  ['too_many_tool_calls', 'error'],
  ['missing_thought_signature', 'error'],
  ['malformed_model_output', 'error'], // Nova
  ['malformed_tool_use', 'error'],
]);

/** Maps an upstream's value to the record's. Unknown values become `other`; `raw` keeps them. */
export function finishOf(value: unknown): Finish {
  const raw = label(value);
  if (raw === null) return UNFINISHED;
  return { reason: REASONS.get(raw) ?? REASONS.get(raw.toLowerCase()) ?? 'other', raw };
}
