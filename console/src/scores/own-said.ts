import type { Score } from '@parley/contract';
import type { Said } from './given-scores.ts';
import { isAbout, type Target } from './target.ts';

export function isBy(score: Score, author: string, target: Target): boolean {
  return score.author === author && isAbout(score, target);
}

/** What somebody said about a target under a name. */
export function ownSaid(scores: readonly Score[], author: string, target: Target, name: string): Said | null {
  const own = scores.find((score) => score.name === name && isBy(score, author, target));
  return own ? { value: own.value, comment: own.comment } : null;
}

/** What a thumb makes of what was said: the same one again withdraws it, and a comment stays. */
export function thumbed(before: Said | null, up: boolean): Said | null {
  return before?.value === up ? null : { value: up, comment: before?.comment ?? null };
}
