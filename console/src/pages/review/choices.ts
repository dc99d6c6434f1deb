/** The answers that a question can have, and the keys that give them. */
import type { Answers, AnswerValue, Question } from '@parley/contract';

export type Choice = {
  value: AnswerValue;
  text: string;
  /** Values of `KeyboardEvent.key`; the first one is shown. */
  keys: readonly string[];
};

/** The digits in the order of the keyboard, of which the last one is 0. */
const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'];

export function choicesOf(question: Question): Choice[] {
  switch (question.kind) {
    case 'boolean':
      return [
        { value: true, text: 'Yes', keys: ['y', '+', '1'] },
        { value: false, text: 'No', keys: ['n', '-', '0'] },
      ];
    case 'number': {
      const { min, max } = question;
      return Array.from({ length: max - min + 1 }, (_, i) => {
        const value = min + i;
        return { value, text: String(value), keys: [String(value % 10)] };
      });
    }
    case 'word':
      return question.options.map((text, i) => ({ value: text, text, keys: DIGITS.slice(i, i + 1) }));
  }
}

/** The place of the first question without an answer, from `from` on and then from the beginning; null if none is. */
export function firstUnanswered(questions: readonly Question[], answers: Answers, from = 0): number | null {
  const open = questions.flatMap(({ name }, place) => (answers[name] === undefined ? [place] : []));
  return open.find((place) => place >= from) ?? open[0] ?? null;
}
