/**
 * The text that is kept of a record: one JSON object with its resource, its scope and itself, byte for byte where it
 * came as JSON. It is made of two pieces, since many records share the first.
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

export function keptText(signal: SignalName, encoding: Encoding, slices: RecordSlices): Buffer {
  const before = textBefore(originTexts(encoding, slices));
  return Buffer.concat([before, textOfRecord(signal, encoding, slices.record)]);
}

/** The text up to its record. */
export function textBefore({ resource, scope }: OriginTexts): Buffer {
  return Buffer.concat([Buffer.from('{"resource":'), resource, Buffer.from(',"scope":'), scope]);
}

/** The rest of the text. */
export function textOfRecord(signal: SignalName, encoding: Encoding, record: Buffer): Buffer {
  const { name, json } = memberOf(signal, encoding, record);
  return Buffer.concat([Buffer.from(`,"${name}":`), json, CLOSING]);
}

/** A record as JSON, under the name by which it is known; what cannot be decoded is kept as its bytes. */
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
