/** The token counts of a call, in all spellings, meaning the same whoever counted them. */
import { firstNumber, firstText } from '../attributes.ts';
import { isObject, parseJson } from '../json.ts';
import type { Attributes } from '../telemetry.ts';
import { langfuseUsage } from './langfuse-usage.ts';
import type { Tokens } from './token-counts.ts';

/** By dialect: the conventions and OpenLLMetry (older names last), OpenInference, Vercel. */
const INPUT = [
  'ai.usage.inputTokens',
  'ai.usage.promptTokens',
  'ai.usage.tokens', // of an embedding
  'llm.token_count.prompt',
  'gen_ai.usage.input_tokens',
  'gen_ai.usage.prompt_tokens',
  'llm.usage.prompt_tokens',
];
const OUTPUT = [
  'ai.usage.outputTokens',
  'ai.usage.completionTokens',
  'llm.token_count.completion',
  'gen_ai.usage.output_tokens',
  'gen_ai.usage.completion_tokens',
  'llm.usage.completion_tokens',
];
const TOTAL = [
  'ai.usage.totalTokens',
  'llm.token_count.total',
  'gen_ai.usage.total_tokens',
  'llm.usage.total_tokens',
];
const CACHED = [
  'ai.usage.inputTokenDetails.cacheReadTokens',
  'ai.usage.cachedInputTokens',
  'llm.token_count.prompt_details.cache_read',
  'llm.token_count.prompt_details.cache_input',
  'gen_ai.usage.cache_read.input_tokens',
  'gen_ai.usage.cache_read_input_tokens',
  'gen_ai.usage.input_tokens.cached',
  'gen_ai.usage.cached_tokens',
  'gen_ai.usage.cached_input_tokens',
  'gen_ai.usage.details.cache_read_tokens',
  'gen_ai.usage.details.cache_read_input_tokens',
  'gen_ai.usage.details.cached_tokens',
  'llm.usage.cache_read_input_tokens',
];
const WRITTEN = [
  'ai.usage.inputTokenDetails.cacheWriteTokens',
  'llm.token_count.prompt_details.cache_write',
  'gen_ai.usage.cache_write.input_tokens',
  'gen_ai.usage.cache_creation.input_tokens',
  'gen_ai.usage.cache_write_input_tokens',
  'gen_ai.usage.cache_creation_input_tokens',
  'gen_ai.usage.input_tokens.cache_write',
  'gen_ai.usage.details.cache_write_tokens',
  'gen_ai.usage.details.cache_creation_input_tokens',
  'llm.usage.cache_creation_input_tokens',
];
const REASONING = [
  'ai.usage.outputTokenDetails.reasoningTokens',
  'ai.usage.reasoningTokens',
  'llm.token_count.completion_details.reasoning',
  'gen_ai.usage.reasoning.output_tokens',
  'gen_ai.usage.reasoning_tokens',
  'gen_ai.usage.output_tokens.reasoning',
  'gen_ai.usage.details.reasoning_tokens',
  'gen_ai.usage.details.thoughts_tokens',
];

export function readTokens(scope: string, attributes: Attributes): Tokens {
  const langfuse = langfuseUsage(attributes);
  if (langfuse) return whole(langfuse.stated, langfuse.apart, langfuse.apart);
  const stated = {
    input: firstNumber(attributes, INPUT),
    output: firstNumber(attributes, OUTPUT),
    total: firstNumber(attributes, TOTAL),
    cachedInput: firstNumber(attributes, CACHED),
    cacheWrite: firstNumber(attributes, WRITTEN),
    reasoning: firstNumber(attributes, REASONING),
  };
  const metadata = attributes.get('ai.response.providerMetadata');
  if (typeof metadata === 'string') {
    stated.cachedInput ??= inMetadata(metadata, ['cacheReadInputTokens', 'cache_read_input_tokens']);
    const written = ['cacheCreationInputTokens', 'cacheWriteInputTokens', 'cache_creation_input_tokens'];
    stated.cacheWrite ??= inMetadata(metadata, written);
  }
  return whole(stated, leavesCacheOut(scope, attributes));
}

/**
 * The conventions count the cache among the input, and reasoning among the output. Whoever does not is
 * known by it (below), or can be told from the numbers: a part is larger than its whole, or the total is
 * the sum of all of them.
 */
function whole(stated: Tokens, cacheOutside: boolean, reasoningOutside = false): Tokens {
  const { input, output, total } = stated;
  const cache = (stated.cachedInput ?? 0) + (stated.cacheWrite ?? 0);
  const reasoning = stated.reasoning ?? 0;
  const sum = (input ?? 0) + (output ?? 0);
  const cacheApart =
    cache > 0 &&
    (cacheOutside || cache > (input ?? 0) || total === sum + cache || total === sum + cache + reasoning);
  const reasoningApart =
    reasoning > 0 &&
    (reasoningOutside || reasoning > (output ?? 0) || total === sum + reasoning + (cacheApart ? cache : 0));
  const wholeInput = input === null || !cacheApart ? input : input + cache;
  const wholeOutput = output === null || !reasoningApart ? output : output + reasoning;
  const least = (wholeInput ?? 0) + (wholeOutput ?? 0);
  return {
    ...stated,
    input: wholeInput,
    output: wholeOutput,
    // One that was summed up without the cache is no total.
    total: total !== null && total < least ? least : total,
  };
}

/** Libraries that pass on what Anthropic and Bedrock call input: what was in no cache. */
const FRESH_ONLY = [
  '@traceloop/instrumentation-anthropic',
  '@arizeai/openinference-instrumentation-bedrock',
  'strands.telemetry',
];
/** Vercel's providers that did so before its spans had `inputTokenDetails`. */
const FRESH_ONLY_PROVIDERS = /^(anthropic|amazon-bedrock|bedrock|(google[.-])?vertex\.anthropic)/;

function leavesCacheOut(scope: string, attributes: Attributes): boolean {
  if (FRESH_ONLY.some((library) => scope.startsWith(library))) return true;
  const provider = firstText(attributes, ['ai.model.provider']);
  if (provider === null || !FRESH_ONLY_PROVIDERS.test(provider)) return false;
  return !attributes.has('ai.usage.inputTokenDetails.noCacheTokens');
}

/** What Vercel's SDK has no attribute for, its providers put into their own part of the metadata. */
function inMetadata(json: string, names: readonly string[]): number | null {
  const metadata = parseJson(json);
  if (!isObject(metadata)) return null;
  for (const provider of [metadata.anthropic, metadata.bedrock]) {
    if (!isObject(provider)) continue;
    for (const part of [provider, provider.usage]) {
      if (!isObject(part)) continue;
      for (const name of names) {
        const value = part[name];
        if (typeof value === 'number' && value >= 0) return value;
      }
    }
  }
  return null;
}
