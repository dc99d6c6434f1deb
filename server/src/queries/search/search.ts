/** Text search: the typed text as a condition that the indexes of words can answer. */
import { parseSearch, type SearchIn } from '@parley/contract';
import type { QueryParams } from '../../store/query-params.ts';
import {
  ANSWER,
  BACKGROUND,
  EVERYTHING,
  SAID,
  type SearchText,
  sectionText,
} from '../../store/search/search-text.ts';

/** Index tokens of a run: its only word, or every pair of adjacent characters. */
export function tokensOf(run: readonly string[]): readonly string[] {
  return run.length === 1 ? run : run.slice(1).map((character, i) => `${run[i]}${character}`);
}

/** Tokens that both indexes are asked for one by one; the text is read where more are sought. */
const MOST_APART = 4;

/** Condition of a search, in what people and the model said anew unless `by` says otherwise. */
export function searchConditions(text: string, by?: SearchIn): { where: string; params: QueryParams } {
  const search = parseSearch(text);
  // Only punctuation: nothing can match.
  if (search.length === 0) return { where: 'false', params: {} };
  const runs = search.flat();
  const tokens = [...new Set(runs.flatMap(tokensOf))];
  // Each phrase costs the engine a tenth of a second before it reads anything, so duplicates are dropped.
  const phrases = [...new Set(search.filter(({ length }) => length > 1).map((one) => one.flat().join(' ')))];
  const longRuns = [...new Set(runs.filter(({ length }) => length > 2).map((run) => run.join('')))];
  const params: QueryParams = {
    ...numbered('phrase', phrases),
    ...numbered('run', longRuns),
  };

  const hasWords = ({ words }: SearchText) => `hasAllTokens(${words}, {words:Array(String)})`;
  /** Phrases and runs are checked only where all of their tokens occur. */
  const hasPhrases = ({ words, letters }: SearchText) => [
    ...phrases.map((_, i) => `hasPhrase(${words}, {phrase${i}:String}, 'splitByNonAlpha')`),
    ...longRuns.map((_, i) => `position(${letters}, {run${i}:String}) > 0`),
  ];
  const has = (text: SearchText) => all([hasWords(text), ...hasPhrases(text)]);

  if (by === 'any') {
    // The longest are the rarest.
    const apart = tokens.toSorted((a, b) => b.length - a.length).slice(0, MOST_APART);
    Object.assign(
      params,
      numbered(
        'token',
        apart.map((token) => [token]),
      ),
    );
    const inEither = apart.map((_, i) =>
      either([SAID, BACKGROUND].map(({ words }) => `hasAllTokens(${words}, {token${i}:Array(String)})`)),
    );
    if (tokens.length > MOST_APART) {
      params.words = tokens;
      inEither.push(hasWords(EVERYTHING));
    }
    return { where: all([...inEither, ...hasPhrases(EVERYTHING)]), params };
  }

  params.words = tokens;
  switch (by) {
    case undefined:
      return { where: has(SAID), params };
    case 'user':
      return { where: all([hasWords(SAID), has(sectionText('user'))]), params };
    case 'assistant':
      return { where: all([hasWords(SAID), has(ANSWER)]), params };
    case 'system':
    case 'tool': {
      // Of an earlier version's row, nobody knows yet who said what.
      const sorted = all(['search_version > 0', hasWords(BACKGROUND), has(sectionText(by))]);
      return { where: either([sorted, all(['search_version = 0', has(SAID)])]), params };
    }
  }
}

function numbered<T extends string | readonly string[]>(
  name: string,
  values: readonly T[],
): Record<string, T> {
  return Object.fromEntries(values.map((value, i) => [`${name}${i}`, value]));
}

function all(conditions: readonly string[]): string {
  return conditions.join(' AND ');
}

function either(conditions: readonly string[]): string {
  return conditions.length === 1
    ? conditions.join('')
    : `(${conditions.map((one) => `(${one})`).join(' OR ')})`;
}
