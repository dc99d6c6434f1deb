/** The names of an application's scores, and the one that thumbs are given under. */
import type { ScoreDimension, ScoreUse } from '@parley/contract';
import { useAsk } from '../api/use-ask.ts';

/** The name of a comment for itself: a score whose value is the beginning of its text. */
export const COMMENT = 'comment';
/** The name of thumbs in an application that has no booleans yet. */
export const THUMBS = 'thumbs';

type Name = Pick<ScoreUse, 'name' | 'kind' | 'min' | 'max' | 'values'>;

/** Names under which something can be said, the most frequent first; comments are apart. */
export function useScoreNames(appId: string | undefined) {
  const { data, isPending, error } = useAsk(
    'GET /v1/score-names',
    { query: appId === undefined ? {} : { app: appId } },
    { enabled: appId !== undefined },
  );
  return { names: (data?.data ?? []).filter(({ name }) => name !== COMMENT), isPending, error };
}

/** The boolean that thumbs stand for. */
export function thumbsName(names: readonly Pick<Name, 'name' | 'kind'>[]): string {
  const booleans = names.filter(({ kind }) => kind === 'boolean').map(({ name }) => name);
  return booleans.includes(THUMBS) ? THUMBS : (booleans[0] ?? THUMBS);
}

/** Scores that have a mean: what lists are sorted by, and charts show. */
export function measured<N extends Pick<Name, 'name' | 'kind'>>(names: readonly N[]): N[] {
  const thumbs = thumbsName(names);
  return names
    .filter(({ kind }) => kind !== 'text')
    .toSorted((a, b) => Number(b.name === thumbs) - Number(a.name === thumbs));
}

/** Few enough for a menu. */
const MAX_SORTED = 5;

/** The scores by which lists can be sorted, as their orders. */
export function sortableScores(names: readonly Pick<Name, 'name' | 'kind'>[]): ScoreDimension[] {
  return measured(names)
    .slice(0, MAX_SORTED)
    .map(({ name }) => `score.${name}` as const);
}
