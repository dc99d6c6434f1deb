import type { Score } from '@parley/contract';
import { useMe } from '../state/me.ts';
import type { RowKeys } from '../ui/data-table.tsx';
import { shownScores } from './given-scores.ts';
import { ownSaid, thumbed } from './own-said.ts';
import { thumbsName, useScoreNames } from './score-names.ts';
import type { Target } from './target.ts';
import { useGiveScore } from './use-give-score.ts';
import { wantComment } from './wanted-comment.ts';

type Options = {
  appId: string;
  targetOf: (key: string) => Target | null;
  scoresOf: (key: string) => readonly Score[];
  /** Opens a row, to comment on it. */
  onOpen: (key: string) => void;
};

/** The keys `+`, `-` and `c` of the rows of a list; none where the reader may not score. */
export function useRowScores({ appId, targetOf, scoresOf, onOpen }: Options): RowKeys {
  const { email } = useMe().person;
  const { names } = useScoreNames(appId);
  const give = useGiveScore(appId);
  if (!give) return {};
  const name = thumbsName(names);
  const thumb = (key: string, up: boolean) => {
    const target = targetOf(key);
    if (!target) return;
    const before = ownSaid(shownScores(target, scoresOf(key), email), email, target, name);
    give(target, name, thumbed(before, up), before);
  };
  return {
    '+': (key) => thumb(key, true),
    '-': (key) => thumb(key, false),
    c: (key) => {
      const target = targetOf(key);
      if (!target) return;
      wantComment(target);
      onOpen(key);
    },
  };
}
