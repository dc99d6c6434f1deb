import type { Usage } from '@parley/contract';
import { readUsage as readCohere } from '../cohere/usage.ts';
import type { Json } from '../format.ts';
import { count, obj, sum } from '../shared/read.ts';
import { NO_USAGE } from '../shared/usage.ts';
import { statisticsIn } from './vectors.ts';

/** There is no output to count, whatever the total says. */
export function readInputUsage(response: Json): Usage {
  const usage = obj(response.usage);
  const metadata = obj(response.usageMetadata ?? response.usage_metadata);
  const total = count(usage.total_tokens ?? usage.totalTokens);
  const input =
    count(usage.prompt_tokens ?? usage.promptTokens ?? usage.input_tokens) ??
    readCohere(response).input ??
    count(response.inputTextTokenCount) ??
    count(metadata.promptTokenCount ?? metadata.prompt_token_count) ??
    sum(statisticsIn(response).map((of) => count(of.tokenCount ?? of.token_count))) ??
    count(response.prompt_eval_count) ??
    total;
  return { ...NO_USAGE, input, total: total ?? input };
}
