import { PART_OF_CONTENT } from './content.ts';

/**
 * What text search looks at, as the index over it knows it: this expression must not change without a
 * migration that makes the index anew.
 *
 * Input and output in lower case, with punctuation of other scripts than ASCII as spaces; the engine
 * takes what is neither a letter nor a digit of ASCII, nor beyond ASCII, as the end of a word. The sign
 * between the two is a word of its own, so that no phrase goes from one into the other.
 */
const PUNCTUATION =
  '\u00a0\u00a1\u00ab\u00b7\u00bb\u00bf\u2009\u2010\u2011\u2012\u2013\u2014\u2015\u2018\u2019\u201a\u201c\u201d\u201e\u2022\u2026\u202f\u2039\u203a\u3000\u3001\u3002\u300c\u300d\u300e\u300f\uff01\uff08\uff09\uff0c\uff1a\uff1b\uff1f';
const SPACES = ' '.repeat(PUNCTUATION.length);

export function searchText(input: string, output: string): string {
  return `concat(${inSmallLetters(input)}, ' § ', ${inSmallLetters(output)})`;
}

/** Most texts are ASCII, and for those there is a much faster way to the same. */
function inSmallLetters(text: string): string {
  return `if(isValidASCII(${text}), lower(${text}), lowerUTF8(translateUTF8(${text}, '${PUNCTUATION}', '${SPACES}')))`;
}

export const SEARCH_TEXT = searchText(PART_OF_CONTENT.input_text, PART_OF_CONTENT.output_text);

const WORD = new RegExp(`[^${PUNCTUATION}\\u0000-/:-@[-\`{-\\u007f]+`, 'gu');

export type Word = { text: string; start: number; end: number };

/** The words of a text, as the index has them, and where they stand. */
export function* wordsIn(text: string): Generator<Word> {
  for (const { 0: word, index } of text.matchAll(WORD)) {
    yield { text: word.toLowerCase(), start: index, end: index + word.length };
  }
}
