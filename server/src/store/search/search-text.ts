/**
 * What text search looks at, as the index over it knows it: these expressions are part of the table and must
 * not change without a migration that makes the index anew.
 *
 * The index takes what is neither a letter nor a digit of ASCII, nor beyond ASCII, as the end of a word. So
 * capitals become small, and whatever is beyond ASCII and in no word becomes a space. Runs of scripts
 * without spaces become their characters, as words, for phrases to be found by; and, for the index to be
 * quick, every two characters next to each other.
 */
import { PART_OF_CONTENT } from '../rows/content.ts';
import { unspacedClass } from './text-runs.ts';

/** No word, so nobody can search for it; no phrase goes from one side of it to the other. */
const BARRIER = ' § ';

const UNSPACED = unspacedClass((hex) => `\\\\x{${hex}}`);
const CHARACTER = `${UNSPACED}\\\\pM*`;
/** Behind a letter of ASCII, behind anything else of ASCII, or where the text begins. */
const RUN_BEGINS = '(?:^|\\\\b|[\\\\x00-/:-@\\\\[-`{-\\\\x7F])';
const NO_WORD = '[^\\\\x00-\\\\x7F\\\\pL\\\\pM\\\\pN]+';

function lettersOf(text: string): string {
  return `lower(${replace(text, NO_WORD, ' ')})`;
}

/** Only one of these has anything to say about most texts, and the quick one about most of those. */
function wordsOf(text: string): string {
  const letters = lettersOf(text);
  return `if(isValidASCII(${text}), lower(${text}), if(match(${letters}, '${UNSPACED}'), ${spread(letters)}, ${letters}))`;
}

/** The words; every pair of characters that begins at the first, third, fifth … of a run; the other pairs. */
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

/** Without groups: with them, the engine takes ten times as long. */
function replace(text: string, pattern: string, by: string): string {
  return `replaceRegexpAll(${text}, '${pattern}', '${by}')`;
}

const INPUT = `if(input_words_bytes > 0, ${PART_OF_CONTENT.input_words}, ${PART_OF_CONTENT.input_text})`;
const OUTPUT = `if(output_words_bytes > 0, ${PART_OF_CONTENT.output_words}, ${PART_OF_CONTENT.output_text})`;

export const SEARCH_TEXT = `concat(${wordsOf(INPUT)}, '${BARRIER}', ${wordsOf(OUTPUT)})`;

/** The same with runs as they stand. */
export const SEARCH_LETTERS = `concat(${lettersOf(INPUT)}, '${BARRIER}', ${lettersOf(OUTPUT)})`;
