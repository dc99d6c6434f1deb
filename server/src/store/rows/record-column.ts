/**
 * The column `record`: all small columns of an interaction as JSON, since every column that a query reads costs the
 * engine a read of its own. The engine computes it from the others, also when they are rewritten.
 *
 * The expression is part of the table: it must not change without a migration.
 */
const TEXT = 'String';
/** Exact for all values here, and not quoted in JSON. */
const NUMBER = 'Float64';
const COUNT = 'Nullable(Float64)';

/** Fields with their types, and their expressions where these are not the column of that name. */
const FIELDS: Readonly<Record<string, readonly [type: string, expression?: string]>> = {
  received: [NUMBER, 'toUnixTimestamp64Milli(received_at)'],
  responded: [NUMBER, 'toUnixTimestamp64Milli(responded_at)'],
  latency_ms: [COUNT],
  format: [TEXT],
  type: [TEXT],
  version: [TEXT],
  model: [TEXT],
  requested_model: [TEXT],
  session: [TEXT],
  session_timeout: [NUMBER],
  user_key: [TEXT],
  user_id: [TEXT],
  email: [TEXT],
  is_authenticated: ['Nullable(Bool)'],
  first_name: [TEXT],
  last_name: [TEXT],
  phone: [TEXT],
  gender: [TEXT],
  outcome: [TEXT],
  finish_reason: [TEXT],
  finish_reason_raw: [TEXT],
  input_tokens: [COUNT],
  output_tokens: [COUNT],
  total_tokens: [COUNT],
  cached_input_tokens: [COUNT],
  cache_write_tokens: [COUNT],
  reasoning_tokens: [COUNT],
  cost_usd: [COUNT],
  cost_source: [TEXT],
  upstream_id: [TEXT],
  error_type: [TEXT],
  error_code: [TEXT],
  error_message: [TEXT],
  warnings: [TEXT],
};

/** Fields of the second version. */
const MORE_FIELDS: typeof FIELDS = {
  provider: [TEXT],
  previous_upstream_id: [TEXT],
  labels: ['Map(String, String)'],
  first_token_ms: [COUNT],
  trace_id: [TEXT],
  span_id: [TEXT],
  parent_span_id: [TEXT],
};

const THIRD_FIELDS: typeof FIELDS = {
  cost_stated: [COUNT],
  texts: [COUNT],
  vectors: [COUNT],
  vector_length: [COUNT],
  kept_vectors: [NUMBER],
};

const LATEST_FIELDS: typeof FIELDS = { prompt: [TEXT] };

/** Earlier versions of the expression, for migrations. */
export const FIRST_RECORD = jsonOf(FIELDS);
export const SECOND_RECORD = jsonOf({ ...FIELDS, ...MORE_FIELDS });
export const THIRD_RECORD = jsonOf({ ...FIELDS, ...MORE_FIELDS, ...THIRD_FIELDS });
export const RECORD = jsonOf({ ...FIELDS, ...MORE_FIELDS, ...THIRD_FIELDS, ...LATEST_FIELDS });

function jsonOf(fields: typeof FIELDS): string {
  const values = Object.entries(fields).map(([name, [, expression = name]]) => expression);
  const types = Object.entries(fields).map(([name, [type]]) => `${name} ${type}`);
  return `toJSONString(CAST(tuple(${values.join(', ')}), 'Tuple(${types.join(', ')})'))`;
}
