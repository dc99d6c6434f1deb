/**
 * Finds the byte ranges of an object's members in JSON text that `JSON.parse` has already accepted, so
 * that `request` and `response` can be kept exactly as they were sent. One pass, no recursion, no copies.
 */

/** `start` is the first byte of the value, `end` the byte behind its last. */
export type Member = { key: string; start: number; end: number };

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const SPACE = 0x20;

/** The members of the object that begins at or behind `from`, in order, duplicates included. */
export function members(json: Buffer, from = 0): Member[] {
  const found: Member[] = [];
  let at = from;
  while (json[at] !== OPEN_BRACE) at++;
  at++;
  for (;;) {
    at = skipSpace(json, at);
    if (json[at] === COMMA) at = skipSpace(json, at + 1);
    if (json[at] !== QUOTE) return found;
    const keyEnd = skipString(json, at);
    const key = readKey(json, at, keyEnd);
    at = skipSpace(json, keyEnd);
    if (json[at] !== COLON) return found;
    const start = skipSpace(json, at + 1);
    at = skipValue(json, start);
    found.push({ key, start, end: at });
  }
}

/** `JSON.parse` lets the last of several equal keys win, and so must we. */
export function lastMember(list: readonly Member[], key: string): Member | undefined {
  for (let i = list.length - 1; i >= 0; i--) {
    const member = list[i];
    if (member?.key === key) return member;
  }
  return undefined;
}

function skipSpace(json: Buffer, from: number): number {
  let at = from;
  // Below the quote, JSON allows only white space between tokens.
  while ((json[at] ?? QUOTE) <= SPACE) at++;
  return at;
}

/** Strings up to here are walked byte by byte; beyond, a native search for the quote is faster. */
const WALK = 24;

/** `from` is the opening quote; returns the byte behind the closing one. */
function skipString(json: Buffer, from: number): number {
  let at = from + 1;
  const walkEnd = at + WALK;
  while (at < walkEnd) {
    const byte = json[at];
    if (byte === QUOTE || byte === undefined) return at + 1;
    at += byte === BACKSLASH ? 2 : 1;
  }
  for (;;) {
    const quote = json.indexOf(QUOTE, at);
    if (quote === -1) return json.length + 1;
    // A quote behind an odd number of backslashes belongs to the text.
    let first = quote;
    while (first > at && json[first - 1] === BACKSLASH) first--;
    if ((quote - first) % 2 === 0) return quote + 1;
    at = quote + 1;
  }
}

function skipValue(json: Buffer, from: number): number {
  const first = json[from];
  if (first === QUOTE) return skipString(json, from);
  if (first === OPEN_BRACE || first === OPEN_BRACKET) return skipNested(json, from);
  let at = from;
  for (;;) {
    const byte = json[at];
    if (byte === undefined || byte === COMMA || byte === CLOSE_BRACE || byte <= SPACE) return at;
    at++;
  }
}

function skipNested(json: Buffer, from: number): number {
  const length = json.length;
  let depth = 0;
  let at = from;
  while (at < length) {
    const byte = json[at];
    if (byte === QUOTE) {
      at = skipString(json, at);
      continue;
    }
    at++;
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth++;
    else if ((byte === CLOSE_BRACE || byte === CLOSE_BRACKET) && --depth === 0) return at;
  }
  return at;
}

function readKey(json: Buffer, start: number, end: number): string {
  const raw = json.toString('latin1', start + 1, end - 1);
  if (!/[\\\x80-\xff]/.test(raw)) return raw;
  return String(JSON.parse(json.toString('utf8', start, end)));
}
