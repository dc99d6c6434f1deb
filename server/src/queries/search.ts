/** Text search: the typed text as a condition that the index of words can answer. */
import { parseSearch } from '@parley/contract';
import type { QueryParams } from '../store/query-params.ts';
import { SEARCH_LETTERS, SEARCH_TEXT } from '../store/search/search-text.ts';

/** Index tokens of a run: its only word, or every pair of adjacent characters. */
export function tokensOf(run: readonly string[]): readonly string[] {
  return run.length === 1 ? run : run.slice(1).map((character, i) => `${run[i]}${character}`);
}

/** Condition of a search. The index finds tokens; phrases and runs are checked only where all of their tokens occur. */
export function searchConditions(text: string): { where: string; params: QueryParams } {
  const search = parseSearch(text);
  // Only punctuation: nothing can match.
  if (search.length === 0) return { where: 'false', params: {} };
  const runs = search.flat();
  // Each phrase costs the engine a tenth of a second before it reads anything, so duplicates are dropped.
  const phrases = new Set(search.filter(({ length }) => length > 1).map((sought) => sought.flat().join(' ')));
  const longRuns = new Set(runs.filter(({ length }) => length > 2).map((run) => run.join('')));
  const where = [`hasAllTokens(${SEARCH_TEXT}, {words:Array(String)})`];
  const params: QueryParams = { words: [...new Set(runs.flatMap(tokensOf))] };
  for (const [i, phrase] of [...phrases].entries()) {
    where.push(`hasPhrase(${SEARCH_TEXT}, {phrase${i}:String}, 'splitByNonAlpha')`);
    params[`phrase${i}`] = phrase;
  }
  for (const [i, run] of [...longRuns].entries()) {
    where.push(`position(${SEARCH_LETTERS}, {run${i}:String}) > 0`);
    params[`run${i}`] = run;
  }
  return { where: where.join(' AND '), params };
}
