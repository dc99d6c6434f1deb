import type { Score } from '@parley/contract';
import { useMe } from '../state/me.ts';
import { type Said, useShownScores } from './given-scores.ts';
import { isBy, ownSaid, thumbed } from './own-said.ts';
import { thumbsName, useScoreNames } from './score-names.ts';
import type { Target } from './target.ts';
import { useGiveScore, writtenAs } from './use-give-score.ts';
import type { WrittenName } from './written.ts';

/** The scores of a target, the reader's own among them, and what the reader can do. */
export function useOwnScores(target: Target, scores: readonly Score[] = []) {
  const { email } = useMe().person;
  const shown = useShownScores(target, scores, email);
  const { names } = useScoreNames(target.appId);
  const give = useGiveScore(target.appId);
  const own = (name: string) => ownSaid(shown, email, target, name);
  const thumbs = thumbsName(names);
  const say = (name: string, said: Said | null) => give?.(target, name, said, own(name));
  return {
    shown,
    isOwn: (score: Score) => isBy(score, email, target),
    own,
    names,
    thumbs,
    /** Null where the reader may not score. */
    actions: give && {
      give: (name: string, value: Said['value'] | null) =>
        say(name, value === null ? null : { value, comment: own(name)?.comment ?? null }),
      thumb: (up: boolean) => say(thumbs, thumbed(own(thumbs), up)),
      write: (name: WrittenName, text: string) => say(name, text === '' ? null : writtenAs(name, text)),
    },
  };
}
