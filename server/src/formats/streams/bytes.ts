import type { Json } from '../format.ts';
import { isObject } from '../shared/read.ts';
import { parse } from './events.ts';

/**
 * Bedrock wraps each chunk of a model into bytes: base64 in Python's and the raw events, a list of numbers
 * where a client logged JavaScript's. What is not wrapped stays as it is.
 */
export function unwrap(event: Json): Json {
  const holder = isObject(event.chunk) ? event.chunk : event;
  const { bytes } = holder;
  if (bytes === undefined || bytes === null) return event;
  const text = textOf(bytes);
  const value = text === null ? bytes : parse(text);
  return isObject(value) ? value : event;
}

function textOf(bytes: unknown): string | null {
  if (typeof bytes === 'string') {
    return bytes.startsWith('{') ? bytes : Buffer.from(bytes, 'base64').toString('utf8');
  }
  const numbers = Array.isArray(bytes) ? bytes : isObject(bytes) ? numbersIn(bytes) : null;
  return numbers === null ? null : Buffer.from(numbers).toString('utf8');
}

/** `{"type":"Buffer","data":[…]}`, or `{"0":…,"1":…}` of a `Uint8Array`. */
function numbersIn(bytes: Json): unknown[] | null {
  if (Array.isArray(bytes.data)) return bytes.data;
  return typeof bytes[0] === 'number' ? Object.values(bytes) : null;
}
