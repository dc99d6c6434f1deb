import type { Usage } from '@parley/contract';
import { exchangeOf } from '../shared/exchange.ts';
import { count, isObject, sum } from '../shared/read.ts';
import { NO_USAGE, usageOf } from '../shared/usage.ts';
import { cachedTokens, findConverse } from './converse.ts';
import type { ReadFamily } from './family.ts';

/** Amazon Nova, in the shape of Bedrock's Converse. */
export const readNova: ReadFamily = (request, response) => ({
  exchange: exchangeOf({ ...findConverse(request, response), usage: readUsage(response.usage) }),
  warnings: [],
});

/** `inputTokens` excludes cached tokens, unless the total is exactly `inputTokens` plus `outputTokens`. */
function readUsage(value: unknown): Usage {
  if (!isObject(value)) return NO_USAGE;
  const { cachedInput, cacheWrite } = cachedTokens(value);
  const fresh = count(value.inputTokens);
  const output = count(value.outputTokens);
  const total = count(value.totalTokens);
  const inside = fresh !== null && output !== null && total === fresh + output;
  const input = fresh === null || inside ? fresh : sum([fresh, cachedInput, cacheWrite]);
  return usageOf({ input, output, total, cachedInput, cacheWrite });
}
