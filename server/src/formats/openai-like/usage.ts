import type { Usage } from '@parley/contract';
import { count, isObject, obj } from '../shared/read.ts';
import { NO_USAGE, restOf, usageOf } from '../shared/usage.ts';

/** Model names at Google's OpenAI-compatible endpoint. */
const GEMINI = /^(?:models\/|google\/)?gemini-/;

/**
 * The counts include cached and reasoning tokens. Besides OpenAI's, the spellings are Mistral's (three for
 * cached tokens, and camel case from its TypeScript client) and DeepSeek's. Gemini reports thinking only in
 * the total: what exceeds prompt and completion is output.
 */
export function readUsage(value: unknown, model: string | null): Usage {
  if (!isObject(value)) return NO_USAGE;
  const prompt = obj(
    value.prompt_tokens_details ??
      value.prompt_token_details ??
      value.promptTokensDetails ??
      value.input_tokens_details,
  );
  const completion = obj(
    value.completion_tokens_details ?? value.completionTokensDetails ?? value.output_tokens_details,
  );
  const usage = usageOf({
    input: count(value.prompt_tokens ?? value.promptTokens ?? value.input_tokens),
    output: count(value.completion_tokens ?? value.completionTokens ?? value.output_tokens),
    total: count(value.total_tokens ?? value.totalTokens),
    cachedInput: count(
      prompt.cached_tokens ??
        prompt.cachedTokens ??
        value.num_cached_tokens ??
        value.numCachedTokens ??
        value.prompt_cache_hit_tokens ??
        value.cached_tokens,
    ),
    cacheWrite: count(prompt.cache_write_tokens),
    reasoning: count(completion.reasoning_tokens ?? completion.reasoningTokens),
  });
  const rest = restOf(usage);
  if (rest <= 0 || usage.output === null || !GEMINI.test(model ?? '')) return usage;
  return { ...usage, output: usage.output + rest, reasoning: (usage.reasoning ?? 0) + rest };
}
