/** The token counts of a call, with the same meaning whichever dialect counted them. */
import { firstNumber } from '../attributes.ts';
import type { Tokens } from '../dialects/dialect.ts';
import { DIALECTS } from '../dialects/dialects.ts';
import type { Attributes } from '../telemetry.ts';

function namesOf(count: keyof Tokens): readonly string[] {
  return DIALECTS.flatMap(({ tokens }) => tokens?.[count] ?? []);
}

const INPUT = namesOf('input');
const OUTPUT = namesOf('output');
const TOTAL = namesOf('total');
const CACHED_INPUT = namesOf('cachedInput');
const CACHE_WRITE = namesOf('cacheWrite');
const REASONING = namesOf('reasoning');

export function readTokens(scope: string, attributes: Attributes): Tokens {
  for (const { usage } of DIALECTS) {
    const stated = usage?.(attributes) ?? null;
    if (stated) return withParts(stated.tokens, stated.separate, stated.separate);
  }
  const tokens: Tokens = {
    input: firstNumber(attributes, INPUT),
    output: firstNumber(attributes, OUTPUT),
    total: firstNumber(attributes, TOTAL),
    cachedInput: firstNumber(attributes, CACHED_INPUT),
    cacheWrite: firstNumber(attributes, CACHE_WRITE),
    reasoning: firstNumber(attributes, REASONING),
  };
  for (const { cacheTokens } of DIALECTS) {
    if (!cacheTokens || (tokens.cachedInput !== null && tokens.cacheWrite !== null)) continue;
    const { cachedInput, cacheWrite } = cacheTokens(attributes);
    tokens.cachedInput ??= cachedInput;
    tokens.cacheWrite ??= cacheWrite;
  }
  const excludesCache = DIALECTS.some((dialect) => dialect.excludesCache?.(scope, attributes) ?? false);
  return withParts(tokens, excludesCache);
}

/**
 * Adds cache tokens to the input and reasoning to the output, where these exclude them. The conventions
 * include both. Senders that do not are known by name, or by the numbers: a part exceeds its whole, or the
 * total is the sum of all.
 */
function withParts(stated: Tokens, cacheExcluded: boolean, reasoningExcluded = false): Tokens {
  const { input, output, total } = stated;
  const cache = (stated.cachedInput ?? 0) + (stated.cacheWrite ?? 0);
  const reasoning = stated.reasoning ?? 0;
  const sum = (input ?? 0) + (output ?? 0);
  const addCache =
    cache > 0 &&
    (cacheExcluded || cache > (input ?? 0) || total === sum + cache || total === sum + cache + reasoning);
  const addReasoning =
    reasoning > 0 &&
    (reasoningExcluded || reasoning > (output ?? 0) || total === sum + reasoning + (addCache ? cache : 0));
  const wholeInput = input === null || !addCache ? input : input + cache;
  const wholeOutput = output === null || !addReasoning ? output : output + reasoning;
  const minimum = (wholeInput ?? 0) + (wholeOutput ?? 0);
  return {
    ...stated,
    input: wholeInput,
    output: wholeOutput,
    // A total that was summed up without the cache is too small.
    total: total !== null && total < minimum ? minimum : total,
  };
}
