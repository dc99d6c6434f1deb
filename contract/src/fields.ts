/**
 * The fields of an interaction, one entry each. Filters, dimensions, sort orders, the server's SQL, the console's
 * views and filter menu, the columns of exports and the table in docs/api.md derive from this list.
 *
 * The console imports this module by value, so it must not import zod: schemas compile code, which the
 * console's content security policy forbids.
 */

export type FieldType = 'text' | 'time' | 'count' | 'number' | 'flag' | 'clock';

export type Field = {
  /** Type of the values. A `clock` field is the local time of the request. */
  type: FieldType;
  /** Description in the API's documentation. */
  about?: string;
  /** Name in the console; required for fields with a filter. */
  label?: string;
  /** Column of the store. Without one, the server computes the values that it filters and groups by. */
  column?: string;
  /**
   * Filters by values, as NAME and as `not.NAME`. `free`: values are names, which people can type in the
   * console. `listed`: values have a schema of their own in filters.ts; the console offers those that occur.
   */
  filter?: 'free' | 'listed';
  /** Console text for interactions without a value. Absent where every interaction has one. */
  none?: string;
  /** An interaction has several values, and a filter matches any of them. */
  several?: true;
  /** Filters by `min` and `max` with this suffix, inclusive. */
  range?: string;
  /** Groups in `POST /v1/query`. `unbounded`: clients can produce any number of values. */
  dimension?: 'low' | 'unbounded';
  /** The traffic chart of the console can be broken down by it. */
  breakdown?: true;
  /** Sorts `GET /v1/interactions`. */
  sort?: true;
  /** Column of exports: of the same name, or of this one. */
  exported?: true | string;
};

/** In the order of the console's filter menu. */
export const FIELDS = {
  requestedModel: {
    type: 'text',
    about: 'The model that was asked for, which a call that failed has, too',
    label: 'Model',
    column: 'requested_model',
    filter: 'free',
    none: 'No model',
    dimension: 'low',
    breakdown: true,
    exported: true,
  },
  model: {
    type: 'text',
    about: 'The model that answered',
    label: 'Response model',
    column: 'model',
    filter: 'free',
    none: 'No model',
    dimension: 'low',
    breakdown: true,
    exported: true,
  },
  provider: {
    type: 'text',
    about: 'Whose model it was',
    label: 'Provider',
    column: 'provider',
    filter: 'free',
    none: 'Unknown',
    dimension: 'low',
    breakdown: true,
    exported: true,
  },
  format: {
    type: 'text',
    about: 'The format of request and response',
    label: 'Format',
    column: 'format',
    filter: 'listed',
    dimension: 'low',
    breakdown: true,
    exported: true,
  },
  type: {
    type: 'text',
    about: 'The type of call, such as `chat` or `embedding`',
    label: 'Type',
    column: 'type',
    filter: 'listed',
    dimension: 'low',
    exported: true,
  },
  outcome: {
    type: 'text',
    about: '`ok`, `error` or `blocked`',
    label: 'Outcome',
    column: 'outcome',
    filter: 'listed',
    dimension: 'low',
    breakdown: true,
    exported: true,
  },
  finishReason: {
    type: 'text',
    about: 'Why the answer ended, in a word that is the same for every provider',
    label: 'Finish reason',
    column: 'finish_reason',
    filter: 'listed',
    none: 'None given',
    dimension: 'low',
    exported: true,
  },
  errorCode: {
    type: 'text',
    about: 'The code of the error',
    label: 'Error code',
    column: 'error_code',
    filter: 'free',
    none: 'No code',
    dimension: 'low',
    exported: true,
  },
  errorType: {
    type: 'text',
    about: 'The kind of error, as the upstream names it',
    label: 'Error type',
    column: 'error_type',
    filter: 'free',
    none: 'No type',
    dimension: 'low',
    exported: true,
  },
  errorGroup: {
    type: 'text',
    about: 'The message of the error with ids and numbers masked: `Limit … reached`',
    label: 'Error message',
    filter: 'listed',
    none: 'No message',
    dimension: 'unbounded',
  },
  prompt: {
    type: 'text',
    about: 'The prompt it was made with: its name, or the id that Parley gave it',
    label: 'Prompt',
    column: 'prompt',
    filter: 'free',
    none: 'No prompt',
    dimension: 'unbounded',
    breakdown: true,
    exported: true,
  },
  user: {
    type: 'text',
    about: 'The key of the user',
    label: 'User',
    column: 'user_key',
    filter: 'free',
    none: 'Anonymous',
    dimension: 'unbounded',
    breakdown: true,
    exported: 'userKey',
  },
  session: {
    type: 'text',
    about: 'The name of the session',
    label: 'Session',
    column: 'session',
    filter: 'free',
    none: 'No session',
    dimension: 'unbounded',
    exported: true,
  },
  trace: {
    type: 'text',
    about: 'The id of the trace',
    label: 'Trace',
    column: 'trace_id',
    filter: 'free',
    none: 'No trace',
    exported: 'traceId',
  },
  warning: {
    type: 'text',
    about: 'The code of a warning, such as `cost_differs_from_stated`',
    label: 'Warning',
    filter: 'free',
    several: true,
    none: 'No warnings',
    exported: 'warnings',
  },
  costSource: {
    type: 'text',
    about: 'The price that the cost was computed with, or who stated the cost',
    label: 'Cost source',
    column: 'cost_source',
    filter: 'free',
    none: 'No cost',
    dimension: 'low',
    exported: true,
  },
  latencyMs: {
    type: 'count',
    about: 'Time from request to response, in milliseconds',
    label: 'Latency',
    column: 'latency_ms',
    range: 'LatencyMs',
    sort: true,
    exported: true,
  },
  costUsd: {
    type: 'number',
    about: 'Cost in US dollars',
    label: 'Cost',
    column: 'cost_usd',
    range: 'CostUsd',
    sort: true,
    exported: true,
  },
  totalTokens: {
    type: 'count',
    about: 'Tokens of input and output',
    label: 'Tokens',
    column: 'total_tokens',
    range: 'Tokens',
    sort: true,
    exported: true,
  },
  app: {
    type: 'text',
    about: 'The id of the application',
    column: 'app_id',
    dimension: 'low',
    exported: 'appId',
  },
  hourOfDay: { type: 'clock', about: '0 to 23, by the clocks of `timezone`', dimension: 'low' },
  dayOfWeek: { type: 'clock', about: '1 is Monday, by the clocks of `timezone`', dimension: 'low' },
  id: { type: 'text', exported: true },
  version: { type: 'text', exported: true },
  requestedAt: { type: 'time', exported: true },
  respondedAt: { type: 'time', exported: true },
  receivedAt: { type: 'time', exported: true },
  firstTokenMs: { type: 'count', exported: true },
  sessionTimeout: { type: 'number', exported: true },
  userId: { type: 'text', exported: true },
  email: { type: 'text', exported: true },
  isAuthenticated: { type: 'flag', exported: true },
  firstName: { type: 'text', exported: true },
  lastName: { type: 'text', exported: true },
  phone: { type: 'text', exported: true },
  gender: { type: 'text', exported: true },
  labels: { type: 'text', about: 'As JSON', exported: true },
  scores: { type: 'text', about: 'As JSON', exported: true },
  spanId: { type: 'text', exported: true },
  parentSpanId: { type: 'text', exported: true },
  finishReasonRaw: { type: 'text', about: "In the upstream's own word", exported: true },
  inputTokens: { type: 'count', exported: true },
  outputTokens: { type: 'count', exported: true },
  cachedInputTokens: { type: 'count', exported: true },
  cacheWriteTokens: { type: 'count', exported: true },
  reasoningTokens: { type: 'count', exported: true },
  costStatedUsd: { type: 'number', about: 'What the upstream itself stated', exported: true },
  texts: { type: 'count', exported: true },
  vectors: { type: 'count', about: 'The number of vectors', exported: true },
  vectorLength: { type: 'count', exported: true },
  vectorsKept: { type: 'flag', exported: true },
  toolCalls: { type: 'text', about: 'The names of the tools', exported: true },
  upstreamId: { type: 'text', exported: true },
  previousUpstreamId: { type: 'text', exported: true },
  errorMessage: { type: 'text', exported: true },
  inputText: { type: 'text', exported: true },
  outputText: { type: 'text', exported: true },
} as const satisfies Record<string, Field>;

type Fields = typeof FIELDS;
export type FieldName = keyof Fields;

/** Names of the fields that have these properties. */
export type FieldsWith<P extends Partial<Field>> = {
  [N in FieldName]: Fields[N] extends P ? N : never;
}[FieldName];

/** Names of the fields that declare the property, in the order of the list. */
function declaring<P extends keyof Field>(property: P) {
  type Name = { [N in FieldName]: P extends keyof Fields[N] ? N : never }[FieldName];
  return NAMES.filter((name): name is Name => property in FIELDS[name]);
}

const NAMES = Object.keys(FIELDS) as FieldName[];

export const VALUE_FILTERS = declaring('filter');
export const RANGE_FIELDS = declaring('range');
export const DIMENSIONS = declaring('dimension');
export const BREAKDOWNS = declaring('breakdown');
export const SORTS = declaring('sort');
export const EXPORTED = declaring('exported');

export type ValueFilter = (typeof VALUE_FILTERS)[number];
export type RangeField = (typeof RANGE_FIELDS)[number];
export type PlainDimension = (typeof DIMENSIONS)[number];
export type Breakdown = (typeof BREAKDOWNS)[number];
export type ExportedField = (typeof EXPORTED)[number];

export function isDimension(name: FieldName): name is PlainDimension {
  return 'dimension' in FIELDS[name];
}

export type RangeFilter = `${'min' | 'max'}${Fields[RangeField]['range']}`;

/** The names of the two filters of a field by range. */
export function rangeFilters<N extends RangeField>(name: N) {
  const { range } = FIELDS[name];
  return { min: `min${range}`, max: `max${range}` } as const;
}

export const RANGE_FILTERS: readonly RangeFilter[] = RANGE_FIELDS.flatMap((name) =>
  Object.values(rangeFilters(name)),
);
