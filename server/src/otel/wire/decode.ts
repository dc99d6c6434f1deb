/** An OTLP request as its records, each for itself: what is wrong with one is no matter of the others. */
import { isUtf8 } from 'node:buffer';
import type { Type } from 'protobufjs';
import { isObject, type Json, listOf, parseJson } from '../json.ts';
import { readOrigin } from '../read-record.ts';
import type { Origin, Problem } from '../telemetry.ts';
import { canonicalJson } from './canonical-json.ts';
import { type MemberNames, sliceGroups } from './json-slices.ts';
import { Groups, LogMessage, SpanMessage } from './messages.ts';

export type Encoding = 'protobuf' | 'json';

/** Why nothing of the request can be taken, in a sentence. */
export type Refusal = { refusal: string };

/** One span or log record: what it says, or why it cannot be taken. */
export type Received<T> = {
  /** Where it stands in the request. */
  path: string;
  /**
   * What is kept of it, and all that is kept: one JSON object with its resource, its scope and itself,
   * byte for byte where it came as JSON. Not made until it is asked for: most spans are not kept.
   */
  text: () => Buffer;
} & ({ record: T } | Problem);

/** What tells traces from logs. */
export type Signal<T> = MemberNames & {
  /** Of a record in the text that is kept. */
  record: string;
  message: Type;
  read: (origin: Origin, record: unknown) => T | Problem;
  /** Whether the bytes of a record are one of the other signal, sent to the wrong address. */
  isForeign: (record: Uint8Array) => boolean;
  /** The sentence for it. */
  foreign: { groups: string; refusal: string };
};

export function decode<T extends object>(
  bytes: Buffer,
  encoding: Encoding,
  signal: Signal<T>,
): Received<T>[] | Refusal {
  return encoding === 'json' ? decodeJson(bytes, signal) : decodeProtobuf(bytes, signal);
}

function decodeJson<T extends object>(sent: Buffer, signal: Signal<T>): Received<T>[] | Refusal {
  if (!isUtf8(sent)) return { refusal: 'The body is not UTF-8.' };
  const bytes = sent[0] === 0xef ? sent.subarray(3) : sent;
  const body = parseJson(bytes.toString('utf8'));
  if (body === undefined) return { refusal: 'The body is not JSON.' };
  if (!isObject(body)) return { refusal: 'The body is JSON, but not an object.' };
  const refusal = refusalOf(body, signal);
  if (refusal !== null) return { refusal };
  const received: Received<T>[] = [];
  const slices = sliceGroups(bytes, signal);
  for (const [g, group] of members(body, signal.groups).entries()) {
    const kept = slices[g];
    for (const [s, scoped] of members(group, signal.scopes).entries()) {
      const origin = readOrigin(member(group, 'resource'), member(scoped, 'scope'));
      for (const [r, record] of members(scoped, signal.records).entries()) {
        const scope = kept?.scopes[s];
        received.push({
          path: pathOf(signal, g, s, r),
          text: () => join(kept?.resource, scope?.scope, signal.record, scope?.records[r]),
          ...taken(signal.read(origin, record)),
        });
      }
    }
  }
  return received;
}

/** A wrong name at the top would be an unknown field: ignored, and everything with it. */
function refusalOf<T extends object>(body: Json, { groups, foreign }: Signal<T>): string | null {
  const value = body[groups];
  if (value !== undefined && value !== null)
    return Array.isArray(value) ? null : `${groups} must be an array.`;
  if (body[foreign.groups] !== undefined) return foreign.refusal;
  const snake = groups.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return body[snake] === undefined ? null : `The body has ${snake}, which must be spelled ${groups}.`;
}

function decodeProtobuf<T extends object>(bytes: Buffer, signal: Signal<T>): Received<T>[] | Refusal {
  let request: Json;
  try {
    request = { ...Groups.decode(bytes) };
  } catch {
    return { refusal: 'The body is not an OTLP request in protobuf.' };
  }
  const received: Received<T>[] = [];
  for (const [g, group] of members(request, 'groups').entries()) {
    const resource = plain(member(group, 'resource'));
    for (const [s, scoped] of members(group, 'scopes').entries()) {
      const scope = plain(member(scoped, 'scope'));
      const origin = readOrigin(resource, scope);
      for (const [r, record] of members(scoped, 'records').entries()) {
        if (!(record instanceof Uint8Array)) continue;
        if (received.length === 0 && signal.isForeign(record)) return { refusal: signal.foreign.refusal };
        const path = pathOf(signal, g, s, r);
        const message = decodeRecord(signal.message, record);
        if (message === null) {
          const kept = { resource, scope, protobuf: Buffer.from(record).toString('base64') };
          const problem = 'This cannot be decoded as protobuf.';
          received.push({ path, text: () => Buffer.from(JSON.stringify(kept)), problem });
        } else {
          const kept = { resource, scope, [signal.record]: message };
          received.push({
            path,
            text: () => Buffer.from(JSON.stringify(kept)),
            ...taken(signal.read(origin, message)),
          });
        }
      }
    }
  }
  return received;
}

function taken<T extends object>(read: T | Problem): { record: T } | Problem {
  return 'problem' in read ? read : { record: read };
}

function decodeRecord(type: Type, bytes: Uint8Array): Json | null {
  try {
    return canonicalJson(type.decode(bytes));
  } catch {
    return null;
  }
}

/** A span begins with an id of 16 bytes where a log record has a time, and may not be without one. */
export function isSpan(bytes: Uint8Array): boolean {
  const { traceId, spanId } = decodeRecord(SpanMessage, bytes) ?? {};
  return String(traceId).length === 32 && String(spanId).length === 16;
}

export function isLog(bytes: Uint8Array): boolean {
  if (isSpan(bytes)) return false;
  const log = decodeRecord(LogMessage, bytes);
  return log !== null && (log.timeUnixNano !== undefined || log.observedTimeUnixNano !== undefined);
}

function plain(message: unknown): Json {
  return isObject(message) ? canonicalJson(message) : {};
}

function member(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}

function members(value: unknown, name: string): readonly unknown[] {
  return listOf(member(value, name));
}

function pathOf(names: MemberNames, group: number, scope: number, record: number): string {
  return `${names.groups}[${group}].${names.scopes}[${scope}].${names.records}[${record}]`;
}

const NOTHING = Buffer.from('null');

function join(
  resource: Buffer | null | undefined,
  scope: Buffer | null | undefined,
  name: string,
  record: Buffer | undefined,
): Buffer {
  return Buffer.concat([
    Buffer.from('{"resource":'),
    resource ?? NOTHING,
    Buffer.from(',"scope":'),
    scope ?? NOTHING,
    Buffer.from(`,"${name}":`),
    record ?? NOTHING,
    Buffer.from('}'),
  ]);
}
