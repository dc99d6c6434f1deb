import type { Usage } from '@parley/contract';
import type { Json } from '../format.ts';
import { count, obj, sum } from '../shared/read.ts';
import { usageOf } from '../shared/usage.ts';

/**
 * Token counts (`tokens`, or `token_count` in the oldest bodies) are preferred; billed units exclude the
 * template and are used only where a count is missing. Image tokens are reported separately from the input.
 * `usage` is v2's name, `meta` v1's; the TypeScript client uses camel case.
 */
export function readUsage(response: Json): Usage {
  const meta = obj(response.usage ?? response.meta);
  const tokens = obj(meta.tokens);
  const billed = obj(meta.billed_units ?? meta.billedUnits);
  const oldest = obj(response.token_count ?? response.tokenCount);
  const trueInput = count(tokens.input_tokens ?? tokens.inputTokens);
  const images = count(tokens.image_tokens ?? tokens.imageTokens);
  return usageOf({
    input:
      (trueInput === null ? null : sum([trueInput, images])) ??
      count(oldest.prompt_tokens ?? oldest.promptTokens) ??
      count(billed.input_tokens ?? billed.inputTokens),
    output:
      count(tokens.output_tokens ?? tokens.outputTokens) ??
      count(oldest.response_tokens ?? oldest.responseTokens) ??
      count(billed.output_tokens ?? billed.outputTokens),
    total: count(oldest.total_tokens ?? oldest.totalTokens),
    cachedInput: count(meta.cached_tokens ?? meta.cachedTokens),
    reasoning: count(tokens.reasoning_tokens ?? tokens.reasoningTokens),
  });
}
