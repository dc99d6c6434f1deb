/** Interactions as rows of the table `interactions`. */
import { type Exchange, type Interaction, Warning } from '@parley/contract';
import { z } from 'zod';
import type { Keeping } from '../../base/keeping.ts';
import { SEARCH_VERSION } from '../search/sections.ts';
import { type ContentPart, PART_OF_CONTENT } from './content.ts';
import type { ColumnType, ColumnTypes, RowWriter } from './row-binary.ts';
import { NO_CONTENT, type StoredContent, storedContent } from './stored-content.ts';

/** An interaction to store: the record, and the bodies it was derived from. */
export type StoredInteraction = {
  record: Interaction & Partial<StoredPrompt>;
  request: Buffer;
  response: Buffer;
  /** Hash of the payload, where an `Idempotency-Key` names the interaction. */
  fingerprint?: string;
  /** The provider that the payload named. */
  declaredProvider?: string;
  /** The node whose journal it came through. */
  node?: string;
  /** Time of its batch in milliseconds; by default the time of receipt. */
  storedAt?: number;
  /** What its application keeps; `numbers` leaves out what people and models said (`BLANK`). */
  keeping?: Exclude<Keeping, 'nothing'>;
};

/** The part of a record that can be derived again from the bodies. */
export type DerivedPart = Pick<Interaction, keyof Exchange | 'provider' | 'cost' | 'warnings'> &
  Partial<StoredPrompt>;

export type StoredPrompt = {
  prompt: string | null;
  /** As the client names it. */
  promptVersion: string | null;
  /** Hashes of clauses and tools, separated by spaces. */
  promptFeatures: string;
};

type Column<S, V> = {
  type: ColumnType;
  read: (stored: S) => V;
  write: (row: RowWriter, stored: S) => void;
};

function column<T extends ColumnType, S, V extends ColumnTypes[T]>(
  type: T,
  read: (stored: S) => V,
): Column<S, V> {
  return { type, read, write: (row, stored) => row.write(type, read(stored)) };
}

const SMALL = {
  provider: column('String', ({ record }) => record.provider ?? ''),
  model: column('String', ({ record }) => record.model ?? ''),
  requested_model: column('String', ({ record }) => record.requestedModel ?? ''),
  outcome: column('String', ({ record }) => record.outcome),
  finish_reason: column('String', ({ record }) => record.finishReason ?? ''),
  finish_reason_raw: column('String', ({ record }) => record.finishReasonRaw ?? ''),
  tool_calls: column('UInt32', ({ record }) => record.toolCalls.length),
  input_tokens: column('Nullable(UInt64)', ({ record }) => record.usage.input),
  output_tokens: column('Nullable(UInt64)', ({ record }) => record.usage.output),
  total_tokens: column('Nullable(UInt64)', ({ record }) => record.usage.total),
  cached_input_tokens: column('Nullable(UInt64)', ({ record }) => record.usage.cachedInput),
  cache_write_tokens: column('Nullable(UInt64)', ({ record }) => record.usage.cacheWrite),
  reasoning_tokens: column('Nullable(UInt64)', ({ record }) => record.usage.reasoning),
  cost_usd: column('Nullable(Float64)', ({ record }) => record.cost?.usd ?? null),
  cost_source: column('String', ({ record }) => record.cost?.source ?? ''),
  cost_stated: column('Nullable(Float64)', ({ record }) => record.cost?.stated ?? null),
  texts: column('Nullable(UInt64)', ({ record }) => record.texts),
  vectors: column('Nullable(UInt64)', ({ record }) => record.vectors?.count ?? null),
  vector_length: column('Nullable(UInt64)', ({ record }) => record.vectors?.length ?? null),
  kept_vectors: column('UInt32', ({ record: { vectors } }) => (vectors?.kept ? vectors.count : 0)),
  upstream_id: column('String', ({ record }) => record.upstreamId ?? ''),
  previous_upstream_id: column('String', ({ record }) => record.previousUpstreamId ?? ''),
  error_type: column('String', ({ record }) => record.error?.type ?? ''),
  error_code: column('String', ({ record }) => record.error?.code ?? ''),
  error_message: column('String', ({ record }) => record.error?.message ?? ''),
  warnings: column('String', ({ record }) =>
    record.warnings.length === 0 ? '' : JSON.stringify(record.warnings),
  ),
  prompt: column('String', ({ record }) => record.prompt ?? ''),
  prompt_version: column('String', ({ record }) => record.promptVersion ?? ''),
  prompt_features: column('String', ({ record }) => record.promptFeatures ?? ''),
  search_version: column('UInt32', () => SEARCH_VERSION),
} satisfies Record<string, Column<{ record: DerivedPart }, string | number | null>>;

/** Texts derived from the bodies; parts of the content columns, not columns of their own. */
const TEXTS = {
  input_text: partText('input_text'),
  output_text: partText('output_text'),
  input_words: partText('input_words'),
  output_words: partText('output_words'),
  listing: column('String', ({ kept }) => kept.listing),
} satisfies Record<string, Column<{ kept: StoredContent }, string>>;

function partText(part: ContentPart) {
  return column('String', ({ kept }: { kept: StoredContent }) => String(kept.parts[part]));
}

const DERIVED = { ...SMALL, ...TEXTS };

type Whole = StoredInteraction & { kept: StoredContent };

const COLUMNS = {
  id: column('UUID', ({ record }) => record.id),
  app_id: column('String', ({ record }) => record.appId),
  received_at: column('DateTime64(3)', ({ record }) => Date.parse(record.receivedAt)),
  requested_at: column('DateTime64(3)', ({ record }) => Date.parse(record.requestedAt)),
  responded_at: column('DateTime64(3)', ({ record }) => Date.parse(record.respondedAt)),
  latency_ms: column('Nullable(UInt64)', ({ record }) => record.latencyMs),
  format: column('String', ({ record }) => record.format),
  type: column('String', ({ record }) => record.type),
  version: column('String', ({ record }) => record.version),
  session: column('String', ({ record }) => record.session ?? ''),
  session_timeout: column('Float64', ({ record }) => record.sessionTimeout),
  user_key: column('String', ({ record }) => record.user?.key ?? ''),
  user_id: column('String', ({ record }) => record.user?.userId ?? ''),
  email: column('String', ({ record }) => record.user?.email ?? ''),
  is_authenticated: column('Nullable(Bool)', ({ record }) => record.user?.isAuthenticated ?? null),
  first_name: column('String', ({ record }) => record.user?.firstName ?? ''),
  last_name: column('String', ({ record }) => record.user?.lastName ?? ''),
  phone: column('String', ({ record }) => record.user?.phone ?? ''),
  gender: column('String', ({ record }) => record.user?.gender ?? ''),
  labels: column('Map(String, String)', ({ record }) => record.labels),
  first_token_ms: column('Nullable(UInt64)', ({ record }) => record.firstTokenMs),
  trace_id: column('String', ({ record }) => record.trace?.traceId ?? ''),
  span_id: column('String', ({ record }) => record.trace?.spanId ?? ''),
  parent_span_id: column('String', ({ record }) => record.trace?.parentSpanId ?? ''),
  ...SMALL,
  fingerprint: column('String', ({ fingerprint = '' }) => fingerprint),
  declared_provider: column('String', ({ declaredProvider = '' }) => declaredProvider),
  node: column('String', ({ node = '' }) => node),
  stored_at: column('DateTime64(3)', ({ storedAt, record }) => storedAt ?? Date.parse(record.receivedAt)),
  content: column('String', ({ kept }) => kept.content),
  large: column('String', ({ kept }) => kept.large),
  large_bytes: column('UInt32', ({ kept }) => kept.largeBytes),
  input_bytes: partBytes('input_text'),
  request_bytes: partBytes('request'),
  response_bytes: partBytes('response'),
  output_bytes: partBytes('output_text'),
  input_words_bytes: partBytes('input_words'),
  output_words_bytes: partBytes('output_words'),
} satisfies Record<string, Column<Whole, unknown>>;

function partBytes(part: ContentPart) {
  return column('UInt32', ({ kept }: { kept: StoredContent }) => kept.bytes[part]);
}

export type InteractionColumn = keyof typeof COLUMNS;
export const INTERACTION_COLUMNS = Object.keys(COLUMNS) as InteractionColumn[];
export const INTERACTION_TYPES: readonly ColumnType[] = Object.values(COLUMNS).map(({ type }) => type);
const WHOLE: readonly Column<Whole, unknown>[] = Object.values(COLUMNS);

/** Columns of the sorting key, and those of the origin of a row. */
const LASTING: ReadonlySet<string> = new Set([
  'id',
  'app_id',
  'received_at',
  'requested_at',
  'node',
  'stored_at',
  'fingerprint',
]);
const REPLACED = Object.entries<Column<Whole, unknown>>(COLUMNS).filter(([name]) => !LASTING.has(name));

/** All other columns, which a late part may change. */
export const REPLACED_COLUMNS: readonly string[] = REPLACED.map(([name]) => name);

/** Values of `REPLACED_COLUMNS` for JSON. */
export function replacedValues(stored: StoredInteraction): unknown[] {
  const { record, request, response } = stored;
  const whole = { ...stored, kept: storedContent(record, request, response) };
  return REPLACED.map(([, { type, read }]) => {
    const value = read(whole);
    if (type === 'DateTime64(3)') return new Date(Number(value)).toISOString().replace('T', ' ').slice(0, -1);
    return Array.isArray(value)
      ? Buffer.concat(value.map((part) => Buffer.from(part))).toString('utf8')
      : value;
  });
}

/** Values of the columns that may hold content, in a row that keeps numbers only. */
export const BLANK: Partial<Record<keyof typeof COLUMNS, '' | 0>> = {
  content: '',
  large: '',
  large_bytes: 0,
  input_bytes: 0,
  request_bytes: 0,
  response_bytes: 0,
  output_bytes: 0,
  input_words_bytes: 0,
  output_words_bytes: 0,
  error_message: '',
  kept_vectors: 0,
  prompt_features: '',
};
const NUMBERS: typeof WHOLE = Object.values({
  ...COLUMNS,
  error_message: column('String', () => ''),
  kept_vectors: column('UInt32', () => 0),
  prompt_features: column('String', () => ''),
});

export type DerivedColumn = keyof typeof DERIVED;
export type DerivedValues = Record<DerivedColumn, string | number | null>;

export const DERIVED_COLUMNS = Object.keys(DERIVED) as DerivedColumn[];
export const TEXT_COLUMNS = Object.keys(TEXTS) as DerivedColumn[];

export function derivedValues(record: DerivedPart, request: string, response: string): DerivedValues {
  const kept = storedContent(record, request, response);
  return forDerived((column) => DERIVED[column].read({ record, kept }));
}

/** An object with an entry for each derived column. */
export function forDerived<T>(make: (column: DerivedColumn) => T): Record<DerivedColumn, T> {
  const entries = DERIVED_COLUMNS.map((column): [DerivedColumn, T] => [column, make(column)]);
  return Object.fromEntries(entries) as Record<DerivedColumn, T>;
}

/** Writes the values of `INTERACTION_COLUMNS`, in their order. */
export function writeInteraction(row: RowWriter, stored: StoredInteraction): void {
  const { record, request, response, keeping = 'everything' } = stored;
  const kept = keeping === 'numbers' ? NO_CONTENT : storedContent(record, request, response);
  const whole = { ...stored, kept };
  for (const { write } of keeping === 'numbers' ? NUMBERS : WHOLE) write(row, whole);
}

const text = z.string().transform((value) => value || null);
const time = z.number().transform((value) => new Date(value).toISOString());
const count = z.number().nullable();

/** The JSON of the column `record` (`record-column.ts`). */
const Recorded = z.object({
  received: time,
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
  // Rows of earlier versions lack these.
  provider: text.default(null),
  prompt: text.default(null),
  cost_stated: count.default(null),
  texts: count.default(null),
  vectors: count.default(null),
  vector_length: count.default(null),
  kept_vectors: z.number().default(0),
  previous_upstream_id: text.default(null),
  labels: z.record(z.string(), z.string()).default({}),
  first_token_ms: count.default(null),
  trace_id: text.default(null),
  span_id: text.default(null),
  parent_span_id: text.default(null),
  error_type: text,
  error_code: text,
  error_message: text,
  warnings: z.string().transform((json) => (json === '' ? [] : z.array(Warning).parse(JSON.parse(json)))),
});

/** A row as `INTERACTION_SELECT` returns it. */
export const InteractionRow = z.object({
  id: z.string(),
  app_id: z.string(),
  requested: time,
  record: z.string().transform((json) => Recorded.parse(JSON.parse(json))),
  request: z.string(),
  response: z.string(),
});
export type InteractionRow = z.infer<typeof InteractionRow>;

const MADE: Readonly<Record<string, string>> = {
  requested: 'toUnixTimestamp64Milli(requested_at)',
  request: PART_OF_CONTENT.request,
  response: PART_OF_CONTENT.response,
};

/** The SELECT list of a row schema, with expressions for some of its fields. */
export function selectOf(row: z.ZodObject, others: Readonly<Record<string, string>> = {}): string {
  const made: Record<string, string> = { ...MADE, ...others };
  return Object.keys(row.shape)
    .map((name) => (made[name] ? `${made[name]} AS ${name}` : name))
    .join(', ');
}

export const INTERACTION_SELECT = selectOf(InteractionRow);
