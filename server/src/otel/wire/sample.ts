/** Requests for tests: the same telemetry in both encodings, encoded here and not by what is tested. */
import { isObject, type Json } from '../json.ts';
import { Groups, LogMessage, SpanMessage } from './messages.ts';

const IDS = new Set(['traceId', 'spanId', 'parentSpanId']);

type Signal = 'traces' | 'logs';

const NAMES = {
  traces: { groups: 'resourceSpans', scopes: 'scopeSpans', records: 'spans', message: SpanMessage },
  logs: { groups: 'resourceLogs', scopes: 'scopeLogs', records: 'logRecords', message: LogMessage },
};

/** One resource with one scope and these records, all as OTLP's JSON has them. */
export function jsonRequest(signal: Signal, records: unknown[], origin: Json = {}): Json {
  const { groups, scopes, records: name } = NAMES[signal];
  const { resource = { attributes: [] }, scope = { name: 'test' } } = origin;
  return { [groups]: [{ resource, [scopes]: [{ scope, [name]: records }] }] };
}

export function protobufRequest(signal: Signal, records: unknown[], origin: Json = {}): Buffer {
  const { message } = NAMES[signal];
  const { resource = { attributes: [] }, scope = { name: 'test' } } = origin;
  const encoded = records.map((record) =>
    record instanceof Uint8Array ? record : message.encode(message.fromObject(obj(binary(record)))).finish(),
  );
  const group = { resource: binary(resource), scopes: [{ scope: binary(scope), records: encoded }] };
  return Buffer.from(Groups.encode(Groups.fromObject({ groups: [group] })).finish());
}

/** Ids as bytes. */
function binary(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(binary);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      if (typeof inner === 'string' && IDS.has(name)) return [name, Buffer.from(inner, 'hex')];
      return [name, binary(inner)];
    }),
  );
}

function obj(value: unknown): Record<string, unknown> {
  return isObject(value) ? { ...value } : {};
}
