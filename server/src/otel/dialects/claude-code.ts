/** Claude Code, which reports a call as one log record with names of its own. */
import { firstNumber, firstText } from '../attributes.ts';
import type { Call, LogRecord, Value } from '../telemetry.ts';
import type { Dialect } from './dialect.ts';

const REQUEST = 'claude_code.api_request';
const FAILURE = 'claude_code.api_error';

export const claudeCode: Dialect = {
  logKind: (log) => (eventOf(log) === null ? null : 'call'),
  callOfLog,
};

/** The full name of the event is in the body, the short name in an attribute. */
function eventOf({ name, body, scope }: LogRecord): string | null {
  const full = scope.includes('claude_code') ? `claude_code.${name}` : name;
  return [REQUEST, FAILURE].find((event) => event === body || event === name || event === full) ?? null;
}

function callOfLog(log: LogRecord): Call | null {
  const event = eventOf(log);
  if (event === null) return null;
  const { resource, scope, traceId, spanId, at } = log;
  const duration = firstNumber(log.attributes, ['duration_ms']);
  const failed = event === FAILURE;
  return {
    resource,
    scope,
    traceId,
    spanId,
    parentSpanId: null,
    // The record is written when the call has ended.
    startedAt: at === null || duration === null ? at : at - duration,
    endedAt: duration === null ? null : at,
    attributes: new Map([...log.attributes, ...conventional(log)]),
    events: [],
    failed,
    statusMessage: failed ? (firstText(log.attributes, ['error']) ?? '') : '',
  };
}

/** The attributes in the names of the GenAI conventions. */
function conventional({ attributes }: LogRecord): [string, Value][] {
  const number = (name: string) => firstNumber(attributes, [name]);
  const uncached = number('input_tokens');
  const cached = number('cache_read_tokens');
  const written = number('cache_creation_tokens');
  const firstTokenMs = number('ttft_ms');
  const entries: [string, Value][] = [
    ['gen_ai.operation.name', 'chat'],
    ['gen_ai.provider.name', 'anthropic'],
    ['gen_ai.request.model', firstText(attributes, ['model'])],
    ['gen_ai.usage.input_tokens', uncached === null ? null : uncached + (cached ?? 0) + (written ?? 0)],
    ['gen_ai.usage.output_tokens', number('output_tokens')],
    ['gen_ai.usage.cache_read.input_tokens', cached],
    ['gen_ai.usage.cache_write.input_tokens', written],
    ['gen_ai.response.time_to_first_chunk', firstTokenMs === null ? null : firstTokenMs / 1000],
    ['error.type', firstText(attributes, ['status_code'])],
  ];
  return entries.filter(([, value]) => value !== null);
}
