/**
 * Finds the byte ranges of an object's members while its JSON comes in, before anything is parsed: where
 * the keys are, so that nobody without them costs more than this; where `request` and `response` are, so
 * that they can be kept exactly as they were sent; and how deep and how large the structure is. One pass
 * over the bytes in pieces of any size, no recursion, no copies.
 *
 * What stands between the members is checked here; what is inside them is only skipped, and is for
 * `JSON.parse` to judge.
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
/** Some clients begin with it. */
export const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** What the next byte belongs to. */
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

/** Strings up to here are walked byte by byte; beyond, a native search for the quote is faster. */
const WALK = 24;
/** No name that matters is longer, even if each of its letters is an escape. */
const MAX_KEY_BYTES = 4096;

export class MemberScan {
  /** In order, duplicates included; only the wanted ones. */
  readonly members: Member[] = [];
  /** Bytes seen. */
  length = 0;
  /** Objects and arrays inside each other, the outermost included. */
  depth = 0;
  /** Objects, arrays and the commas between values: about as many as there are values. */
  values = 0;
  readonly #wanted: ReadonlySet<string> | undefined;
  #state: number = State.start;
  #nesting = 0;
  /** A piece ended with a backslash: the first byte of the next belongs to it. */
  #escaping = false;
  #key = '';
  #valueStart = 0;
  #brokenAt: number | null = null;

  constructor(wanted?: ReadonlySet<string>) {
    this.#wanted = wanted;
  }

  /** What was seen is an object from its first brace to its last. */
  get complete(): boolean {
    return this.#state === State.end;
  }

  /** Its first brace was seen. */
  get opened(): boolean {
    return this.#nesting > 0;
  }

  /** The byte from which on it cannot become an object any more; null while it can. */
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

  /** One byte that is not white space, outside of keys and values. */
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
    this.#nesting++;
    if (this.#nesting > this.depth) this.depth = this.#nesting;
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

  /** Returns the byte behind the closing quote, or more than the piece has when it does not end in it. */
  #skipString(piece: Buffer, from: number): number {
    const { length } = piece;
    let at = from;
    if (this.#escaping) {
      this.#escaping = false;
      at++;
    }
    const walkEnd = Math.min(at + WALK, length);
    while (at < walkEnd) {
      const byte = piece[at++];
      if (byte === QUOTE) return at;
      if (byte === BACKSLASH) at++;
    }
    while (at < length) {
      const quote = piece.indexOf(QUOTE, at);
      const stop = quote === -1 ? length : quote;
      // A quote behind an odd number of backslashes belongs to the text.
      let first = stop;
      while (first > at && piece[first - 1] === BACKSLASH) first--;
      const odd = (stop - first) % 2 === 1;
      if (quote === -1) {
        this.#escaping = odd;
        return length + 1;
      }
      if (!odd) return quote + 1;
      at = quote + 1;
    }
    this.#escaping = at > length;
    return length + 1;
  }

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

/** The members of an object that stands in these bytes and nothing else. */
export function members(json: Buffer): Member[] {
  const scan = new MemberScan();
  scan.feed(json);
  return scan.members;
}

/** `JSON.parse` lets the last of several equal keys win, and so must we. */
export function lastMember(list: readonly Member[], key: string): Member | undefined {
  return list.findLast((member) => member.key === key);
}

/** A key out of its bytes. */
function nameOf(raw: string): string {
  if (!/[\\\x80-\xff]/.test(raw)) return raw;
  try {
    return String(JSON.parse(`"${Buffer.from(raw, 'latin1').toString('utf8')}"`));
  } catch {
    // Not JSON: no name of ours.
    return raw;
  }
}
