/** The record as a row of the `interactions` table, and back. */
import { type Exchange, type Interaction, Warning } from '@parley/contract';
import { z } from 'zod';

/** What the drain writes: the record's columns and the bytes they were derived from. */
export type StoredInteraction = {
  record: Interaction;
  request: Buffer;
  response: Buffer;
  /** Its application does not keep what people and models said: the columns of `BLANK` have its values. */
  numbersOnly?: true;
};

/** What formats and prices give: everything that can be derived again from the bytes. */
export type DerivedPart = Pick<Interaction, keyof Exchange | 'cost' | 'warnings'>;

const SMALL = {
  model: ({ record }) => record.model ?? '',
  requested_model: ({ record }) => record.requestedModel ?? '',
  outcome: ({ record }) => record.outcome,
  finish_reason: ({ record }) => record.finishReason ?? '',
  finish_reason_raw: ({ record }) => record.finishReasonRaw ?? '',
  tool_calls: ({ record }) => record.toolCalls.length,
  input_tokens: ({ record }) => record.usage.input,
  output_tokens: ({ record }) => record.usage.output,
  total_tokens: ({ record }) => record.usage.total,
  cached_input_tokens: ({ record }) => record.usage.cachedInput,
  cache_write_tokens: ({ record }) => record.usage.cacheWrite,
  reasoning_tokens: ({ record }) => record.usage.reasoning,
  cost_usd: ({ record }) => record.cost?.usd ?? null,
  cost_source: ({ record }) => record.cost?.source ?? '',
  upstream_id: ({ record }) => record.upstreamId ?? '',
  error_type: ({ record }) => record.error?.type ?? '',
  error_code: ({ record }) => record.error?.code ?? '',
  error_message: ({ record }) => record.error?.message ?? '',
  warnings: ({ record }) => (record.warnings.length === 0 ? '' : JSON.stringify(record.warnings)),
} satisfies Record<string, (stored: { record: DerivedPart }) => string | number | null>;

/** These are not columns that are written, but parts of the content. */
const TEXTS = {
  input_text: ({ record }) => record.inputText,
  output_text: ({ record }) => record.outputText,
} satisfies Record<string, (stored: { record: DerivedPart }) => string>;

const DERIVED = { ...SMALL, ...TEXTS };

const COLUMNS = {
  id: ({ record }) => record.id,
  app_id: ({ record }) => record.appId,
  received_at: ({ record }) => Date.parse(record.receivedAt),
  requested_at: ({ record }) => Date.parse(record.requestedAt),
  responded_at: ({ record }) => Date.parse(record.respondedAt),
  latency_ms: ({ record }) => record.latencyMs,
  format: ({ record }) => record.format,
  type: ({ record }) => record.type,
  version: ({ record }) => record.version,
  session: ({ record }) => record.session ?? '',
  session_timeout: ({ record }) => record.sessionTimeout,
  user_key: ({ record }) => record.user?.key ?? '',
  user_id: ({ record }) => record.user?.userId ?? '',
  email: ({ record }) => record.user?.email ?? '',
  is_authenticated: ({ record }) => record.user?.isAuthenticated ?? null,
  first_name: ({ record }) => record.user?.firstName ?? '',
  last_name: ({ record }) => record.user?.lastName ?? '',
  phone: ({ record }) => record.user?.phone ?? '',
  gender: ({ record }) => record.user?.gender ?? '',
  ...SMALL,
  content: ({ record, request, response }) => `${record.inputText}${request}${response}${record.outputText}`,
  input_bytes: ({ record }) => Buffer.byteLength(record.inputText),
  request_bytes: ({ request }) => request.length,
  response_bytes: ({ response }) => response.length,
  output_bytes: ({ record }) => Buffer.byteLength(record.outputText),
} satisfies Record<string, (stored: StoredInteraction) => unknown>;

export const INTERACTION_COLUMNS = Object.keys(COLUMNS);
const READERS = Object.values(COLUMNS);

/** What people and models said, or may be quoted in, as a row without bodies has it. */
export const BLANK: Partial<Record<keyof typeof COLUMNS, '' | 0>> = {
  content: '',
  input_bytes: 0,
  request_bytes: 0,
  response_bytes: 0,
  output_bytes: 0,
  error_message: '',
};
const NUMBER_READERS = Object.values({
  ...COLUMNS,
  ...Object.fromEntries(Object.entries(BLANK).map(([column, value]) => [column, () => value])),
});

export type DerivedColumn = keyof typeof DERIVED;
export type DerivedValues = Record<DerivedColumn, string | number | null>;

export const DERIVED_COLUMNS = Object.keys(DERIVED) as DerivedColumn[];
export const TEXT_COLUMNS = Object.keys(TEXTS) as DerivedColumn[];

export function derivedValues(record: DerivedPart): DerivedValues {
  return forDerived((column) => DERIVED[column]({ record }));
}

/** Something for each of the derived columns. */
export function forDerived<T>(make: (column: DerivedColumn) => T): Record<DerivedColumn, T> {
  const entries = DERIVED_COLUMNS.map((column): [DerivedColumn, T] => [column, make(column)]);
  return Object.fromEntries(entries) as Record<DerivedColumn, T>;
}

/** One line of `JSONCompactEachRow`, in the order of `INTERACTION_COLUMNS`. */
export function interactionLine(stored: StoredInteraction): string {
  const readers = stored.numbersOnly ? NUMBER_READERS : READERS;
  return JSON.stringify(readers.map((read) => read(stored)));
}

const text = z.string().transform((value) => value || null);
const time = z.number().transform((value) => new Date(value).toISOString());
const count = z.number().nullable();

/** A row as `INTERACTION_SELECT` returns it. */
export const InteractionRow = z.object({
  id: z.string(),
  app_id: z.string(),
  received: time,
  requested: time,
  responded: time,
  latency_ms: count,
  format: z.string(),
  type: z.string(),
  version: z.string(),
  model: text,
  requested_model: text,
  session: text,
  session_timeout: z.number(),
  user_key: text,
  user_id: text,
  email: text,
  is_authenticated: z.boolean().nullable(),
  first_name: text,
  last_name: text,
  phone: text,
  gender: text,
  outcome: z.enum(['ok', 'error', 'blocked']),
  finish_reason: text,
  finish_reason_raw: text,
  input_tokens: count,
  output_tokens: count,
  total_tokens: count,
  cached_input_tokens: count,
  cache_write_tokens: count,
  reasoning_tokens: count,
  cost_usd: z.number().nullable(),
  cost_source: z.string(),
  upstream_id: text,
  error_type: text,
  error_code: text,
  error_message: text,
  warnings: z.string().transform((json) => (json === '' ? [] : z.array(Warning).parse(JSON.parse(json)))),
  request: z.string(),
  response: z.string(),
});
export type InteractionRow = z.infer<typeof InteractionRow>;

export const INTERACTION_SELECT = Object.keys(InteractionRow.shape)
  .map((column) => {
    if (column === 'received' || column === 'requested' || column === 'responded') {
      return `toUnixTimestamp64Milli(${column}_at) AS ${column}`;
    }
    return column;
  })
  .join(', ');
