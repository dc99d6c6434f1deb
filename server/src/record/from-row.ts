/** Converts a store row to a record. Messages are read from the raw bytes, if they are stored. */
import {
  type Exchange,
  FinishReason,
  type Interaction,
  isRecordedFormat,
  type ListedInteraction,
  type RecordedFormat,
  type User,
} from '@parley/contract';
import { textsOf } from '../formats/index.ts';
import type { InteractionRow } from '../store/rows/interaction-row.ts';
import type { ListedRow } from '../store/rows/listed-row.ts';

import { readBodies } from './derive.ts';
import { providerOf } from './provider.ts';

export function interactionFromRow(row: InteractionRow): Interaction {
  return recordOf(row, readMessages(formatOf(row), row));
}

/** What a list shows: large fields are shortened. */
export function listedFromRow({ listing, ...row }: ListedRow): ListedInteraction {
  if (!listing) return interactionFromRow(row);
  const { input, output, truncated } = listing;
  const record = recordOf(row, { input, output, ...textsOf(input, output) });
  return truncated ? { ...record, truncated } : record;
}

function recordOf({ id, app_id, requested, record: row }: InteractionRow, exchange: Messages): Interaction {
  const format = formatOf({ record: row });
  return {
    id,
    appId: app_id,
    format,
    provider: row.provider ?? (format === 'otel' ? null : providerOf(format, {})),
    type: row.type,
    version: row.version,
    model: row.model,
    requestedModel: row.requested_model,
    requestedAt: requested,
    respondedAt: row.responded,
    receivedAt: row.received,
    latencyMs: row.latency_ms,
    firstTokenMs: row.first_token_ms,
    session: row.session,
    sessionTimeout: row.session_timeout,
    user: userFromRow(row),
    labels: row.labels,
    prompt: row.prompt,
    trace: row.trace_id === null ? null : traceFromRow(row.trace_id, row),
    outcome: row.outcome,
    finishReason: FinishReason.nullable().parse(row.finish_reason),
    finishReasonRaw: row.finish_reason_raw,
    input: exchange.input,
    output: exchange.output,
    inputText: exchange.inputText,
    outputText: exchange.outputText,
    toolCalls: exchange.toolCalls,
    usage: {
      input: row.input_tokens,
      output: row.output_tokens,
      total: row.total_tokens,
      cachedInput: row.cached_input_tokens,
      cacheWrite: row.cache_write_tokens,
      reasoning: row.reasoning_tokens,
    },
    cost:
      row.cost_usd === null ? null : { usd: row.cost_usd, source: row.cost_source, stated: row.cost_stated },
    upstreamId: row.upstream_id,
    previousUpstreamId: row.previous_upstream_id,
    error: errorFromRow(row),
    texts: row.texts,
    vectors: vectorsFromRow(row),
    warnings: row.warnings,
  };
}

function formatOf({ record }: Pick<InteractionRow, 'record'>): RecordedFormat {
  return isRecordedFormat(record.format) ? record.format : 'universal';
}

type Messages = Pick<Exchange, 'input' | 'output' | 'inputText' | 'outputText' | 'toolCalls'>;

/** A row without bodies has no messages: the application stores numbers only, or its bodies have expired. */
function readMessages(format: RecordedFormat, { record, request, response }: InteractionRow): Messages {
  if (request === '') return { input: [], output: [], inputText: '', outputText: '', toolCalls: [] };
  return readBodies(format, record.type, request, response).exchange;
}

function userFromRow(row: InteractionRow['record']): User | null {
  const user: User = {
    key: row.user_key,
    userId: row.user_id,
    email: row.email,
    isAuthenticated: row.is_authenticated,
    firstName: row.first_name,
    lastName: row.last_name,
    phone: row.phone,
    gender: row.gender,
  };
  return Object.values(user).every((field) => field === null) ? null : user;
}

function traceFromRow(traceId: string, row: InteractionRow['record']): Interaction['trace'] {
  return { traceId, spanId: row.span_id, parentSpanId: row.parent_span_id };
}

function vectorsFromRow({ vectors, vector_length: length, kept_vectors: kept }: InteractionRow['record']) {
  return vectors === null ? null : { count: vectors, length, kept: kept > 0 };
}

function errorFromRow(row: InteractionRow['record']): Interaction['error'] {
  const error = { type: row.error_type, code: row.error_code, message: row.error_message };
  return Object.values(error).every((field) => field === null) ? null : error;
}
