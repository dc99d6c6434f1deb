/** The names of an application's scores, and the one that thumbs are given under. */
import type { ScoreDimension, ScoreUse } from '@parley/contract';
import { THUMBS } from '@parley/contract/score-limits';
import { useAsk } from '../api/use-ask.ts';
import { isWritten } from './written.ts';

type Name = Pick<ScoreUse, 'name' | 'kind' | 'min' | 'max' | 'values'>;

/** Names under which something can be said, the most frequent first; texts are apart. */
export function useScoreNames(appId: string | undefined) {
  const { data, isPending, error } = useAsk(
    'GET /v1/score-names',
    { query: appId === undefined ? {} : { app: appId } },
    { enabled: appId !== undefined },
  );
  return { names: (data?.data ?? []).filter(({ name }) => !isWritten(name)), isPending, error };
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
