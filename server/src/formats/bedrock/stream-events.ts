import type { Json } from '../format.ts';
import { isObject, obj } from '../shared/read.ts';
import { parse } from '../streams/events.ts';

/**
 * Unwraps a Bedrock event. Chunks are wrapped in bytes: base64 in Python's client and in raw events, a list
 * of numbers in logs of the JavaScript client. Exceptions arrive as events, too.
 */
export function unwrap(event: Json): Json {
  const { bytes } = isObject(event.chunk) ? event.chunk : event;
  if (bytes === undefined || bytes === null) return exceptionIn(event) ?? event;
  const text = textOf(bytes);
  const value = text === null ? bytes : parse(text);
  return isObject(value) ? value : event;
}

/** An exception's name is its only key, or its `type` where a client flattened the event. */
function exceptionIn(event: Json): Json | null {
  const { type } = event;
  if (typeof type === 'string' && type.endsWith('Exception')) return failure(type, event);
  for (const name of Object.keys(event))
    if (name.endsWith('Exception')) return failure(name, obj(event[name]));
  return null;
}

function failure(type: string, { message, originalMessage }: Json): Json {
  return { error: { type, message: message ?? originalMessage } };
}

function textOf(bytes: unknown): string | null {
  if (typeof bytes === 'string') return bytes.startsWith('{') ? bytes : decoded(bytes);
  const numbers = Array.isArray(bytes) ? bytes : isObject(bytes) ? numbersIn(bytes) : null;
  return numbers === null ? null : Buffer.from(numbers).toString('utf8');
}

/** `atob` takes half the time of `Buffer`, but is correct only for ASCII text. */
function decoded(base64: string): string {
  try {
    const text = atob(base64);
    if (ASCII.test(text)) return text;
  } catch {
    // Not standard base64.
  }
  return Buffer.from(base64, 'base64').toString('utf8');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
const ASCII = /^[\x00-\x7f]*$/;

/** `{"type":"Buffer","data":[…]}`, or a logged `Uint8Array`: `{"0":…,"1":…}`. */
function numbersIn(bytes: Json): unknown[] | null {
  if (Array.isArray(bytes.data)) return bytes.data;
  return typeof bytes[0] === 'number' ? Object.values(bytes) : null;
}
