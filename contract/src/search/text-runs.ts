/** Splits a text into runs of letters and what lies between them, by Unicode properties. */

export const BETWEEN = 0;
/** Letters and digits of scripts that put spaces between words. */
export const SPACED = 1;
export const UNSPACED = 2;
/** Marks and invisible characters, which belong to the run that they follow. */
const FOLLOWING = 3;
/** Marks of scripts without spaces, which belong to letters of these scripts only. */
const FOLLOWING_UNSPACED = 4;

/** `isAscii`: the whole run is ASCII. */
export type TextRun = { start: number; end: number; kind: number; isAscii: boolean };

/** Thai and Lao, Myanmar, Khmer, kana and bopomofo, ideographs: whole blocks, including later additions of Unicode. */
const UNSPACED_BLOCKS = [
  [0x0e00, 0x0eff],
  [0x1000, 0x109f],
  [0x1780, 0x17ff],
  [0x3005, 0x3007],
  [0x3021, 0x312f],
  [0x31a0, 0x31bf],
  [0x31f0, 0x31ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xa9e0, 0xa9ff],
  [0xaa60, 0xaa7f],
  [0xf900, 0xfaff],
  [0xff66, 0xff9f],
  [0x1aff0, 0x1b16f],
  [0x20000, 0x3ffff],
] as const;

/** The blocks as a character class; `write` formats a code point for the regular expression dialect. */
export function unspacedClass(write: (hex: string) => string): string {
  return `[${UNSPACED_BLOCKS.map((ends) => ends.map((end) => write(end.toString(16))).join('-')).join('')}]`;
}

const IN_BLOCKS = unspacedClass((hex) => `\\u{${hex}}`);

const KINDS = [
  { kind: UNSPACED, of: new RegExp(`[${IN_BLOCKS}&&[\\p{L}\\p{N}]]`, 'v') },
  { kind: SPACED, of: /[\p{L}\p{N}]/u },
  { kind: FOLLOWING_UNSPACED, of: new RegExp(`[${IN_BLOCKS}&&\\p{M}]`, 'v') },
  // U+200B, the zero-width space, separates words.
  { kind: FOLLOWING, of: /[\p{M}[\p{DI}--\u200b]]/v },
];

/** Visits all runs of the text in order, without gaps. */
export function eachTextRun(text: string, visit: (stretch: TextRun) => void): void {
  let start = 0;
  let kind = BETWEEN;
  let bits = 0;
  for (let at = 0; at < text.length; ) {
    const character = text.codePointAt(at) ?? 0;
    const here = kindBehind(kind, kindOf(character));
    if (here !== kind) {
      if (at > start) visit({ start, end: at, kind, isAscii: bits < 0x80 });
      start = at;
      kind = here;
      bits = 0;
    }
    bits |= character;
    at += character > 0xffff ? 2 : 1;
  }
  if (text.length > start) visit({ start, end: text.length, kind, isAscii: bits < 0x80 });
}

/** The kind of a character behind one of the given kind. */
function kindBehind(before: number, kind: number): number {
  if (kind === FOLLOWING) return before;
  if (kind === FOLLOWING_UNSPACED) return before === SPACED ? BETWEEN : before;
  return kind;
}

/** Kinds are cached in pages of characters: a regular expression per character would dominate the cost. */
const PAGE = 256;
const pages: (Uint8Array | undefined)[] = [];

export function isFollowing(character: number): boolean {
  return kindOf(character) >= FOLLOWING;
}

export function kindOf(character: number): number {
  const number = character >>> 8;
  pages[number] ??= Uint8Array.from({ length: PAGE }, (_, i) =>
    kindIn(String.fromCodePoint(number * PAGE + i)),
  );
  return pages[number][character & (PAGE - 1)] ?? BETWEEN;
}

function kindIn(character: string): number {
  return KINDS.find(({ of }) => of.test(character))?.kind ?? BETWEEN;
}
