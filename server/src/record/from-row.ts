/** From the store's row back to the record. Messages are read from the raw bytes, where those are kept. */
import {
  type Exchange,
  FinishReason,
  type Format,
  type Interaction,
  isFormat,
  type ListedInteraction,
  type User,
} from '@parley/contract';
import { textsOf } from '../formats/index.ts';
import type { InteractionRow } from '../store/interaction-row.ts';
import type { ListedRow } from '../store/listed-row.ts';

import { readBodies } from './derive.ts';

export function interactionFromRow(row: InteractionRow): Interaction {
  const format = isFormat(row.format) ? row.format : 'universal';
  return recordOf(row, format, readMessages(format, row));
}

/** What a list shows: of what is large, not all. */
export function listedFromRow({ listing, ...row }: ListedRow): ListedInteraction {
  if (!listing) return interactionFromRow(row);
  const format = isFormat(row.format) ? row.format : 'universal';
  const { input, output, truncated } = listing;
  const record = recordOf(row, format, { input, output, ...textsOf(input, output) });
  return truncated ? { ...record, truncated } : record;
}

function recordOf(row: InteractionRow, format: Format, exchange: Messages): Interaction {
  return {
    id: row.id,
    appId: row.app_id,
    format,
    type: row.type,
    version: row.version,
    model: row.model,
    requestedModel: row.requested_model,
    requestedAt: row.requested,
    respondedAt: row.responded,
    receivedAt: row.received,
    latencyMs: row.latency_ms,
    session: row.session,
    sessionTimeout: row.session_timeout,
    user: userFromRow(row),
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
    cost: row.cost_usd === null ? null : { usd: row.cost_usd, source: row.cost_source },
    upstreamId: row.upstream_id,
    error: errorFromRow(row),
    warnings: row.warnings,
  };
}

type Messages = Pick<Exchange, 'input' | 'output' | 'inputText' | 'outputText' | 'toolCalls'>;

/** A row without bodies has no messages: its application keeps numbers only, or bodies not for so long. */
function readMessages(format: Format, { type, request, response }: InteractionRow): Messages {
  if (request === '') return { input: [], output: [], inputText: '', outputText: '', toolCalls: [] };
  return readBodies(format, type, request, response).exchange;
}

function userFromRow(row: InteractionRow): User | null {
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

function errorFromRow(row: InteractionRow): Interaction['error'] {
  const error = { type: row.error_type, code: row.error_code, message: row.error_message };
  return Object.values(error).every((field) => field === null) ? null : error;
}
