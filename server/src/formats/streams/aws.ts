import type { Json } from '../format.ts';
import { isObject, obj } from '../shared/read.ts';
import { parse } from './events.ts';

/**
 * An event of Bedrock as the model made it. Chunks are wrapped into bytes: base64 in Python's and the raw
 * events, a list of numbers where a client logged JavaScript's. An exception is an event, too.
 */
export function unwrap(event: Json): Json {
  const { bytes } = isObject(event.chunk) ? event.chunk : event;
  if (bytes === undefined || bytes === null) return exceptionIn(event) ?? event;
  const text = textOf(bytes);
  const value = text === null ? bytes : parse(text);
  return isObject(value) ? value : event;
}

/** Named by its only key, or by its type where a client flattened it. */
function exceptionIn(event: Json): Json | null {
  const { type } = event;
  const flat = typeof type === 'string' && type.endsWith('Exception');
  const name = flat ? type : Object.keys(event).find((key) => key.endsWith('Exception'));
  if (name === undefined) return null;
  const { message, originalMessage } = flat ? event : obj(event[name]);
  return { error: { type: name, message: message ?? originalMessage } };
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
