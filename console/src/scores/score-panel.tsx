import type { Score } from '@parley/contract';
import { CORRECTION } from '@parley/contract/score-limits';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ACTION } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { MoreScores } from './more-scores.tsx';
import { useOwnScores } from './own-scores.ts';
import { ScoreList } from './score-list.tsx';
import { type Target, targetKey } from './target.ts';
import { ThumbButtons } from './thumb-buttons.tsx';
import { type ScoreKey, useScoreKeys } from './use-score-keys.ts';
import { takeWanted } from './wanted-comment.ts';
import { COMMENT, WRITTEN, type WrittenName } from './written.ts';
import { WrittenField } from './written-field.tsx';

type Props = {
  target: Target;
  scores: readonly Score[] | undefined;
  timeZone: string;
  /** The name of its region, unless it is in one that is named so. */
  label?: string;
  /** What the model answered, for a correction to begin with; absent where there is nothing to correct. */
  answer?: string;
  /** Whether it has the keys of its page or panel, or only while the focus is around it. */
  keys?: 'page' | 'focus';
  /** Shown in front of the thumbs. */
  children?: ReactNode;
};

/** What was said about a target, and buttons for what the reader says. */
export function ScorePanel(props: Props) {
  // What was begun for one target is not saved for another.
  return <Panel key={targetKey(props.target)} {...props} />;
}

function Panel({ target, scores, timeZone, label, answer = '', keys = 'page', children }: Props) {
  const { shown, isOwn, own, names, thumbs, actions } = useOwnScores(target, scores);
  const [writing, setWriting] = useState<WrittenName | null>(null);
  const box = useRef<HTMLElement>(null);
  const mayScore = actions !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for once, when it opens.
  useEffect(() => {
    if (mayScore && takeWanted(target)) setWriting(COMMENT);
  }, [mayScore]);
  const press = (key: ScoreKey) => (key === 'c' ? setWriting(COMMENT) : actions?.thumb(key === '+'));
  useScoreKeys(box, keys, actions ? press : null);
  if (!actions && shown.length === 0) return children ? <div className={ROW}>{children}</div> : null;
  const leave = () => {
    setWriting(null);
    box.current?.querySelector<HTMLElement>(`[data-writes="${writing}"]`)?.focus();
  };
  const thumb = own(thumbs)?.value;
  const quiet = keys === 'focus';
  return (
    <section ref={box} aria-label={label} className="flex min-w-0 flex-col gap-2.5">
      <div className={ROW}>
        {children}
        {actions ? (
          <span className="inline-flex flex-wrap items-center gap-1">
            <ThumbButtons
              name={thumbs}
              value={typeof thumb === 'boolean' ? thumb : undefined}
              onGive={(value) => actions.give(thumbs, value)}
              keys
              quiet={quiet}
            />
            <MoreScores
              names={names.filter(({ name }) => name !== thumbs)}
              ownValue={(name) => own(name)?.value}
              onGive={actions.give}
              className={quiet ? QUIET : ACTION}
            />
            {WRITE_BUTTONS.filter(({ name }) => name === COMMENT || answer !== '').map(
              ({ name, text, title }) => (
                <button
                  key={name}
                  type="button"
                  data-writes={name}
                  aria-expanded={writing === name}
                  title={title}
                  onClick={() => setWriting(name)}
                  className={`${quiet ? QUIET : ACTION} gap-1.5`}
                >
                  <Icon name={WRITTEN[name].icon} />
                  {text}
                </button>
              ),
            )}
          </span>
        ) : null}
      </div>
      {writing && actions ? (
        <WrittenField
          key={writing}
          name={writing}
          text={own(writing)?.comment ?? (writing === CORRECTION ? answer : '')}
          onSave={(text) => {
            actions.write(writing, text);
            leave();
          }}
          onLeave={leave}
        />
      ) : null}
      <ScoreList
        appId={target.appId}
        scores={shown}
        timeZone={timeZone}
        own={
          actions ? { isOwn, onEdit: setWriting, onWithdraw: (name) => actions.give(name, null) } : undefined
        }
      />
    </section>
  );
}

const WRITE_BUTTONS = [
  { name: COMMENT, text: 'Comment', title: 'Comment (c)' },
  { name: CORRECTION, text: 'Correct', title: 'Say what the answer should have been' },
] as const;

/** For the buttons of each of many turns. */
const QUIET =
  'inline-flex h-7 items-center rounded-md px-2 text-sm whitespace-nowrap text-ink-3 hover:bg-sunken hover:text-ink';
const ROW = 'flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-ink-3';
