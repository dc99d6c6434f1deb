import type { Trace } from '@parley/contract';
import { isObject } from '../base/json.ts';
import { readText } from './fields.ts';
import { isAbsent, kindOf, type Notes } from './notes.ts';

const MAX_ID_CHARACTERS = 128;
/** Ids of W3C: hexadecimal, and not all zeros. */
const TRACE_ID = /^(?!0+$)[0-9a-f]{32}$/;
const SPAN_ID = /^(?!0+$)[0-9a-f]{16}$/;

/** The `trace` of a payload; null when there is none. Other ids are accepted with a warning. */
export function readTrace(value: unknown, notes: Notes): Trace | null {
  if (isAbsent(value)) return null;
  if (!isObject(value)) {
    notes.issue('trace', 'invalid_type', `trace must be an object, not ${kindOf(value)}.`);
    return null;
  }
  const traceId = readId(value.traceId, 'trace.traceId', TRACE_ID, notes);
  const spanId = readId(value.spanId, 'trace.spanId', SPAN_ID, notes);
  const parentSpanId = readId(value.parentSpanId, 'trace.parentSpanId', SPAN_ID, notes);
  if (traceId !== null) return { traceId, spanId, parentSpanId };
  if (isAbsent(value.traceId) && (spanId !== null || parentSpanId !== null))
    notes.issue('trace.traceId', 'required', 'trace.traceId must be there when there is a span.');
  return null;
}

function readId(value: unknown, path: string, w3c: RegExp, notes: Notes): string | null {
  const text = readText(value, path, MAX_ID_CHARACTERS, notes);
  if (text === null || w3c.test(text)) return text;
  const lower = text.toLowerCase();
  if (w3c.test(lower)) return lower;
  notes.warn(path, 'not_w3c', `${path} is not an id as W3C has them, and was taken as it is.`);
  return text;
}
