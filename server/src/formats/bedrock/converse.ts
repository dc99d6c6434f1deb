import type { Usage } from '@parley/contract';
import type { Json } from '../format.ts';
import { exchangeOf } from '../shared/exchange.ts';
import { finishOf } from '../shared/finish-reasons.ts';
import { readTurns } from '../shared/messages.ts';
import { count, isObject, name, obj, sum } from '../shared/read.ts';
import { NO_USAGE, usageOf } from '../shared/usage.ts';
import { readBlocks } from './blocks.ts';
import type { ReadFamily } from './family.ts';

/** Bedrock's Converse: one shape for all families, without an envelope. */
export const readConverse: ReadFamily = (request, response) => ({
  exchange: exchangeOf({ ...findConverse(request, response), usage: readUsage(response.usage) }),
  warnings: [],
});

/** Falls back to the request, since an error response has no distinctive shape. */
export function isConverse(request: Json, response: Json): boolean {
  if (request.body !== undefined || response.body !== undefined) return false;
  return isObject(response.output) || Array.isArray(request.messages) || isObject(request.promptVariables);
}

/** Everything that Converse and Nova share; only their token counts differ. */
export function findConverse(request: Json, response: Json) {
  const answer = obj(response.output).message;
  return {
    requestedModel: null,
    // A prompt router reports the model that it chose.
    model: name(obj(obj(response.trace).promptRouter).invokedModelId),
    input: readTurns(request, readBlocks),
    output: isObject(answer) ? [{ role: 'assistant' as const, content: readBlocks(answer.content) }] : [],
    finish: finishOf(response.stopReason),
    upstreamId: null,
    body: response,
    answered: isObject(response.output),
  };
}

export function cachedTokens(usage: Json): Pick<Usage, 'cachedInput' | 'cacheWrite'> {
  return {
    cachedInput: count(usage.cacheReadInputTokens ?? usage.cacheReadInputTokenCount),
    cacheWrite: count(usage.cacheWriteInputTokens ?? usage.cacheWriteInputTokenCount),
  };
}

/** `inputTokens` excludes cache reads and cache writes, so both are added. */
function readUsage(value: unknown): Usage {
  if (!isObject(value)) return NO_USAGE;
  const { cachedInput, cacheWrite } = cachedTokens(value);
  const fresh = count(value.inputTokens);
  const output = count(value.outputTokens);
  const input = fresh === null ? null : sum([fresh, cachedInput, cacheWrite]);
  const total = count(value.totalTokens);
  // A total without the cache tokens is discarded.
  const whole = total !== null && total >= (input ?? 0) + (output ?? 0) ? total : null;
  return usageOf({ input, output, total: whole, cachedInput, cacheWrite });
}
