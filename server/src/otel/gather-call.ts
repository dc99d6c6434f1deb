import { DIALECTS } from './dialects/dialects.ts';
import { DETAILS_EVENT } from './dialects/gen-ai.ts';
import type { Attributes, Call, LogRecord, Span } from './telemetry.ts';

export function callOfSpan(span: Span): Call {
  return { ...span, events: span.events.map((event) => ({ ...event, body: null })) };
}

/** The call that these records report, in any order; null when there are none. */
export function gatherCall(received: readonly (Span | LogRecord)[]): Call | null {
  const span = received.find((record) => record.signal === 'span');
  const logs = received.filter((record) => record.signal === 'log').sort(byTime);
  const [first] = logs;
  const call = span ? callOfSpan(span) : first && callOfLog(first);
  if (call === undefined) return null;
  return {
    ...call,
    attributes: joined(call.attributes, logs),
    events: [...call.events, ...logs.filter(({ name }) => name !== DETAILS_EVENT)],
  };
}

/** Unless a dialect knows better, a log record says when something happened, not how long it took. */
function callOfLog(log: LogRecord): Call {
  const { resource, scope, traceId, spanId, at } = log;
  for (const dialect of DIALECTS) {
    const call = dialect.callOfLog?.(log) ?? null;
    if (call !== null) return call;
  }
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
  const details = logs.filter(({ name }) => name === DETAILS_EVENT);
  if (details.length === 0) return own;
  return new Map([...details.flatMap(({ attributes }) => [...attributes]), ...own]);
}

/** Stable: records of the same moment stay in the order in which they arrived. */
function byTime(a: LogRecord, b: LogRecord): number {
  return (a.at ?? 0) - (b.at ?? 0);
}
