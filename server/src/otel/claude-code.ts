import { firstNumber, firstText } from './attributes.ts';
import type { CLAUDE_CODE } from './kinds/classify-log.ts';
import type { Call, LogRecord, Value } from './telemetry.ts';

/** Claude Code says a call in one log record, in its own names: here in those of the conventions. */
export function claudeCodeCall(log: LogRecord, event: (typeof CLAUDE_CODE)[number]): Call {
  const { resource, scope, traceId, spanId, at } = log;
  const duration = firstNumber(log.attributes, ['duration_ms']);
  const failed = event === 'claude_code.api_error';
  return {
    resource,
    scope,
    traceId,
    spanId,
    parentSpanId: null,
    // It is written when the call has ended.
    startedAt: at === null || duration === null ? at : at - duration,
    endedAt: duration === null ? null : at,
    attributes: new Map([...log.attributes, ...conventional(log)]),
    events: [],
    failed,
    statusMessage: failed ? (firstText(log.attributes, ['error']) ?? '') : '',
  };
}

function conventional({ attributes }: LogRecord): [string, Value][] {
  const number = (name: string) => firstNumber(attributes, [name]);
  const fresh = number('input_tokens');
  const cached = number('cache_read_tokens');
  const written = number('cache_creation_tokens');
  const toFirst = number('ttft_ms');
  const entries: [string, Value][] = [
    ['gen_ai.operation.name', 'chat'],
    ['gen_ai.provider.name', 'anthropic'],
    ['gen_ai.request.model', firstText(attributes, ['model'])],
    ['gen_ai.usage.input_tokens', fresh === null ? null : fresh + (cached ?? 0) + (written ?? 0)],
    ['gen_ai.usage.output_tokens', number('output_tokens')],
    ['gen_ai.usage.cache_read.input_tokens', cached],
    ['gen_ai.usage.cache_write.input_tokens', written],
    ['gen_ai.response.time_to_first_chunk', toFirst === null ? null : toFirst / 1000],
    ['error.type', firstText(attributes, ['status_code'])],
  ];
  return entries.filter(([, value]) => value !== null);
}
