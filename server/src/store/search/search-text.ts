/**
 * The indexed expressions of text search. They are part of the table and must not change without a migration that
 * rebuilds the indexes.
 *
 * An index splits words at ASCII characters that are neither letters nor digits. So text is lower-cased, and non-ASCII
 * characters outside of words become spaces. Runs of scripts without spaces become single characters, for phrases, and
 * all pairs of adjacent characters, which make the index selective.
 */
import { unspacedClass } from '@parley/contract';
import { PART_OF_CONTENT } from '../rows/content.ts';
import { SECTIONS, type Section } from './sections.ts';

/** A separator that no search can contain, so that no phrase matches across it. */
const BARRIER = ' § ';
/** `SECTION_END` in SQL. */
const SECTION_END = "'\\x1e'";

const UNSPACED = unspacedClass((hex) => `\\\\x{${hex}}`);
const CHARACTER = `${UNSPACED}\\\\pM*`;
/** The start of a run: behind any ASCII character, or at the start of the text. */
const RUN_BEGINS = '(?:^|\\\\b|[\\\\x00-/:-@\\\\[-`{-\\\\x7F])';
const NO_WORD = '[^\\\\x00-\\\\x7F\\\\pL\\\\pM\\\\pN]+';

/** Expressions for a text: as an index reads it, and with its runs left intact. */
export type SearchText = { words: string; letters: string };

function searchText(...texts: readonly string[]): SearchText {
  return { words: apart(texts.map(wordsOf)), letters: apart(texts.map(lettersOf)) };
}

function apart(texts: readonly string[]): string {
  return texts.length === 1 ? texts.join('') : `concat(${texts.join(`, '${BARRIER}', `)})`;
}

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
  const spaced = (text: string, pattern: string) => replace(text, pattern, ' \\\\0 ');
  const behindFirst = replace(letters, `${RUN_BEGINS}${CHARACTER}`, BARRIER);
  return apart([
    spaced(letters, CHARACTER),
    spaced(letters, CHARACTER + CHARACTER),
    spaced(behindFirst, CHARACTER + CHARACTER),
  ]);
}

/** Without capture groups, which make the engine ten times slower. */
function replace(text: string, pattern: string, by: string): string {
  return `replaceRegexpAll(${text}, '${pattern}', '${by}')`;
}

const INPUT = `if(input_words_bytes > 0, ${PART_OF_CONTENT.input_words}, ${PART_OF_CONTENT.input_text})`;
const OUTPUT = `if(output_words_bytes > 0, ${PART_OF_CONTENT.output_words}, ${PART_OF_CONTENT.output_text})`;
const FIRST_SECTION = `substringIndex(${INPUT}, ${SECTION_END}, 1)`;
const OTHER_SECTIONS = `substring(${INPUT}, length(${FIRST_SECTION}) + 2)`;

/** What people and the model said anew, and all else; of an earlier version's row, the former is all. */
export const SAID = searchText(FIRST_SECTION, OUTPUT);
export const BACKGROUND = searchText(OTHER_SECTIONS);

export const ANSWER = searchText(OUTPUT);

/** A section of the input; not indexed. */
export function sectionText(section: Section): SearchText {
  return searchText(`splitByChar(${SECTION_END}, ${INPUT})[${SECTIONS.indexOf(section) + 1}]`);
}

const WHOLE = searchText(INPUT, OUTPUT);

/** All of it; not indexed. */
export const EVERYTHING: SearchText = {
  words: sectionsApart(WHOLE.words),
  letters: sectionsApart(WHOLE.letters),
};

function sectionsApart(text: string): string {
  return `replaceAll(${text}, ${SECTION_END}, '${BARRIER}')`;
}

const TYPE = "TYPE text(tokenizer = splitByNonAlpha, posting_list_codec = 'bitpacking')";
export const SEARCH_INDEXES = {
  said: `${SAID.words} ${TYPE}`,
  background: `${BACKGROUND.words} ${TYPE}`,
};
/** The only index of earlier versions. */
export const WHOLE_TEXT_INDEX = `${WHOLE.words} ${TYPE}`;
