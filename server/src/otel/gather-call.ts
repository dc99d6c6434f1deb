import { claudeCodeCall } from './claude-code.ts';
import { claudeCodeEvent, DETAILS } from './kinds/classify-log.ts';
import type { Attributes, Call, LogRecord, Span } from './telemetry.ts';

export function callOfSpan(span: Span): Call {
  return { ...span, events: span.events.map((event) => ({ ...event, body: null })) };
}

/** One call of everything received for it, in any order; null when that is nothing. */
export function gatherCall(received: readonly (Span | LogRecord)[]): Call | null {
  const span = received.find((record) => record.signal === 'span');
  const logs = received.filter((record) => record.signal === 'log').sort(byTime);
  const [first] = logs;
  const call = span ? callOfSpan(span) : first && callOfLog(first);
  if (call === undefined) return null;
  return {
    ...call,
    attributes: joined(call.attributes, logs),
    events: [...call.events, ...logs.filter(({ name }) => name !== DETAILS)],
  };
}

/** A log record says when something was, not how long it took. */
function callOfLog(log: LogRecord): Call {
  const { resource, scope, traceId, spanId, at } = log;
  const event = claudeCodeEvent(log);
  if (event !== null) return claudeCodeCall(log, event);
  return {
    resource,
    scope,
    traceId,
    spanId,
    parentSpanId: null,
    startedAt: at,
    endedAt: null,
    attributes: new Map(),
    events: [],
    failed: false,
    statusMessage: '',
  };
}

function joined(own: Attributes, logs: readonly LogRecord[]): Attributes {
  const details = logs.filter(({ name }) => name === DETAILS);
  if (details.length === 0) return own;
  return new Map([...details.flatMap(({ attributes }) => [...attributes]), ...own]);
}

/** Records of one moment stay in the order in which they came. */
function byTime(a: LogRecord, b: LogRecord): number {
  return (a.at ?? 0) - (b.at ?? 0);
}
