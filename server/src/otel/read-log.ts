import { isObject, parseJson } from './json.ts';
import { isAbsentId, readOrigin, readSpanId, readTime, readTraceId } from './read-record.ts';
import { readAttributes, readValue } from './read-value.ts';
import type { LogRecord, Origin, Problem } from './telemetry.ts';

/** A log record out of the text in which it is kept: `{"resource":…,"scope":…,"logRecord":…}`. */
export function readLog(text: string): LogRecord | Problem {
  const kept = parseJson(text);
  if (!isObject(kept)) return { problem: 'This is not a log record as it is kept.' };
  return logOf(readOrigin(kept.resource, kept.scope), kept.logRecord);
}

/** A log record out of OTLP's JSON. */
export function logOf(origin: Origin, value: unknown): LogRecord | Problem {
  if (!isObject(value)) return { problem: 'A log record must be an object.' };
  const traceId = readTraceId(value.traceId);
  if (traceId === null && !isAbsentId(value.traceId))
    return { problem: 'traceId must be 32 hexadecimal digits, or empty.' };
  const spanId = readSpanId(value.spanId);
  if (spanId === null && !isAbsentId(value.spanId))
    return { problem: 'spanId must be 16 hexadecimal digits, or empty.' };
  const at = readTime(value.timeUnixNano);
  const observedAt = readTime(value.observedTimeUnixNano);
  if (at === undefined || observedAt === undefined)
    return { problem: 'timeUnixNano and observedTimeUnixNano must be integers.' };
  const attributes = readAttributes(value.attributes);
  // Before events had a name of their own, an attribute said it.
  const named = value.eventName || attributes.get('event.name');
  return {
    signal: 'log',
    ...origin,
    traceId,
    spanId,
    name: typeof named === 'string' ? named : '',
    at: at ?? observedAt,
    attributes,
    body: readValue(value.body),
  };
}
