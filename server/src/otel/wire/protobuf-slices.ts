/**
 * Finds the slices of an OTLP request in protobuf and counts its values without decoding it, so that a
 * request is measured first. Inside records, values are only counted; malformed ones are left to the decoder.
 */
import {
  type Counts,
  type GroupSlices,
  MAX_RECORDS,
  MAX_VALUES,
  type Refusal,
  refusalFor,
  type ScopeSlices,
} from './slices.ts';

export type ProtobufSlices = Counts & { groups: GroupSlices[] };

type Kind = keyof typeof NESTED;

/** The fields of each message that hold other messages, by number. */
const NESTED = {
  resource: { 1: 'keyValue' },
  scope: { 3: 'keyValue' },
  span: { 9: 'keyValue', 11: 'event', 13: 'link', 15: 'status' },
  logRecord: { 5: 'anyValue', 6: 'keyValue' },
  event: { 3: 'keyValue' },
  link: { 4: 'keyValue' },
  status: {},
  keyValue: { 2: 'anyValue' },
  anyValue: { 5: 'array', 6: 'list' },
  array: { 1: 'anyValue' },
  list: { 1: 'keyValue' },
} as const;

const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;
const FIXED32 = 5;

/** `end` is the byte after the field. */
type Field = { number: number; isBytes: boolean; start: number; end: number };

const NO_REQUEST: Refusal = { refusal: 'The body is not an OTLP request in protobuf.' };

/** Stops at the first value beyond the limits, so the rest of the bytes costs nothing. */
export function sliceProtobuf(bytes: Buffer, record: 'span' | 'logRecord'): ProtobufSlices | Refusal {
  const slices: ProtobufSlices = { groups: [], records: 0, values: 0, depth: 0 };
  const eachMember = (from: Buffer, take: (number: number, inner: Buffer) => boolean): boolean =>
    eachField(from, ({ number, isBytes, start, end }) => {
      slices.values++;
      if (isBytes && !take(number, from.subarray(start, end))) return false;
      return slices.values <= MAX_VALUES && slices.records <= MAX_RECORDS;
    });
  const takeScope = (from: Buffer): ScopeSlices | null => {
    const scoped: ScopeSlices = { scope: null, records: [] };
    const isWhole = eachMember(from, (number, inner) => {
      if (number === 1) {
        scoped.scope = inner;
        count(inner, 'scope', slices);
      } else if (number === 2) {
        scoped.records.push(inner);
        slices.records++;
        count(inner, record, slices);
      }
      return true;
    });
    return isWhole ? scoped : null;
  };
  const takeGroup = (from: Buffer): GroupSlices | null => {
    const group: GroupSlices = { resource: null, scopes: [] };
    const isWhole = eachMember(from, (number, inner) => {
      if (number === 1) {
        group.resource = inner;
        count(inner, 'resource', slices);
      } else if (number === 2) {
        const scoped = takeScope(inner);
        if (!scoped) return false;
        group.scopes.push(scoped);
      }
      return true;
    });
    return isWhole ? group : null;
  };
  const isWhole = eachMember(bytes, (number, inner) => {
    if (number !== 1) return true;
    const group = takeGroup(inner);
    if (group) slices.groups.push(group);
    return group !== null;
  });
  return refusalFor(slices) ?? (isWhole ? slices : NO_REQUEST);
}

/** Without recursion: messages may be nested as deep as there are bytes. */
function count(bytes: Buffer, kind: Kind, counted: Counts): void {
  const open: { kind: Kind; end: number }[] = [{ kind, end: bytes.length }];
  let at = 0;
  for (;;) {
    const message = open.at(-1);
    if (!message) return;
    if (at >= message.end) {
      open.pop();
      continue;
    }
    const field = fieldAt(bytes, at, message.end);
    if (!field || ++counted.values > MAX_VALUES) return;
    const nested: Readonly<Record<number, Kind>> = NESTED[message.kind];
    const inner = field.isBytes ? nested[field.number] : undefined;
    if (inner === undefined) at = field.end;
    else {
      open.push({ kind: inner, end: field.end });
      counted.depth = Math.max(counted.depth, open.length);
      at = field.start;
    }
  }
}

function eachField(bytes: Buffer, take: (field: Field) => boolean): boolean {
  let at = 0;
  while (at < bytes.length) {
    const field = fieldAt(bytes, at, bytes.length);
    if (!field || !take(field)) return false;
    at = field.end;
  }
  return true;
}

function fieldAt(bytes: Buffer, from: number, limit: number): Field | null {
  const tag = varintAt(bytes, from, limit);
  if (!tag || tag.value < 8) return null;
  const number = Math.floor(tag.value / 8);
  const start = tag.end;
  switch (tag.value % 8) {
    case VARINT: {
      const value = varintAt(bytes, start, limit);
      return value && { number, isBytes: false, start, end: value.end };
    }
    case FIXED64:
      return start + 8 > limit ? null : { number, isBytes: false, start, end: start + 8 };
    case FIXED32:
      return start + 4 > limit ? null : { number, isBytes: false, start, end: start + 4 };
    case BYTES: {
      const length = varintAt(bytes, start, limit);
      if (!length || length.end + length.value > limit) return null;
      return { number, isBytes: true, start: length.end, end: length.end + length.value };
    }
    default:
      return null;
  }
}

/** Exact up to 2^53, far beyond any length or field number. */
function varintAt(bytes: Buffer, from: number, limit: number): { value: number; end: number } | null {
  let value = 0;
  let scale = 1;
  for (let at = from; at < limit && at < from + 10; at++) {
    const byte = bytes[at] ?? 0;
    value += (byte & 0x7f) * scale;
    if (byte < 0x80) return { value, end: at + 1 };
    scale *= 128;
  }
  return null;
}
