import type { Usage } from '@parley/contract';
import type { ReadExchange } from '../format.ts';
import { readChatOnly } from '../openai-like/chat-only.ts';
import { readUsage } from '../openai-like/usage.ts';
import type { FormatReader } from '../reader.ts';
import { count, obj } from '../shared/read.ts';
import { usageOf } from '../shared/usage.ts';

/**
 * Perplexity speaks OpenAI's dialect. Its reasoning models think inline. Every choice also has an empty
 * `delta`, which the dialect's reader ignores because there is a `message`.
 */
const readPerplexity: ReadExchange = (request, response) =>
  readChatOnly('perplexity', request, response, { thinkTags: true, readUsage: readPerplexityUsage });

export const perplexity: FormatReader = { read: readPerplexity };

/**
 * Deep research reports its reasoning outside both `completion_tokens` and `total_tokens`; the record counts
 * it as output, as it does for every format.
 */
function readPerplexityUsage(value: unknown, model: string | null): Usage {
  const usage = readUsage(value, model);
  const reasoning = count(obj(value).reasoning_tokens);
  if (reasoning === null || usage.output === null) return usage;
  const outside = usage.total === null || usage.input === null || usage.total === usage.input + usage.output;
  return usageOf({
    ...usage,
    output: usage.output + reasoning,
    total: usage.total !== null && outside ? usage.total + reasoning : usage.total,
    reasoning,
  });
}
