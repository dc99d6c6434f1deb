/** Decodes an OTLP request record by record, so that one malformed record does not reject the rest. */
import { isUtf8 } from 'node:buffer';
import type { Type } from 'protobufjs';
import { isObject, type Json, listOf, parseJson } from '../../base/json.ts';
import type { Origin, Problem } from '../telemetry.ts';
import { canonicalJson } from './canonical-json.ts';
import { type MemberNames, sliceGroups } from './json-slices.ts';
import { LogMessage, ResourceMessage, ScopeMessage, SpanMessage } from './messages.ts';
import { sliceProtobuf } from './protobuf-slices.ts';
import { readOrigin } from './read-record.ts';
import {
  MAX_ORIGIN_BYTES,
  MAX_RECORDS,
  MAX_VALUES,
  originRefusal,
  type Refusal,
  refusalFor,
} from './slices.ts';

export type Encoding = 'protobuf' | 'json';

/**
 * The bytes of one record, and of the resource and scope that it shares with others; views into the request.
 */
export type RecordSlices = { resource: Buffer | null; scope: Buffer | null; record: Buffer };

/** One span or log record, or why it is invalid. */
export type Received<T> = {
  /** Its place in the request, for messages. */
  path: () => string;
  slices: RecordSlices;
} & ({ record: T } | Problem);

/** How much to decode at most; a larger request is refused with `overLimits`. */
export type DecodeLimits = { records: number; values: number };

const REQUEST_LIMITS: DecodeLimits = { records: MAX_RECORDS, values: MAX_VALUES };
const OVER_LIMITS: Refusal = { refusal: 'There are too many records.', tooLarge: true, overLimits: true };

/** How traces and logs differ. */
export type Signal<T> = MemberNames & {
  /** The name of a record in the text that is kept. */
  record: 'span' | 'logRecord';
  message: Type;
  read: (origin: Origin, record: unknown) => T | Problem;
  /**
   * Whether a record belongs to the other signal, sent to the wrong address. `decoded` is the record read as
   * this one.
   */
  isForeign: (record: Uint8Array, decoded: Json | null) => boolean;
  /** How to recognise and refuse a request of the other signal. */
  foreign: { groups: string; refusal: string };
};

export function decode<T extends object>(
  bytes: Buffer,
  encoding: Encoding,
  signal: Signal<T>,
  limits: DecodeLimits = REQUEST_LIMITS,
): Received<T>[] | Refusal {
  return encoding === 'json' ? decodeJson(bytes, signal, limits) : decodeProtobuf(bytes, signal, limits);
}

function decodeJson<T extends object>(
  sent: Buffer,
  signal: Signal<T>,
  limits: DecodeLimits,
): Received<T>[] | Refusal {
  if (!isUtf8(sent)) return { refusal: 'The body is not UTF-8.' };
  const bytes = sent[0] === 0xef ? sent.subarray(3) : sent;
  const body = parseJson(bytes.toString('utf8'));
  if (body === undefined) return { refusal: 'The body is not JSON.' };
  if (!isObject(body)) return { refusal: 'The body is JSON, but not an object.' };
  const groups = members(body, signal.groups);
  const records = countRecords(groups, signal);
  // Values and depth were counted while the body arrived.
  const refusal = refusalOf(body, signal) ?? refusalFor({ records, values: 0, depth: 0 });
  if (refusal) return refusal;
  if (records > limits.records) return OVER_LIMITS;
  const received: Received<T>[] = [];
  const slices = sliceGroups(bytes, signal);
  for (const [g, group] of groups.entries()) {
    const resource = slices[g]?.resource ?? null;
    const tooLarge = originRefusal(
      'resource',
      resource?.length ?? 0,
      attributesIn(member(group, 'resource')),
    );
    if (tooLarge) return tooLarge;
    for (const [s, scoped] of members(group, signal.scopes).entries()) {
      const { scope = null, records = [] } = slices[g]?.scopes[s] ?? {};
      const tooLarge = originRefusal('scope', scope?.length ?? 0, attributesIn(member(scoped, 'scope')));
      if (tooLarge) return tooLarge;
      const origin = readOrigin(member(group, 'resource'), member(scoped, 'scope'));
      for (const [r, record] of members(scoped, signal.records).entries()) {
        const slice = records[r];
        if (!slice) continue;
        received.push({
          path: () => pathOf(signal, g, s, r),
          slices: { resource, scope, record: slice },
          ...taken(signal.read(origin, record)),
        });
      }
    }
  }
  return received;
}

function countRecords(groups: readonly unknown[], names: MemberNames): number {
  let count = 0;
  for (const group of groups)
    for (const scoped of members(group, names.scopes)) count += members(scoped, names.records).length;
  return count;
}

/** Refuses a wrong name at the top, which would be an unknown field and so ignored with all records in it. */
function refusalOf<T extends object>(body: Json, { groups, foreign }: Signal<T>): Refusal | null {
  const value = body[groups];
  if (value !== undefined && value !== null)
    return Array.isArray(value) ? null : { refusal: `${groups} must be an array.` };
  if (body[foreign.groups] !== undefined) return { refusal: foreign.refusal };
  const snake = groups.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  if (body[snake] === undefined) return null;
  return { refusal: `The body has ${snake}, which must be spelled ${groups}.` };
}

function decodeProtobuf<T extends object>(
  bytes: Buffer,
  signal: Signal<T>,
  limits: DecodeLimits,
): Received<T>[] | Refusal {
  const sliced = sliceProtobuf(bytes, signal.record);
  if ('refusal' in sliced) return sliced;
  if (sliced.records > limits.records || sliced.values > limits.values) return OVER_LIMITS;
  const received: Received<T>[] = [];
  for (const [g, group] of sliced.groups.entries()) {
    const resource = decodeOrigin('resource', ResourceMessage, group.resource);
    if ('refusal' in resource) return resource;
    for (const [s, scoped] of group.scopes.entries()) {
      const scope = decodeOrigin('scope', ScopeMessage, scoped.scope);
      if ('refusal' in scope) return scope;
      const origin = readOrigin(resource.message, scope.message);
      for (const [r, record] of scoped.records.entries()) {
        const message = decodeMessage(signal.message, record);
        if (received.length === 0 && signal.isForeign(record, message))
          return { refusal: signal.foreign.refusal };
        received.push({
          path: () => pathOf(signal, g, s, r),
          slices: { resource: group.resource, scope: scoped.scope, record },
          ...(message ? taken(signal.read(origin, message)) : UNDECODABLE),
        });
      }
    }
  }
  return received;
}

const UNDECODABLE: Problem = { problem: 'This cannot be decoded as protobuf.' };

function decodeOrigin(
  name: 'resource' | 'scope',
  type: Type,
  bytes: Buffer | null,
): { message: Json } | Refusal {
  if (bytes === null) return { message: {} };
  const message = bytes.length > MAX_ORIGIN_BYTES ? {} : decodeMessage(type, bytes);
  if (message === null) return { refusal: `A ${name} cannot be decoded as protobuf.` };
  return originRefusal(name, bytes.length, attributesIn(message)) ?? { message };
}

function attributesIn(origin: unknown): number {
  return members(origin, 'attributes').length;
}

function taken<T extends object>(read: T | Problem): { record: T } | Problem {
  return 'problem' in read ? read : { record: read };
}

/** The message in OTLP's JSON; null when the bytes are not one. */
export function decodeMessage(type: Type, bytes: Uint8Array): Json | null {
  try {
    return canonicalJson(type.decode(bytes));
  } catch {
    return null;
  }
}

/** Whether a message decoded as a span is one: it has ids where a log record has a time. */
function isSpan(message: Json | null): boolean {
  const { traceId, spanId } = message ?? {};
  return String(traceId).length === 32 && String(spanId).length === 16;
}

export function isSpanAmongLogs(bytes: Uint8Array): boolean {
  return isSpan(decodeMessage(SpanMessage, bytes));
}

export function isLogAmongSpans(bytes: Uint8Array, decoded: Json | null): boolean {
  if (isSpan(decoded)) return false;
  const log = decodeMessage(LogMessage, bytes);
  return log !== null && (log.timeUnixNano !== undefined || log.observedTimeUnixNano !== undefined);
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
