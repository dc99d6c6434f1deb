/** Vercel's AI SDK. */

import { isObject, parseJson } from '../../base/json.ts';
import { firstText } from '../attributes.ts';
import type { Attributes } from '../telemetry.ts';
import { type Dialect, type Kind, kindNamedBy } from './dialect.ts';

/** The inner span is the call; the span around it has the sum of all steps. */
const OPERATIONS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['ai.generateText.doGenerate', 'call'],
  ['ai.streamText.doStream', 'call'],
  ['ai.generateObject.doGenerate', 'call'],
  ['ai.streamObject.doStream', 'call'],
  ['ai.embed.doEmbed', 'embedding'],
  ['ai.embedMany.doEmbed', 'embedding'],
  ['ai.rerank.doRerank', 'rerank'],
  ['ai.generateText', 'agent'],
  ['ai.streamText', 'agent'],
  ['ai.generateObject', 'agent'],
  ['ai.streamObject', 'agent'],
  ['ai.workflowAgent.stream', 'agent'],
  ['ai.embed', 'chain'],
  ['ai.embedMany', 'chain'],
  ['ai.rerank', 'chain'],
  ['ai.toolCall', 'tool'],
]);

/** Providers whose input count excluded the cache before spans had `inputTokenDetails`. */
const EXCLUDES_CACHE = /^(anthropic|amazon-bedrock|bedrock|(google[.-])?vertex\.anthropic)/;

export const vercel: Dialect = {
  kind: kindNamedBy('ai.operationId', OPERATIONS),
  content: ['ai.prompt.messages', 'ai.response.text', 'ai.response.object', 'ai.values', 'ai.documents'],
  tokens: {
    input: ['ai.usage.inputTokens', 'ai.usage.promptTokens', 'ai.usage.tokens' /* of an embedding */],
    output: ['ai.usage.outputTokens', 'ai.usage.completionTokens'],
    total: ['ai.usage.totalTokens'],
    cachedInput: ['ai.usage.inputTokenDetails.cacheReadTokens', 'ai.usage.cachedInputTokens'],
    cacheWrite: ['ai.usage.inputTokenDetails.cacheWriteTokens'],
    reasoning: ['ai.usage.outputTokenDetails.reasoningTokens', 'ai.usage.reasoningTokens'],
  },
  cacheTokens: (attributes) => ({
    cachedInput: inMetadata(attributes, ['cacheReadInputTokens', 'cache_read_input_tokens']),
    cacheWrite: inMetadata(attributes, [
      'cacheCreationInputTokens',
      'cacheWriteInputTokens',
      'cache_creation_input_tokens',
    ]),
  }),
  excludesCache: (_, attributes) => {
    const provider = firstText(attributes, ['ai.model.provider']);
    if (provider === null || !EXCLUDES_CACHE.test(provider)) return false;
    return !attributes.has('ai.usage.inputTokenDetails.noCacheTokens');
  },
  system: ['ai.model.provider'],
  applicationAttributes: ['ai.telemetry.metadata', 'ai.settings.context'],
  firstToken: {
    milliseconds: ['ai.response.msToFirstChunk', 'ai.stream.msToFirstChunk'],
    events: ['ai.stream.firstChunk'],
  },
  signature: { responseId: ['ai.response.id'], answer: ['ai.response.text'] },
};

/** Counts that the SDK has no attribute for; its providers put them into their own part of the metadata. */
function inMetadata(attributes: Attributes, names: readonly string[]): number | null {
  const json = attributes.get('ai.response.providerMetadata');
  const metadata = typeof json === 'string' ? parseJson(json) : undefined;
  if (!isObject(metadata)) return null;
  for (const provider of [metadata.anthropic, metadata.bedrock]) {
    if (!isObject(provider)) continue;
    for (const counts of [provider, provider.usage]) {
      if (!isObject(counts)) continue;
      for (const name of names) {
        const value = counts[name];
        if (typeof value === 'number' && value >= 0) return value;
      }
    }
  }
  return null;
}
