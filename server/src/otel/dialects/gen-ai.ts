/** OpenTelemetry's conventions for generative AI, and names that libraries add in their style. */
import type { LogRecord } from '../telemetry.ts';
import { amountIn, type Dialect, type Kind, kindNamedBy, type LogKind, lowerCase } from './dialect.ts';

/** Images, speech, guardrails and all other operations are not listed and are ignored. */
const OPERATIONS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['chat', 'call'],
  ['text_completion', 'call'],
  ['generate_content', 'call'],
  ['completion', 'call'],
  ['responses', 'call'],
  ['embeddings', 'embedding'],
  ['embedding', 'embedding'],
  ['rerank', 'rerank'],
  ['invoke_agent', 'agent'],
  ['create_agent', 'agent'],
  ['agent_step', 'agent'],
  ['invoke_workflow', 'workflow'],
  ['execute_tool', 'tool'],
]);

/** The log event that carries the attributes of a call. */
export const DETAILS_EVENT = 'gen_ai.client.inference.operation.details';
/** Libraries that report details in two events, one for input and one for output, put these into neither. */
const MODELS = ['gen_ai.request.model', 'gen_ai.response.model'];

export const genAi: Dialect = {
  kind: kindNamedBy('gen_ai.operation.name', OPERATIONS, lowerCase),
  logKind: (log) => {
    if (log.name !== DETAILS_EVENT) return null;
    return MODELS.some((name) => log.attributes.has(name)) ? 'call' : partOfSpan(log);
  },
  content: ['gen_ai.input.messages', 'gen_ai.output.messages'],
  operation: ['gen_ai.operation.name'],
  labels: { names: [['prompt', ['gen_ai.prompt.name']]] },
  tokens: {
    input: ['gen_ai.usage.input_tokens', 'gen_ai.usage.prompt_tokens'],
    output: ['gen_ai.usage.output_tokens', 'gen_ai.usage.completion_tokens'],
    total: ['gen_ai.usage.total_tokens'],
    cachedInput: [
      'gen_ai.usage.cache_read.input_tokens',
      'gen_ai.usage.cache_read_input_tokens',
      'gen_ai.usage.input_tokens.cached',
      'gen_ai.usage.cached_tokens',
      'gen_ai.usage.cached_input_tokens',
      'gen_ai.usage.details.cache_read_tokens', // Pydantic AI, as all `details`
      'gen_ai.usage.details.cache_read_input_tokens',
      'gen_ai.usage.details.cached_tokens',
    ],
    cacheWrite: [
      'gen_ai.usage.cache_write.input_tokens',
      'gen_ai.usage.cache_creation.input_tokens',
      'gen_ai.usage.cache_write_input_tokens',
      'gen_ai.usage.cache_creation_input_tokens',
      'gen_ai.usage.input_tokens.cache_write',
      'gen_ai.usage.details.cache_write_tokens',
      'gen_ai.usage.details.cache_creation_input_tokens',
    ],
    reasoning: [
      'gen_ai.usage.reasoning.output_tokens',
      'gen_ai.usage.reasoning_tokens',
      'gen_ai.usage.output_tokens.reasoning',
      'gen_ai.usage.details.reasoning_tokens',
      'gen_ai.usage.details.thoughts_tokens',
    ],
  },
  // Strands passes on Bedrock's own input count, which excludes the cache.
  excludesCache: (scope) => scope.startsWith('strands.telemetry'),
  statedCost: amountIn('gen_ai.usage.cost' /* OpenLIT */, 'gen_ai.cost.total_cost' /* LiteLLM */),
  provider: ['gen_ai.provider.name'],
  system: ['gen_ai.system'],
  session: ['gen_ai.conversation.id', 'session.id'],
  user: ['user.id', 'enduser.id'],
  email: ['user.email', 'enduser.email'],
  firstToken: {
    seconds: [
      'gen_ai.response.time_to_first_chunk',
      'gen_ai.response.time_to_first_token',
      'gen_ai.client.operation.time_to_first_chunk',
      'gen_ai.client.operation.time_to_first_token',
      'gen_ai.server.time_to_first_token',
    ],
    events: ['gen_ai.content.chunk'],
  },
  signature: { responseId: ['gen_ai.response.id'] },
};

/** A log record that only belongs to a call needs the ids of the call's span. */
export function partOfSpan({ traceId, spanId }: LogRecord): LogKind {
  return traceId !== null && spanId !== null ? 'part' : 'other';
}
