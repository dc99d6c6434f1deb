/**
 * Generated text with the statistics of a language: 20,000 invented words whose frequency falls with their
 * rank, recurring phrases, sentences, paragraphs. Zstandard compresses a megabyte of it like English: at
 * level 1, to about 40 %.
 */
import type { Random } from '@parley/sample/random';

const VOCABULARY = 20_000;
const PHRASES = 20_000;
/** Share of a text that is recurring phrases; chosen so that it compresses like English. */
const IN_PHRASES = 0.15;

const ONSETS = 'b c d f g h j k l m n p r s t v w br ch cl cr dr fl gr pl pr sh sl st th tr'.split(' ');
const VOWELS = ['a', 'e', 'i', 'o', 'u', 'a', 'e', 'i', 'o', 'ai', 'ea', 'ou'];
const CODAS = ['', '', '', 'n', 'r', 's', 't', 'l', 'm', 'nd', 'st', 'ng'];

export type Language = {
  /** The most frequent word first. */
  words: readonly string[];
  /** A text of about this many characters. */
  text: (length: number, random: Random) => string;
  name: (random: Random) => string;
};

export function makeLanguage(random: Random): Language {
  const words = vocabulary(random);
  const word = zipf(words);
  const phrase = zipf(
    Array.from({ length: PHRASES }, () =>
      Array.from({ length: 2 + random.below(4) }, () => word(random)).join(' '),
    ),
  );
  const sentence = (next: Random) => {
    const length = 5 + next.below(16);
    const parts: string[] = [];
    for (let i = 0; i < length; i++) {
      const part = next.next() < IN_PHRASES ? phrase(next) : word(next);
      i += part.split(' ').length - 1;
      parts.push(next.below(12) === 0 ? `${part},` : next.below(60) === 0 ? `${next.below(2000)}` : part);
    }
    const line = parts.join(' ').replace(/,$/, '');
    return `${line.charAt(0).toUpperCase()}${line.slice(1)}${next.below(9) === 0 ? '?' : '.'}`;
  };
  return {
    words,
    text(length, next) {
      let text = sentence(next);
      while (text.length < length) text += `${next.below(6) === 0 ? '\n\n' : ' '}${sentence(next)}`;
      return text;
    },
    name(next) {
      const name = words[200 + next.below(3000)] ?? '';
      return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    },
  };
}

/** Frequent words are short. */
function vocabulary(random: Random): string[] {
  const words = new Set<string>();
  while (words.size < VOCABULARY) {
    const syllables = 1 + random.below(words.size < 300 ? 1 : words.size < 6000 ? 2 : 3);
    words.add(Array.from({ length: syllables }, () => syllable(random)).join(''));
  }
  return [...words];
}

function syllable(random: Random): string {
  return [ONSETS, VOWELS, CODAS].map((parts) => parts[random.below(parts.length)] ?? '').join('');
}

/** The word of rank n occurs 1/n as often as the first. */
export function zipf<T>(values: readonly T[]): (random: Random) => T {
  const sums: number[] = [];
  let sum = 0;
  for (const rank of values.keys()) {
    sum += 1 / (rank + 1);
    sums.push(sum);
  }
  return (random) => {
    const wanted = random.next() * sum;
    let low = 0;
    let high = sums.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? sum) < wanted) low = middle + 1;
      else high = middle;
    }
    const value = values[low];
    if (value === undefined) throw new Error('There is nothing to choose from.');
    return value;
  };
}
