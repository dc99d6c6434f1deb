/**
 * Converts a decoded message to OTLP's JSON: ids in hex, other bytes in base64, 64-bit integers as decimal
 * strings, enumerations as numbers, absent fields left out.
 */
import { isObject, type Json } from '../../base/json.ts';

const IDS: ReadonlySet<string> = new Set(['traceId', 'spanId', 'parentSpanId']);

export function canonicalJson(message: object): Json {
  const json: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(message)) {
    if (!isEmptyList(value)) json[name] = canonical(name, value);
  }
  return json;
}

function canonical(name: string, value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => canonical(name, item));
  if (Buffer.isBuffer(value)) return value.toString(IDS.has(name) ? 'hex' : 'base64');
  if (isLong(value)) return decimal(value);
  return attribute(value) ?? canonicalJson(value);
}

/** protobufjs's 64-bit integer. Its own conversion to decimal divides and is slow. */
type Long = { low: number; high: number; unsigned: boolean };

function isLong(value: object): value is Long {
  return 'low' in value && 'high' in value;
}

function decimal({ low, high, unsigned }: Long): string {
  const upper = unsigned ? high >>> 0 : high;
  const number = upper * 2 ** 32 + (low >>> 0);
  if (Number.isSafeInteger(number)) return String(number);
  return String((BigInt(upper) << 32n) | BigInt(low >>> 0));
}

/** protobufjs has an empty list for every absent repeated field. */
function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** A fast path for attributes, which are nearly everything: objects of a known shape are made faster. */
function attribute(message: { key?: unknown; value?: unknown }): Json | null {
  const { key, value } = message;
  if (typeof key !== 'string' || !isObject(value)) return null;
  if (Object.hasOwn(value, 'stringValue')) return { key, value: { stringValue: value.stringValue } };
  if (Object.hasOwn(value, 'intValue')) return { key, value: { intValue: canonical('', value.intValue) } };
  return { key, value: canonicalJson(value) };
}
