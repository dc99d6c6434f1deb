/**
 * Where the resources, scopes and records stand in the bytes of an OTLP request in JSON, so that they can
 * be kept exactly as they were sent. One pass, no recursion into what is kept. The bytes have been parsed
 * before: what is in them is JSON, and nothing is checked again.
 */
import type { GroupSlices, ScopeSlices } from './slices.ts';

/** The names of a signal's members: `resourceSpans`, `scopeSpans`, `spans`, or those of logs. */
export type MemberNames = { groups: string; scopes: string; records: string };

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const SPACE = 0x20;

/** Takes what begins at a byte, and returns the byte behind it. */
type Take = (at: number) => number;

export function sliceGroups(bytes: Buffer, names: MemberNames): GroupSlices[] {
  let groups: GroupSlices[] = [];
  const takeGroup: Take = (at) => {
    const group: GroupSlices = { resource: null, scopes: [] };
    groups.push(group);
    return eachMember(bytes, at, (key, from) => {
      if (key === names.scopes) {
        // The last of several equal keys wins, as it does for JSON.parse.
        group.scopes = [];
        return eachItem(bytes, from, (item) => takeScope(bytes, item, names, group.scopes));
      }
      const end = skipValue(bytes, from);
      if (key === 'resource') group.resource = bytes.subarray(from, end);
      return end;
    });
  };
  eachMember(bytes, skipSpace(bytes, 0), (key, from) => {
    if (key !== names.groups) return skipValue(bytes, from);
    groups = [];
    return eachItem(bytes, from, takeGroup);
  });
  return groups;
}

function takeScope(bytes: Buffer, at: number, names: MemberNames, scopes: ScopeSlices[]): number {
  const slices: ScopeSlices = { scope: null, records: [] };
  scopes.push(slices);
  return eachMember(bytes, at, (key, from) => {
    if (key === names.records) {
      const { items, end } = itemsAt(bytes, from);
      slices.records = items;
      return end;
    }
    const end = skipValue(bytes, from);
    if (key === 'scope') slices.scope = bytes.subarray(from, end);
    return end;
  });
}

/** The items of the array at this byte. */
export function sliceItems(bytes: Buffer, from: number): Buffer[] {
  return itemsAt(bytes, from).items;
}

function itemsAt(bytes: Buffer, from: number): { items: Buffer[]; end: number } {
  const items: Buffer[] = [];
  const end = eachItem(bytes, from, (item) => {
    const behind = skipValue(bytes, item);
    items.push(bytes.subarray(item, behind));
    return behind;
  });
  return { items, end };
}

/** Walks the members of the object at this byte; what is no object has none. */
function eachMember(bytes: Buffer, from: number, take: (key: string, at: number) => number): number {
  if (bytes[from] !== OPEN_BRACE) return skipValue(bytes, from);
  let at = skipSpace(bytes, from + 1);
  while (bytes[at] === QUOTE) {
    const end = skipString(bytes, at);
    const key = keyIn(bytes, at, end);
    // Behind the colon.
    const value = skipSpace(bytes, skipSpace(bytes, end) + 1);
    at = skipSpace(bytes, take(key, value));
    if (bytes[at] === COMMA) at = skipSpace(bytes, at + 1);
  }
  return at + 1;
}

/** Walks the items of the array at this byte; what is no array has none. */
function eachItem(bytes: Buffer, from: number, take: Take): number {
  if (bytes[from] !== OPEN_BRACKET) return skipValue(bytes, from);
  let at = skipSpace(bytes, from + 1);
  while (at < bytes.length && bytes[at] !== CLOSE_BRACKET) {
    at = skipSpace(bytes, take(at));
    if (bytes[at] === COMMA) at = skipSpace(bytes, at + 1);
  }
  return at + 1;
}

function keyIn(bytes: Buffer, start: number, end: number): string {
  const key = bytes.toString('utf8', start + 1, end - 1);
  return key.includes('\\') ? String(JSON.parse(`"${key}"`)) : key;
}

function skipSpace(bytes: Buffer, from: number): number {
  let at = from;
  while ((bytes[at] ?? QUOTE) <= SPACE) at++;
  return at;
}

function skipValue(bytes: Buffer, from: number): number {
  const first = bytes[from];
  if (first === QUOTE) return skipString(bytes, from);
  if (first === OPEN_BRACE || first === OPEN_BRACKET) return skipNested(bytes, from);
  let at = from;
  while (at < bytes.length && !endsScalar(bytes[at])) at++;
  return at;
}

function endsScalar(byte: number | undefined): boolean {
  return (
    byte === undefined || byte <= SPACE || byte === COMMA || byte === CLOSE_BRACE || byte === CLOSE_BRACKET
  );
}

function skipNested(bytes: Buffer, from: number): number {
  let nesting = 0;
  let at = from;
  while (at < bytes.length) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      at = skipString(bytes, at);
      continue;
    }
    at++;
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) nesting++;
    else if ((byte === CLOSE_BRACE || byte === CLOSE_BRACKET) && --nesting === 0) break;
  }
  return at;
}

/** Strings up to here are walked byte by byte; beyond, a native search for the quote is faster. */
const WALK = 24;

function skipString(bytes: Buffer, from: number): number {
  let at = from + 1;
  const walkEnd = Math.min(at + WALK, bytes.length);
  while (at < walkEnd) {
    const byte = bytes[at++];
    if (byte === QUOTE) return at;
    if (byte === BACKSLASH) at++;
  }
  for (;;) {
    const quote = bytes.indexOf(QUOTE, at);
    if (quote === -1) return bytes.length;
    // A quote behind an odd number of backslashes belongs to the text.
    let first = quote;
    while (first > at && bytes[first - 1] === BACKSLASH) first--;
    at = quote + 1;
    if ((quote - first) % 2 === 0) return at;
  }
}
