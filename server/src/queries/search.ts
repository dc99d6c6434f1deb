/** Text search: what people type, as a condition that the index of words can answer. */
import { SEARCH_TEXT, wordsIn } from '../store/search-text.ts';
import type { QueryParams } from '../store/store.ts';

export type Search = {
  /** Every word that has to occur, those of phrases included. */
  words: string[];
  /** Those of more than one word, as their words in a row. */
  phrases: string[][];
};

/** Words have to occur all, in any order; what is in double quotes has to occur as it stands there. */
export function parseSearch(text: string): Search {
  const phrases: string[][] = [];
  const words: string[] = [];
  for (const [, quoted, plain] of text.matchAll(/"([^"]*)"?|([^"]+)/g)) {
    const found = [...wordsIn(quoted ?? plain ?? '')].map((word) => word.text);
    words.push(...found);
    if (quoted !== undefined && found.length > 1) phrases.push(found);
  }
  return { words: [...new Set(words)], phrases };
}

/** The index finds the words; a phrase is looked for only where all of its words are. */
export function searchConditions(text: string): { where: string; params: QueryParams } {
  const { words, phrases } = parseSearch(text);
  // Nothing but punctuation: no word has to occur, and none does.
  if (words.length === 0) return { where: 'false', params: {} };
  const where = [`hasAllTokens(${SEARCH_TEXT}, {words:Array(String)})`];
  const params: QueryParams = { words };
  for (const [i, phrase] of phrases.entries()) {
    where.push(`hasPhrase(${SEARCH_TEXT}, {phrase${i}:String}, 'splitByNonAlpha')`);
    params[`phrase${i}`] = phrase.join(' ');
  }
  return { where: where.join(' AND '), params };
}
