/**
 * Finds the byte ranges of an object's members while its JSON arrives, before anything is parsed: the API
 * keys, so that a sender without them costs no more than this; `request` and `response`, so that they can be
 * kept exactly as they were sent; and the depth and size of the structure. One pass over the bytes in pieces
 * of any size.
 *
 * The syntax between the members is checked here. The members themselves are only skipped and left to
 * `JSON.parse`.
 */
import { skipString } from './json-bytes.ts';

/** `start` is the first byte of the value, `end` the byte after its last. */
export type Member = { key: string; start: number; end: number };

// Declared here, not imported: V8 inlines a constant of its own module, which makes the scan 20 % faster.
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const SPACE = 0x20;
/** Some clients send it before the object. */
export const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** What the next byte is part of. */
const State = {
  start: 0,
  keyOrEnd: 1,
  keyString: 2,
  colon: 3,
  value: 4,
  string: 5,
  scalar: 6,
  nested: 7,
  nestedString: 8,
  commaOrEnd: 9,
  key: 10,
  end: 11,
  broken: 12,
} as const;

/** Longer than any wanted key, even one whose letters are all escapes. */
const MAX_KEY_BYTES = 4096;

export class MemberScan {
  /** The wanted members in order, duplicates included. */
  readonly members: Member[] = [];
  /** Bytes fed so far. */
  length = 0;
  /** Levels of objects and arrays, the outermost included. */
  depth = 0;
  /** Objects, arrays and the commas between values: about as many as there are values. */
  values = 0;
  readonly #wanted: ReadonlySet<string> | undefined;
  #state: number = State.start;
  #nesting = 0;
  /** The last piece ended with a backslash, which escapes the first byte of the next. */
  #escaping = false;
  #key = '';
  #valueStart = 0;
  #brokenAt: number | null = null;

  constructor(wanted?: ReadonlySet<string>) {
    this.#wanted = wanted;
  }

  /** The bytes are an object from its first brace to its last. */
  get complete(): boolean {
    return this.#state === State.end;
  }

  /** The first brace has arrived. */
  get opened(): boolean {
    return this.#nesting > 0;
  }

  /** The first byte that cannot be part of an object; null while there is none. */
  get brokenAt(): number | null {
    return this.#brokenAt;
  }

  feed(piece: Buffer): void {
    const { length } = piece;
    const offset = this.length;
    let at = 0;
    while (at < length) {
      switch (this.#state) {
        case State.keyString:
          at = this.#readKey(piece, at);
          break;
        case State.string:
          at = this.#skipString(piece, at);
          if (at <= length) this.#endValue(offset + at);
          break;
        case State.nestedString:
          at = this.#skipString(piece, at);
          if (at <= length) this.#state = State.nested;
          break;
        case State.nested:
          at = this.#skipNested(piece, at);
          if (this.#nesting === 1) this.#endValue(offset + at);
          break;
        case State.scalar: {
          const byte = piece[at] ?? SPACE;
          if (byte === COMMA || byte === CLOSE_BRACE || byte <= SPACE) this.#endValue(offset + at);
          else at++;
          break;
        }
        case State.broken:
          at = length;
          break;
        default: {
          const byte = piece[at] ?? SPACE;
          if (!isSpace(byte)) this.#step(byte, offset + at);
          at++;
        }
      }
    }
    this.length += length;
  }

  /** Processes a byte between keys and values that is not white space. */
  #step(byte: number, at: number): void {
    const state = this.#state;
    if (state === State.start) {
      if (byte === OPEN_BRACE) this.#open(State.keyOrEnd);
      else if (BYTE_ORDER_MARK[at] !== byte) this.#break(at);
    } else if ((state === State.keyOrEnd || state === State.key) && byte === QUOTE) {
      this.#key = '';
      this.#state = State.keyString;
    } else if ((state === State.keyOrEnd || state === State.commaOrEnd) && byte === CLOSE_BRACE) {
      this.#state = State.end;
    } else if (state === State.colon && byte === COLON) this.#state = State.value;
    else if (state === State.commaOrEnd && byte === COMMA) {
      this.values++;
      this.#state = State.key;
    } else if (state === State.value && byte > SPACE) {
      this.#valueStart = at;
      if (byte === QUOTE) this.#state = State.string;
      else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) this.#open(State.nested);
      else this.#state = State.scalar;
    } else this.#break(at);
  }

  #break(at: number): void {
    this.#state = State.broken;
    this.#brokenAt = at;
  }

  #open(state: number): void {
    this.values++;
    if (++this.#nesting > this.depth) this.depth = this.#nesting;
    this.#state = state;
  }

  #endValue(end: number): void {
    this.#state = State.commaOrEnd;
    const key = nameOf(this.#key);
    if (this.#wanted && !this.#wanted.has(key)) return;
    this.members.push({ key, start: this.#valueStart, end });
  }

  #readKey(piece: Buffer, from: number): number {
    const end = this.#skipString(piece, from);
    const closed = end <= piece.length;
    if (this.#key.length < MAX_KEY_BYTES) {
      const to = Math.min(closed ? end - 1 : piece.length, from + MAX_KEY_BYTES);
      this.#key += piece.toString('latin1', from, to);
    }
    if (closed) this.#state = State.colon;
    return end;
  }

  /** Returns the byte after the closing quote, or more than the length of the piece if that ends before. */
  #skipString(piece: Buffer, from: number): number {
    const end = skipString(piece, this.#escaping ? from + 1 : from);
    this.#escaping = end === piece.length + 2;
    return end;
  }

  /**
   * Stops at a string, so that the loop is free of calls. Measured: 20 % faster on numbers and short strings
   * than one loop that skips strings as well.
   */
  #skipNested(piece: Buffer, from: number): number {
    const { length } = piece;
    let nesting = this.#nesting;
    let { depth, values } = this;
    let at = from;
    while (at < length) {
      const byte = piece[at++];
      if (byte === QUOTE) {
        this.#state = State.nestedString;
        break;
      }
      if (byte === COMMA) values++;
      else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
        values++;
        if (++nesting > depth) depth = nesting;
      } else if ((byte === CLOSE_BRACE || byte === CLOSE_BRACKET) && --nesting === 1) break;
    }
    this.#nesting = nesting;
    this.depth = depth;
    this.values = values;
    return at;
  }
}

function isSpace(byte: number): boolean {
  return byte === SPACE || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** The members of the object that these bytes are. */
export function members(json: Buffer): Member[] {
  const scan = new MemberScan();
  scan.feed(json);
  return scan.members;
}

/** The last of several equal keys wins, as with `JSON.parse`. */
export function lastMember(list: readonly Member[], key: string): Member | undefined {
  return list.findLast((member) => member.key === key);
}

/** Decodes the bytes of a key. */
function nameOf(raw: string): string {
  if (!/[\\\x80-\xff]/.test(raw)) return raw;
  try {
    return String(JSON.parse(`"${Buffer.from(raw, 'latin1').toString('utf8')}"`));
  } catch {
    // Not JSON, so not a wanted key.
    return raw;
  }
}
