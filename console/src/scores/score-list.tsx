import type { Score } from '@parley/contract';
import { useUserNames } from '../state/user-names.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Time } from '../ui/time.tsx';
import { ScoreMark } from './score-mark.tsx';
import { COMMENT } from './score-names.ts';
import { authorText, isMachine } from './score-text.ts';
import { useAuthorNames } from './use-author-names.ts';

type Props = {
  appId: string;
  scores: readonly Score[];
  timeZone: string;
  /** The actions of the reader's own scores; absent where they may not score. */
  own?:
    | { isOwn: (score: Score) => boolean; onEdit: () => void; onWithdraw: (name: string) => void }
    | undefined;
};

/** Scores with who said so and when, the newest first. */
export function ScoreList({ appId, scores, timeZone, own }: Props) {
  const names = useAuthorNames(appId);
  const users = scores.flatMap(({ source, author }) =>
    source === 'user' && author !== null ? [author] : [],
  );
  const userName = useUserNames(users);
  const whoIn = (score: Score) =>
    score.source === 'user' && score.author !== null ? userName(score.author) : authorText(score, names);
  if (scores.length === 0) return null;
  return (
    <ul aria-label="Scores" className="flex flex-col gap-1.5">
      {scores.map((score) => {
        const { id, name, comment, at } = score;
        const isComment = name === COMMENT;
        const said = isComment ? (comment ?? String(score.value)) : comment;
        return (
          <li key={id} className="flex items-start gap-2">
            <ScoreMark score={score} />
            <div className="min-w-0 flex-1">
              <p className="flex min-h-6 flex-wrap items-center gap-x-2 text-sm text-ink-3">
                {isComment ? null : (
                  <span dir="auto" className="font-medium wrap-anywhere text-ink">
                    {name}
                  </span>
                )}
                <span className="inline-flex min-w-0 items-center gap-1">
                  {isMachine(score) ? <Icon name="models" className="size-3.5" /> : null}
                  <bdi className="wrap-anywhere">{whoIn(score)}</bdi>
                  <span aria-hidden="true">·</span>
                  <Time at={at} timeZone={timeZone} relative />
                </span>
              </p>
              {said ? (
                <p dir="auto" className="text-ink-2 whitespace-pre-wrap wrap-anywhere">
                  {said}
                </p>
              ) : null}
            </div>
            {own?.isOwn(score) ? (
              <span className="flex shrink-0">
                {isComment ? (
                  <Button small look="ghost" onClick={own.onEdit}>
                    Edit
                  </Button>
                ) : null}
                <Button
                  small
                  look="ghost"
                  aria-label={isComment ? 'Delete comment' : `Withdraw ${name}`}
                  title={isComment ? 'Delete' : 'Withdraw'}
                  onClick={() => own.onWithdraw(name)}
                >
                  ✕
                </Button>
              </span>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}
