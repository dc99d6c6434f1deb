import type { Score } from '@parley/contract';
import { useUserNames } from '../state/user-names.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Time } from '../ui/time.tsx';
import { ScoreMark } from './score-mark.tsx';
import { authorText, isMachine } from './score-text.ts';
import { useAuthorNames } from './use-author-names.ts';
import { COMMENT, isWritten, WRITTEN, type WrittenName } from './written.ts';

type Props = {
  appId: string;
  scores: readonly Score[];
  timeZone: string;
  /** The actions of the reader's own scores; absent where they may not score. */
  own?:
    | {
        isOwn: (score: Score) => boolean;
        onEdit: (name: WrittenName) => void;
        onWithdraw: (name: string) => void;
      }
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
        const written = isWritten(name) ? name : null;
        const said = comment ?? (typeof score.value === 'string' && written ? score.value : null);
        return (
          <li key={id} className="flex items-start gap-2">
            <ScoreMark score={score} />
            <div className="min-w-0 flex-1">
              <p className="flex min-h-6 flex-wrap items-center gap-x-2 text-sm text-ink-3">
                {name === COMMENT ? null : (
                  <span dir="auto" className="font-medium wrap-anywhere text-ink">
                    {written ? WRITTEN[written].label : name}
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
                {written ? (
                  <Button small look="ghost" onClick={() => own.onEdit(written)}>
                    Edit
                  </Button>
                ) : null}
                <Button
                  small
                  look="ghost"
                  aria-label={written ? `Delete ${name}` : `Withdraw ${name}`}
                  title={written ? 'Delete' : 'Withdraw'}
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
