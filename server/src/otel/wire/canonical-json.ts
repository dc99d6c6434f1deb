/**
 * A decoded message as OTLP's JSON has it: ids in hex, other bytes in base64, 64-bit integers as decimal
 * strings, enumerations as numbers, what is absent absent.
 */
import type { Json } from '../json.ts';

const IDS: ReadonlySet<string> = new Set(['traceId', 'spanId', 'parentSpanId']);

export function canonicalJson(message: object): Json {
  const json: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(message)) json[name] = canonical(name, value);
  return json;
}

function canonical(name: string, value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => canonical(name, item));
  if (value instanceof Uint8Array) {
    const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    return bytes.toString(IDS.has(name) ? 'hex' : 'base64');
  }
  return isLong(value) ? value.toString() : canonicalJson(value);
}

/** What protobufjs gives for 64 bits. */
function isLong(value: object): boolean {
  return 'low' in value && 'high' in value;
}
