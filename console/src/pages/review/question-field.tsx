import type { AnswerValue, Question } from '@parley/contract';
import { useId } from 'react';
import { KeyCap } from '../../ui/key-cap.tsx';
import { choicesOf } from './choices.ts';

type Props = {
  question: Question;
  answer: AnswerValue | undefined;
  /** Whether keys answer this question. */
  current: boolean;
  onAnswer: (value: AnswerValue) => void;
};

const CHOICE =
  'flex min-h-9 items-center gap-2 rounded-md border border-line-strong px-2.5 hover:bg-sunken has-checked:border-accent has-checked:bg-accent-soft has-checked:font-medium has-checked:text-accent-strong has-focus-visible:outline-2 has-focus-visible:outline-accent';

/** A question with its answers as radio buttons, and the key of each. */
export function QuestionField({ question, answer, current, onAnswer }: Props) {
  const group = useId();
  return (
    <fieldset
      aria-current={current ? 'step' : undefined}
      className={`min-w-0 border-l-2 pl-3 ${current ? 'border-accent' : 'border-transparent'}`}
    >
      <legend dir="auto" className="float-left mb-2 w-full font-medium wrap-anywhere">
        {question.text}
      </legend>
      <div className="clear-both flex flex-wrap gap-2">
        {choicesOf(question).map(({ value, text, keys: [key] }) => (
          <label key={text} className={CHOICE}>
            <input
              type="radio"
              name={group}
              checked={answer === value}
              onChange={() => onAnswer(value)}
              className="sr-only"
            />
            <span dir="auto" className="min-w-0 wrap-anywhere">
              {text}
            </span>
            {key === text ? null : (
              <span aria-hidden="true" className="hidden pointer-fine:inline">
                <KeyCap>{key}</KeyCap>
              </span>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
