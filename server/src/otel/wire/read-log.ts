import { isObject } from '../../base/json.ts';
import type { LogRecord, Origin, Problem } from '../telemetry.ts';
import { isAbsentId, readOrigin, readSpanId, readTime, readTraceId } from './read-record.ts';
import { readAttributes, readValue } from './read-value.ts';

/** Reads a log record as it is kept: `{"resource":…,"scope":…,"logRecord":…}`. */
export function readLog(kept: unknown): LogRecord | Problem {
  if (!isObject(kept)) return { problem: 'This is not a log record as it is kept.' };
  return logOf(readOrigin(kept.resource, kept.scope), kept.logRecord);
}

/** Reads a log record of OTLP's JSON. */
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
  // Older events have their name in an attribute.
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
