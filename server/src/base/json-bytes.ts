/**
 * Walks JSON in its bytes without parsing it, to find where values begin and end. One pass, no recursion, no
 * copies. Nothing is checked: the bytes are parsed elsewhere, before or after.
 */
const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const SPACE = 0x20;
const BACKSLASH = 0x5c;

/** Strings up to this length are walked byte by byte; beyond it, a native search for the quote is faster. */
const MAX_WALKED_STRING = 24;

/**
 * Skips the rest of a string and returns the byte after its closing quote. Where the bytes end before the
 * string does, the result is their length plus one, or plus two if they end with a backslash whose character
 * is still to come.
 */
export function skipString(bytes: Buffer, from: number): number {
  const { length } = bytes;
  const walkEnd = Math.min(from + MAX_WALKED_STRING, length);
  let at = from;
  while (at < walkEnd) {
    const byte = bytes[at++];
    if (byte === QUOTE) return at;
    if (byte === BACKSLASH) at++;
  }
  while (at < length) {
    const quote = bytes.indexOf(QUOTE, at);
    const stop = quote === -1 ? length : quote;
    // A quote after an odd number of backslashes belongs to the string.
    let first = stop;
    while (first > at && bytes[first - 1] === BACKSLASH) first--;
    const isEscaped = (stop - first) % 2 === 1;
    if (quote === -1) return isEscaped ? length + 2 : length + 1;
    if (!isEscaped) return quote + 1;
    at = quote + 1;
  }
  return at > length ? length + 2 : length + 1;
}

/** Calls `take` with each member of the object at this byte; it returns the byte after the value. */
export function eachMember(bytes: Buffer, from: number, take: (key: string, at: number) => number): number {
  if (bytes[from] !== OPEN_BRACE) return skipValue(bytes, from);
  let at = skipSpace(bytes, from + 1);
  while (bytes[at] === QUOTE) {
    const end = skipString(bytes, at + 1);
    const key = keyIn(bytes, at, end);
    const afterColon = skipSpace(bytes, end) + 1;
    at = skipSpace(bytes, take(key, skipSpace(bytes, afterColon)));
    if (bytes[at] === COMMA) at = skipSpace(bytes, at + 1);
  }
  return at + 1;
}

/** Calls `take` with each item of the array at this byte; it returns the byte after the item. */
export function eachItem(bytes: Buffer, from: number, take: (at: number) => number): number {
  if (bytes[from] !== OPEN_BRACKET) return skipValue(bytes, from);
  let at = skipSpace(bytes, from + 1);
  while (at < bytes.length && bytes[at] !== CLOSE_BRACKET) {
    at = skipSpace(bytes, take(at));
    if (bytes[at] === COMMA) at = skipSpace(bytes, at + 1);
  }
  return at + 1;
}

/** The items of the array at this byte, and the byte after it. */
export function sliceItems(bytes: Buffer, from: number): { items: Buffer[]; end: number } {
  const items: Buffer[] = [];
  const end = eachItem(bytes, from, (item) => {
    const after = skipValue(bytes, item);
    items.push(bytes.subarray(item, after));
    return after;
  });
  return { items, end };
}

export function skipValue(bytes: Buffer, from: number): number {
  const first = bytes[from];
  if (first === QUOTE) return skipString(bytes, from + 1);
  if (first === OPEN_BRACE || first === OPEN_BRACKET) return skipNested(bytes, from);
  let at = from;
  while (at < bytes.length && !endsScalar(bytes[at])) at++;
  return at;
}

function skipNested(bytes: Buffer, from: number): number {
  let open = 0;
  let at = from;
  while (at < bytes.length) {
    const byte = bytes[at++];
    if (byte === QUOTE) at = skipString(bytes, at);
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) open++;
    else if ((byte === CLOSE_BRACE || byte === CLOSE_BRACKET) && --open === 0) break;
  }
  return at;
}

export function skipSpace(bytes: Buffer, from: number): number {
  let at = from;
  while ((bytes[at] ?? QUOTE) <= SPACE) at++;
  return at;
}

function keyIn(bytes: Buffer, start: number, end: number): string {
  const key = bytes.toString('utf8', start + 1, end - 1);
  return key.includes('\\') ? String(JSON.parse(`"${key}"`)) : key;
}

function endsScalar(byte: number | undefined): boolean {
  return (
    byte === undefined || byte <= SPACE || byte === COMMA || byte === CLOSE_BRACE || byte === CLOSE_BRACKET
  );
}
