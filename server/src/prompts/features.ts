/**
 * The features that a prompt is recognised by: hashes of its clauses, with what obviously varies masked. The first
 * sentences are hashed by three words at a time, so that a name in a prompt of one sentence leaves the rest of it. The
 * cost is in proportion to the text, and nothing depends on other texts.
 */

export type Feature = {
  hash: string;
  /** Its words, up to `MAX_WORDS`. */
  weight: number;
};

/** Of a longer text, the beginning and the end are read. */
const MAX_CHARACTERS = 128 * 1024;
/** Of more features, the first and the last are kept. */
export const MAX_FEATURES = 256;
const OPENING_WORDS = 24;
const RUN = 3;
const MAX_WORDS = 12;
/** No word of a language is longer; keys and encoded data are. */
const LONGEST_WORD = 40;
/** Commas separate clauses of at least this many words, not the items of a list. */
const CLAUSE_WORDS = 4;

export function featuresOf(text: string, tools: readonly string[]): Feature[] {
  const found = new Map<string, Feature>();
  const add = (words: readonly string[], weight = Math.min(words.length, MAX_WORDS)) => {
    const feature = { hash: hashOf(words.join(' ')), weight };
    if (!found.has(feature.hash)) found.set(feature.hash, feature);
  };
  let opening: string[] = [];
  let isOpening = true;
  for (const { words, endsSentence } of clausesOf(bounded(text))) {
    if (!isOpening) {
      add(words);
      continue;
    }
    opening.push(...words);
    if (!endsSentence || opening.length < OPENING_WORDS) continue;
    isOpening = false;
    for (const run of runsOf(opening)) add(run, 1);
    opening = [];
  }
  for (const run of runsOf(opening)) add(run, 1);
  for (const tool of tools) add(['tool', ...bounded(tool).split(/\s+/)]);
  const all = [...found.values()];
  return all.length <= MAX_FEATURES
    ? all
    : [...all.slice(0, MAX_FEATURES / 2), ...all.slice(-MAX_FEATURES / 2)];
}

/** Runs overlap, so each weighs as much as one word. */
function runsOf(words: readonly string[]): string[][] {
  if (words.length <= RUN) return words.length === 0 ? [] : [[...words]];
  return words.slice(0, 1 - RUN).map((_, i) => words.slice(i, i + RUN));
}

function bounded(text: string): string {
  return text.length <= MAX_CHARACTERS
    ? text
    : `${text.slice(0, MAX_CHARACTERS / 2)}\n${text.slice(-MAX_CHARACTERS / 2)}`;
}

type Clause = { words: string[]; endsSentence: boolean };

function* clausesOf(text: string): Generator<Clause> {
  for (const line of text.split('\n')) {
    let words: string[] = [];
    let isStart = true;
    for (const [token] of line.matchAll(/\S+/g)) {
      const masked = maskedWord(token, isStart);
      isStart = false;
      if (masked !== '' && !(masked === VARYING && words.at(-1) === VARYING)) words.push(masked);
      const end = CLAUSE_END.exec(token)?.[1];
      if (end === undefined || (end === ',' && words.length < CLAUSE_WORDS)) continue;
      const endsSentence = end !== ',';
      if (hasWord(words)) yield { words, endsSentence };
      words = [];
      // A name may follow a comma or a colon; a sentence begins with a capital letter anyway.
      isStart = endsSentence && end !== ':';
    }
    if (hasWord(words)) yield { words, endsSentence: true };
  }
}

const CLAUSE_END = /([.!?;:,])["')\]*_]{0,4}$/;
const VARYING = '…';

function hasWord(words: readonly string[]): boolean {
  return words.some((word) => word !== VARYING);
}

/** The word without punctuation; numbers, dates, ids, addresses and names become `…`. */
function maskedWord(token: string, isStart: boolean): string {
  if (token.length > LONGEST_WORD || /\d|@|:\/\//.test(token)) return VARYING;
  const word = token.replace(/^[^\p{L}<#]{1,4}|[^\p{L}>]{1,4}$/gu, '');
  if (!isStart && /^\p{Lu}/u.test(word)) return VARYING;
  return word.toLowerCase();
}

/** Seven digits of base 36 of a 53-bit hash (cyrb53). */
export function hashOf(text: string): string {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  const hash = 4294967296 * (2097151 & b) + (a >>> 0);
  return (hash % 36 ** 7).toString(36).padStart(7, '0');
}
