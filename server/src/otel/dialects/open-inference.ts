/** OpenInference, of Arize Phoenix. */
import { isObject, parseJson } from '../../base/json.ts';
import { amountIn, type Dialect, type Kind, kindNamedBy, upperCase } from './dialect.ts';

const KINDS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['LLM', 'call'],
  ['EMBEDDING', 'embedding'],
  ['RERANKER', 'rerank'],
  ['AGENT', 'agent'],
  ['CHAIN', 'chain'],
  ['TOOL', 'tool'],
]);

export const openInference: Dialect = {
  kind: kindNamedBy('openinference.span.kind', KINDS, upperCase),
  content: [
    'llm.input_messages.0.message.role',
    'llm.output_messages.0.message.role',
    'input.value',
    'output.value',
    'embedding.embeddings.0.embedding.text',
    'reranker.query',
    'reranker.input_documents.0.document.content',
  ],
  completionOnly: ['llm.prompts.0.prompt.text'],
  tokens: {
    input: ['llm.token_count.prompt'],
    output: ['llm.token_count.completion'],
    total: ['llm.token_count.total'],
    cachedInput: ['llm.token_count.prompt_details.cache_read', 'llm.token_count.prompt_details.cache_input'],
    cacheWrite: ['llm.token_count.prompt_details.cache_write'],
    reasoning: ['llm.token_count.completion_details.reasoning'],
  },
  // Bedrock's own input count, which excludes the cache.
  excludesCache: (scope) => scope.startsWith('@arizeai/openinference-instrumentation-bedrock'),
  statedCost: amountIn('llm.cost.total'),
  provider: ['llm.provider'],
  system: ['llm.system'],
  firstToken: { events: ['First Token Stream Event'] },
  labels: {
    tags: ['tag.tags'],
    metadata: (attributes) => {
      if (!attributes.has('openinference.span.kind')) return [];
      const stated = attributes.get('metadata');
      const metadata = typeof stated === 'string' ? parseJson(stated) : stated;
      return isObject(metadata) ? Object.entries(metadata) : [];
    },
  },
  signature: {
    answer: ['llm.output_messages.0.message.content'],
    toolCallId: ['llm.output_messages.0.message.tool_calls.0.tool_call.id'],
    question: ['llm.input_messages.', '.message.content'],
  },
};
