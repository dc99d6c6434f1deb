import { isObject, listOf } from '../../base/json.ts';
import type { Attributes, Value } from '../telemetry.ts';

/** Deeper than any instrumentation writes, and far from overflowing the stack. */
const MAX_DEPTH = 100;
const INTEGER = /^-?\d{1,20}$/;

/** Reads OTLP's `AnyValue`. A type that this version does not know is null. */
export function readValue(value: unknown, depth = 0): Value {
  if (!isObject(value) || depth > MAX_DEPTH) return null;
  const { stringValue, boolValue, intValue, doubleValue, arrayValue, kvlistValue, bytesValue } = value;
  if (typeof stringValue === 'string') return stringValue;
  if (typeof boolValue === 'boolean') return boolValue;
  if (intValue !== undefined) return readInteger(intValue);
  if (doubleValue !== undefined) return readDouble(doubleValue);
  if (isObject(arrayValue)) return listOf(arrayValue.values).map((item) => readValue(item, depth + 1));
  if (isObject(kvlistValue)) return Object.fromEntries(readAttributes(kvlistValue.values, depth + 1));
  return typeof bytesValue === 'string' ? bytesValue : null;
}

/** The last of several equal keys wins, as in JSON. */
export function readAttributes(list: unknown, depth = 0): Attributes {
  const attributes = new Map<string, Value>();
  for (const entry of listOf(list)) {
    if (isObject(entry) && typeof entry.key === 'string')
      attributes.set(entry.key, readValue(entry.value, depth));
  }
  return attributes;
}

/** 64-bit integers are strings or numbers in JSON. One beyond the range of exact numbers stays a string. */
function readInteger(value: unknown): Value {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || !INTEGER.test(value)) return null;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

function readDouble(value: unknown): Value {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}
