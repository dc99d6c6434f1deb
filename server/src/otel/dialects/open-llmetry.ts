/** OpenLLMetry, of Traceloop, with the names it had before it adopted the conventions. */
import { type Dialect, type Kind, kindNamedBy, lowerCase } from './dialect.ts';

const KINDS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['workflow', 'workflow'],
  ['agent', 'agent'],
  ['tool', 'tool'],
  ['task', 'chain'],
]);
const REQUESTS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['chat', 'call'],
  ['completion', 'call'],
  ['embedding', 'embedding'],
  ['rerank', 'rerank'],
]);

const kindOfSpan = kindNamedBy('traceloop.span.kind', KINDS, lowerCase);
const kindOfRequest = kindNamedBy('llm.request.type', REQUESTS, lowerCase);

export const openLlmetry: Dialect = {
  kind: (span) => kindOfSpan(span) ?? kindOfRequest(span),
  content: ['gen_ai.prompt.0.content', 'gen_ai.completion.0.content'],
  operation: ['llm.request.type'],
  tokens: {
    input: ['llm.usage.prompt_tokens'],
    output: ['llm.usage.completion_tokens'],
    total: ['llm.usage.total_tokens'],
    cachedInput: ['llm.usage.cache_read_input_tokens'],
    cacheWrite: ['llm.usage.cache_creation_input_tokens'],
  },
  // Anthropic's own input count, which excludes the cache.
  excludesCache: (scope) => scope.startsWith('@traceloop/instrumentation-anthropic'),
  applicationAttributes: ['traceloop.association.properties'],
  firstToken: { events: ['llm.content.completion.chunk', 'gen_ai.content.completion.chunk'] },
  signature: { answer: ['gen_ai.completion.0.content'], question: ['gen_ai.prompt.', '.content'] },
};
