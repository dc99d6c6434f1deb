/** Interactions, sessions and users with their scores. */
import { type ListedInteraction, SCORE_TARGETS, type Score } from '@parley/contract';
import type { Store } from '../store/store.ts';
import type { Apps } from './filters.ts';
import { keyOf, MAX_SCORES_EACH, type Scored, type ScoresOptions, scoresOf } from './scores.ts';

type Named = { appId: string };

/** Adds the scores of each item, newest first. */
export async function withScores<T extends Named>(
  store: Store,
  apps: Apps,
  items: readonly T[],
  targetsOf: (item: T) => readonly Scored[],
  options: ScoresOptions = {},
): Promise<(T & { scores: Score[] })[]> {
  const scores = await scoresOf(store, apps, items.flatMap(targetsOf), options);
  return items.map((item) => {
    const own = targetsOf(item)
      .flatMap((target) => scores.get(keyOf(target)) ?? [])
      .filter(({ appId }) => appId === item.appId)
      .toSorted((a, b) => b.at.localeCompare(a.at));
    return { ...item, scores: own.slice(0, MAX_SCORES_EACH) };
  });
}

/** By its id, and by the id that the upstream gave its response. */
export function targetsOfInteraction({
  id,
  upstreamId,
}: Pick<ListedInteraction, 'id' | 'upstreamId'>): Scored[] {
  const [interaction, upstream] = SCORE_TARGETS;
  return [
    { targetType: interaction, target: id },
    ...(upstreamId === null ? [] : [{ targetType: upstream, target: upstreamId }]),
  ];
}

export const targetsOfSession = ({ session }: { session: string }): Scored[] => [
  { targetType: 'session', target: session },
];

export const targetsOfUser = ({ key, identified }: { key: string; identified: boolean }): Scored[] =>
  identified ? [{ targetType: 'user', target: key }] : [];
