import type { Answers, AnswerValue, Question, ReviewItem } from '@parley/contract';
import { useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { KeyCap } from '../../ui/key-cap.tsx';
import { choicesOf, firstUnanswered } from './choices.ts';
import { QuestionField } from './question-field.tsx';
import { useReviewKeys } from './use-review-keys.ts';
import type { Reviewing } from './use-reviewing.ts';

type Props = {
  questions: readonly Question[];
  item: ReviewItem;
  reviewing: Reviewing;
  /** Says it to screen readers. */
  onSay: (text: string) => void;
  onHelp: () => void;
};

/** The questions about an item. Every key works here, wherever the focus is. */
export function QuestionPanel({ questions, item, reviewing, onSay, onHelp }: Props) {
  const [answers, setAnswers] = useState<Answers>(item.answers);
  const [current, setCurrent] = useState(0);
  const [isAsked, setIsAsked] = useState(false);
  const comment = useRef<HTMLTextAreaElement>(null);
  const open = firstUnanswered(questions, answers);

  const answer = (place: number, { name, text }: Question, value: AnswerValue, said: string) => {
    const now = { ...answers, [name]: value };
    setAnswers(now);
    setCurrent(firstUnanswered(questions, now, place) ?? place);
    const left = questions.filter((one) => now[one.name] === undefined).length;
    onSay(`${text} ${said}. ${left === 0 ? 'Press Enter to save.' : `${left} left.`}`);
  };
  const save = () => {
    if (open === null) return reviewing.answer(answers, comment.current?.value.trim() ?? '');
    setIsAsked(true);
    setCurrent(open);
    onSay(`Not answered: ${questions[open]?.text}`);
  };
  const move = (to: number) => setCurrent(Math.min(questions.length - 1, Math.max(0, to)));

  useReviewKeys((key) => {
    const deeds: Record<string, () => void> = {
      Enter: save,
      s: reviewing.skip,
      u: reviewing.undo,
      c: () => comment.current?.focus(),
      j: () => move(current + 1),
      k: () => move(current - 1),
      '?': onHelp,
    };
    const question = questions[current];
    const choice = question && choicesOf(question).find(({ keys }) => keys.includes(key.toLowerCase()));
    if (question && choice) answer(current, question, choice.value, choice.text);
    else if (deeds[key]) deeds[key]();
    else return false;
    return true;
  });

  return (
    <form
      aria-label="Questions"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      className="flex flex-col gap-5"
    >
      {questions.map((question, place) => (
        <QuestionField
          key={question.name}
          question={question}
          answer={answers[question.name]}
          current={place === current}
          onAnswer={(value) => answer(place, question, value, String(value))}
        />
      ))}
      <label className="flex flex-col gap-1 pl-3.5">
        <span className="flex items-center gap-2 text-sm font-medium">
          Comment (optional) <Key name="c" />
        </span>
        <textarea
          ref={comment}
          rows={2}
          maxLength={4000}
          dir="auto"
          defaultValue={reviewing.commentOf(item.target)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') event.currentTarget.blur();
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            save();
          }}
          className="w-full rounded-md border border-line-strong bg-surface px-2.5 py-1.5 focus-visible:outline-2 focus-visible:outline-accent"
        />
      </label>
      {isAsked && open !== null ? (
        <p role="alert" className="pl-3.5 text-sm text-bad">
          Answer every question, or skip the item.
        </p>
      ) : null}
      <div className="sticky bottom-0 -mx-4 -mb-4 flex flex-wrap gap-2 border-t border-line bg-surface px-4 py-3 lg:static lg:border-t-0 lg:pl-7.5">
        <Button type="submit" look="primary" busy={reviewing.isBusy}>
          Save <Key name="Enter" />
        </Button>
        <Button disabled={reviewing.isBusy} onClick={reviewing.skip}>
          Skip <Key name="s" />
        </Button>
        <Button disabled={reviewing.isBusy} onClick={reviewing.undo}>
          Undo <Key name="u" />
        </Button>
      </div>
    </form>
  );
}

/** Where there is a keyboard. */
function Key({ name }: { name: string }) {
  return (
    <span aria-hidden="true" className="hidden pointer-fine:inline">
      <KeyCap>{name}</KeyCap>
    </span>
  );
}
