/**
 * The scores that the reader gave since the page was loaded. They are shown at once, and in lists that are not read
 * again; the server stores them a moment later.
 */
import type { Score } from '@parley/contract';
import { useSyncExternalStore } from 'react';
import { isAbout, type Target, targetKey } from './target.ts';

export type ScoreValue = Score['value'];
export type Said = { value: ScoreValue; comment: string | null };

type Given = { name: string; said: Said | null; at: string };

/** By target, then by name. A score that was withdrawn is null. */
let given: ReadonlyMap<string, ReadonlyMap<string, Given>> = new Map();
const listeners = new Set<() => void>();

const NOTHING: ReadonlyMap<string, Given> = new Map();

/** A change of another window is later by more than clocks differ. */
const CLOCKS_DIFFER_MS = 120_000;

export function remember(target: Target, name: string, said: Said | null): void {
  const key = targetKey(target);
  const before = given.get(key) ?? NOTHING;
  const one = { name, said, at: new Date().toISOString() };
  given = new Map([...given, [key, new Map([...before, [name, one]])]]);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The scores of a target as the reader should see them. `author` is the reader. */
export function useShownScores(target: Target, scores: readonly Score[], author: string): readonly Score[] {
  const key = targetKey(target);
  const own = useSyncExternalStore(subscribe, () => given.get(key) ?? NOTHING);
  return withGiven(target, scores, author, own);
}

/** The same, for a moment. */
export function shownScores(target: Target, scores: readonly Score[], author: string): readonly Score[] {
  return withGiven(target, scores, author, given.get(targetKey(target)) ?? NOTHING);
}

/** Whether the reader gave a score to anything of this type. */
export function useHasGiven(appId: string, type: Target['type']): boolean {
  const all = useSyncExternalStore(subscribe, () => given);
  return [...all.keys()].some((key) => key.startsWith(`${appId} ${type} `));
}

export function withGiven(
  target: Target,
  scores: readonly Score[],
  author: string,
  own: ReadonlyMap<string, Given>,
): readonly Score[] {
  if (own.size === 0) return scores;
  const isOwn = (score: Score) => score.author === author && isAbout(score, target);
  const replaces = ({ name, at }: Given) => {
    const stored = scores.find((score) => score.name === name && isOwn(score));
    return !stored || Date.parse(stored.at) < Date.parse(at) + CLOCKS_DIFFER_MS;
  };
  const newer = [...own.values()].filter(replaces);
  const names = new Set(newer.map(({ name }) => name));
  const shown = newer.flatMap(({ name, said, at }): Score[] =>
    said === null
      ? []
      : [
          {
            id: `${targetKey(target)} ${name}`,
            appId: target.appId,
            [target.type]: target.id,
            name,
            ...said,
            author,
            source: 'review',
            at,
            receivedAt: at,
          },
        ],
  );
  return [...shown, ...scores.filter((score) => !(names.has(score.name) && isOwn(score)))];
}
