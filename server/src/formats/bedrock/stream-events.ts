import type { Json } from '../format.ts';
import { isObject, obj } from '../shared/read.ts';
import { parse } from '../streams/events.ts';

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

/** `atob` takes half the time, but knows no other letters than English ones. */
function decoded(base64: string): string {
  try {
    const text = atob(base64);
    if (ENGLISH.test(text)) return text;
  } catch {
    // Another alphabet, or no base64 at all.
  }
  return Buffer.from(base64, 'base64').toString('utf8');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
const ENGLISH = /^[\x00-\x7f]*$/;

/** `{"type":"Buffer","data":[…]}`, or `{"0":…,"1":…}` of a `Uint8Array`. */
function numbersIn(bytes: Json): unknown[] | null {
  if (Array.isArray(bytes.data)) return bytes.data;
  return typeof bytes[0] === 'number' ? Object.values(bytes) : null;
}
