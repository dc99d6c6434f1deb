import type { Usage } from '@parley/contract';
import type { Json } from '../format.ts';
import { count, isObject, sum } from '../shared/read.ts';
import { NO_USAGE, usageOf } from '../shared/usage.ts';

/**
 * Thoughts are counted separately from the candidates, results of server-side tools separately from the
 * prompt; zero counts are omitted. The total is correct even where a model counts its thoughts among the
 * candidates, so output is the total minus the input.
 */
export function readUsage(value: unknown): Usage {
  if (!isObject(value)) return NO_USAGE;
  const total = read(value, 'totalTokenCount', 'total_token_count');
  const prompt = read(value, 'promptTokenCount', 'prompt_token_count');
  const toolUse = read(value, 'toolUsePromptTokenCount', 'tool_use_prompt_token_count');
  const thoughts = read(value, 'thoughtsTokenCount', 'thoughts_token_count');
  const candidates =
    read(value, 'candidatesTokenCount', 'candidates_token_count') ??
    read(value, 'responseTokenCount', 'response_token_count');
  const input = prompt === null ? null : sum([prompt, toolUse]);
  const left = total !== null && input !== null && total >= input ? total - input : null;
  return usageOf({
    input,
    output: left ?? sum([candidates, thoughts]),
    total,
    cachedInput: read(value, 'cachedContentTokenCount', 'cached_content_token_count'),
    reasoning: thoughts,
  });
}

function read(usage: Json, camel: string, snake: string): number | null {
  return count(usage[camel] ?? usage[snake]);
}
