import { isObject, listOf } from '../../base/json.ts';
import type { Origin, Problem, Span, SpanEvent } from '../telemetry.ts';
import { isAbsentId, readOrigin, readSpanId, readTime, readTraceId } from './read-record.ts';
import { readAttributes } from './read-value.ts';

/** Reads a span as it is kept: `{"resource":…,"scope":…,"span":…}`. */
export function readSpan(kept: unknown): Span | Problem {
  if (!isObject(kept)) return { problem: 'This is not a span as it is kept.' };
  return spanOf(readOrigin(kept.resource, kept.scope), kept.span);
}

/** Reads a span of OTLP's JSON. */
export function spanOf(origin: Origin, value: unknown): Span | Problem {
  if (!isObject(value)) return { problem: 'A span must be an object.' };
  const traceId = readTraceId(value.traceId);
  if (traceId === null) return { problem: 'traceId must be 32 hexadecimal digits, and not all zeros.' };
  const spanId = readSpanId(value.spanId);
  if (spanId === null) return { problem: 'spanId must be 16 hexadecimal digits, and not all zeros.' };
  const parentSpanId = readSpanId(value.parentSpanId);
  if (parentSpanId === null && !isAbsentId(value.parentSpanId))
    return { problem: 'parentSpanId must be 16 hexadecimal digits, or empty.' };
  const startedAt = readTime(value.startTimeUnixNano);
  const endedAt = readTime(value.endTimeUnixNano);
  if (startedAt === undefined || endedAt === undefined)
    return { problem: 'startTimeUnixNano and endTimeUnixNano must be integers.' };
  if (!isList(value.attributes)) return { problem: 'attributes must be an array.' };
  if (!isList(value.events)) return { problem: 'events must be an array.' };
  const status = isObject(value.status) ? value.status : {};
  return {
    signal: 'span',
    ...origin,
    traceId,
    spanId,
    parentSpanId,
    name: typeof value.name === 'string' ? value.name : '',
    startedAt,
    endedAt,
    attributes: readAttributes(value.attributes),
    events: readEvents(value.events),
    failed: status.code === 2 || status.code === 'STATUS_CODE_ERROR',
    statusMessage: typeof status.message === 'string' ? status.message : '',
  };
}

function isList(value: unknown): boolean {
  return value === undefined || value === null || Array.isArray(value);
}

function readEvents(list: unknown): SpanEvent[] {
  const events: SpanEvent[] = [];
  for (const event of listOf(list)) {
    if (!isObject(event)) continue;
    events.push({
      name: typeof event.name === 'string' ? event.name : '',
      at: readTime(event.timeUnixNano) ?? null,
      attributes: readAttributes(event.attributes),
    });
  }
  return events;
}
