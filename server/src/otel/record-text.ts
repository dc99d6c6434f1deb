/**
 * The text that is kept of a record: a JSON object of its resource, its scope and the record, byte for byte
 * where they were sent as JSON. It is made of two pieces, because many records share the first.
 */
import type { SignalName } from './telemetry.ts';
import { decodeMessage, type Encoding, type RecordSlices } from './wire/decode.ts';
import { LOGS } from './wire/decode-logs.ts';
import { TRACES } from './wire/decode-traces.ts';
import { ResourceMessage, ScopeMessage } from './wire/messages.ts';

export const SIGNALS = { traces: TRACES, logs: LOGS } as const;

/** A resource and a scope as JSON. */
export type OriginTexts = { resource: Buffer; scope: Buffer };

const NULL = Buffer.from('null');
const EMPTY = Buffer.from('{}');
const CLOSING = Buffer.from('}');

export function originTexts(
  encoding: Encoding,
  { resource, scope }: Pick<RecordSlices, 'resource' | 'scope'>,
): OriginTexts {
  if (encoding === 'json') return { resource: resource ?? NULL, scope: scope ?? NULL };
  return {
    resource: resource ? jsonText(decodeMessage(ResourceMessage, resource)) : EMPTY,
    scope: scope ? jsonText(decodeMessage(ScopeMessage, scope)) : EMPTY,
  };
}

export function recordText(signal: SignalName, encoding: Encoding, slices: RecordSlices): Buffer {
  const before = textBefore(originTexts(encoding, slices));
  return Buffer.concat([before, textOfRecord(signal, encoding, slices.record)]);
}

/** The text up to the record. */
export function textBefore({ resource, scope }: OriginTexts): Buffer {
  return Buffer.concat([Buffer.from('{"resource":'), resource, Buffer.from(',"scope":'), scope]);
}

/** The text from the record on. */
export function textOfRecord(signal: SignalName, encoding: Encoding, record: Buffer): Buffer {
  const { name, json } = memberOf(signal, encoding, record);
  return Buffer.concat([Buffer.from(`,"${name}":`), json, CLOSING]);
}

/** A record as JSON, and the name of its member. Protobuf that cannot be decoded is kept as base64. */
export function memberOf(
  signal: SignalName,
  encoding: Encoding,
  record: Buffer,
): { name: string; json: Buffer } {
  const { record: name, message } = SIGNALS[signal];
  if (encoding === 'json') return { name, json: record };
  const decoded = decodeMessage(message, record);
  if (decoded) return { name, json: jsonText(decoded) };
  return { name: 'protobuf', json: jsonText(record.toString('base64')) };
}

function jsonText(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value ?? {}));
}
