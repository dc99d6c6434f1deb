/**
 * The indexed expression of text search. It is part of the table and must not change without a migration that rebuilds
 * the index.
 *
 * The index splits words at ASCII characters that are neither letters nor digits. So text is lower-cased, and non-ASCII
 * characters outside of words become spaces. Runs of scripts without spaces become single characters, for phrases, and
 * all pairs of adjacent characters, which make the index selective.
 */

import { unspacedClass } from '@parley/contract';
import { PART_OF_CONTENT } from '../rows/content.ts';

/** A separator that no search can contain, so that no phrase matches across it. */
const BARRIER = ' § ';

const UNSPACED = unspacedClass((hex) => `\\\\x{${hex}}`);
const CHARACTER = `${UNSPACED}\\\\pM*`;
/** The start of a run: behind any ASCII character, or at the start of the text. */
const RUN_BEGINS = '(?:^|\\\\b|[\\\\x00-/:-@\\\\[-`{-\\\\x7F])';
const NO_WORD = '[^\\\\x00-\\\\x7F\\\\pL\\\\pM\\\\pN]+';

function lettersOf(text: string): string {
  return `lower(${replace(text, NO_WORD, ' ')})`;
}

/** Most texts take one branch only, and mostly the fast one for ASCII. */
function wordsOf(text: string): string {
  const letters = lettersOf(text);
  return `if(isValidASCII(${text}), lower(${text}), if(match(${letters}, '${UNSPACED}'), ${spread(letters)}, ${letters}))`;
}

/** The words; the pairs that begin at odd characters of a run; the pairs that begin at even ones. */
function spread(letters: string): string {
  const apart = (text: string, pattern: string) => replace(text, pattern, ' \\\\0 ');
  const behindFirst = replace(letters, `${RUN_BEGINS}${CHARACTER}`, BARRIER);
  const parts = [
    apart(letters, CHARACTER),
    apart(letters, CHARACTER + CHARACTER),
    apart(behindFirst, CHARACTER + CHARACTER),
  ];
  return `concat(${parts.join(`, '${BARRIER}', `)})`;
}

/** Without capture groups, which make the engine ten times slower. */
function replace(text: string, pattern: string, by: string): string {
  return `replaceRegexpAll(${text}, '${pattern}', '${by}')`;
}

const INPUT = `if(input_words_bytes > 0, ${PART_OF_CONTENT.input_words}, ${PART_OF_CONTENT.input_text})`;
const OUTPUT = `if(output_words_bytes > 0, ${PART_OF_CONTENT.output_words}, ${PART_OF_CONTENT.output_text})`;

export const SEARCH_TEXT = `concat(${wordsOf(INPUT)}, '${BARRIER}', ${wordsOf(OUTPUT)})`;

/** The same text with runs left intact. */
export const SEARCH_LETTERS = `concat(${lettersOf(INPUT)}, '${BARRIER}', ${lettersOf(OUTPUT)})`;
