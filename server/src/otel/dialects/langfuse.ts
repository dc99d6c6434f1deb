/** Langfuse's SDKs since version 3, which send spans. */
import { isObject, type Json, parseJson } from '../../base/json.ts';
import type { Attributes } from '../telemetry.ts';
import { type Dialect, isAmount, type Kind, kindNamedBy, lowerCase, type StatedUsage } from './dialect.ts';

/** Events are not listed and are ignored. */
const KINDS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['generation', 'call'],
  ['embedding', 'embedding'],
  ['agent', 'agent'],
  ['tool', 'tool'],
  ['chain', 'chain'],
  ['span', 'chain'],
  ['retriever', 'chain'],
  ['evaluator', 'chain'],
  ['guardrail', 'chain'],
]);

const METADATA_PREFIXES = ['langfuse.trace.metadata.', 'langfuse.observation.metadata.'];

export const langfuse: Dialect = {
  kind: kindNamedBy('langfuse.observation.type', KINDS, lowerCase),
  content: ['langfuse.observation.input', 'langfuse.observation.output'],
  usage: readUsage,
  statedCost: readCost,
  system: ['langfuse.observation.metadata.ls_provider'], // set by its LangChain integration
  session: ['langfuse.session.id'],
  user: ['langfuse.user.id'],
  // A time as JSON, or the same without its quotes.
  firstToken: { moment: ['langfuse.observation.completion_start_time'] },
  labels: {
    names: [
      ['deployment.environment.name', ['langfuse.environment']],
      ['release', ['langfuse.release']],
      ['version', ['langfuse.version']],
      ['trace.name', ['langfuse.trace.name']],
      ['prompt', ['langfuse.observation.prompt.name']],
      ['prompt.version', ['langfuse.observation.prompt.version']],
    ],
    tags: ['langfuse.trace.tags'],
    metadata: readMetadata,
  },
  error: {
    isFailed: (attributes) => attributes.get('langfuse.observation.level') === 'ERROR',
    message: ['langfuse.observation.status_message'],
  },
};

/** Counts are named by Langfuse or as the provider names them. */
const INPUT = ['input', 'input_tokens', 'prompt_tokens', 'promptTokens'];
const OUTPUT = ['output', 'output_tokens', 'completion_tokens', 'completionTokens'];
const TOTAL = ['total', 'total_tokens', 'totalTokens'];
const CACHED = ['input_cached_tokens', 'cache_read_input_tokens', 'input_cache_read', 'cached_tokens'];
const WRITTEN = ['cache_creation_input_tokens', 'input_cache_creation', 'input_cache_write'];
const REASONING = ['output_reasoning_tokens', 'output_reasoning', 'reasoning_tokens'];
/** Where OpenAI's usage breaks its counts down. */
const DETAILS = [
  'prompt_tokens_details',
  'completion_tokens_details',
  'input_tokens_details',
  'output_tokens_details',
];

/** Null where the span has no usage, or it counts nothing. */
function readUsage(attributes: Attributes): StatedUsage | null {
  const usage = jsonIn(attributes, 'langfuse.observation.usage_details');
  if (!isObject(usage)) return null;
  const details = DETAILS.map((name) => usage[name]).filter(isObject);
  const places = [usage, ...details];
  const tokens = {
    input: numberIn(places, INPUT),
    output: numberIn(places, OUTPUT),
    total: numberIn(places, TOTAL),
    cachedInput: numberIn(places, CACHED),
    cacheWrite: numberIn(places, WRITTEN),
    reasoning: numberIn(places, REASONING),
  };
  if (tokens.input === null && tokens.output === null && tokens.total === null) return null;
  // Langfuse prices every count by itself, so none includes another, unless the total proves that it does.
  const isSum = tokens.total !== null && tokens.total === (tokens.input ?? 0) + (tokens.output ?? 0);
  return { tokens, separate: details.length === 0 && !isSum };
}

/** The total, or the sum of the parts where there is none. */
function readCost(attributes: Attributes): number | null {
  const details = jsonIn(attributes, 'langfuse.observation.cost_details');
  if (!isObject(details)) return null;
  if (isAmount(details.total)) return details.total;
  const parts = Object.values(details).filter(isAmount);
  return parts.length === 0 ? null : parts.reduce((sum, part) => sum + part, 0);
}

function* readMetadata(attributes: Attributes): Generator<[name: string, value: unknown]> {
  for (const [key, value] of attributes) {
    const prefix = METADATA_PREFIXES.find((start) => key.startsWith(start));
    if (prefix !== undefined) yield [key.slice(prefix.length), value];
  }
}

function jsonIn(attributes: Attributes, name: string): unknown {
  const value = attributes.get(name);
  return typeof value === 'string' ? parseJson(value) : value;
}

function numberIn(places: readonly Json[], names: readonly string[]): number | null {
  for (const place of places) {
    for (const name of names) {
      const value = place[name];
      if (typeof value === 'number' && value >= 0) return value;
    }
  }
  return null;
}
