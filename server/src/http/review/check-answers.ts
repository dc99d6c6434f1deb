import type { Answers, AnswerValue, Issue, Question } from '@parley/contract';
import { ApiError } from '../../base/errors.ts';

/** Throws unless every question is answered, and nothing else. */
export function checkAnswers(questions: readonly Question[], answers: Answers): void {
  const issues = [
    ...questions.flatMap((question): Issue[] => {
      const path = `answers.${question.name}`;
      const answer = answers[question.name];
      if (answer === undefined) return [{ path, code: 'missing', message: 'Not answered.' }];
      return fits(question, answer) ? [] : [{ path, code: 'no_answer', message: 'Not one of the answers.' }];
    }),
    ...Object.keys(answers)
      .filter((name) => questions.every((question) => question.name !== name))
      .map((name): Issue => ({ path: `answers.${name}`, code: 'unknown', message: 'Not a question.' })),
  ];
  if (issues.length > 0) throw new ApiError('invalid_query', { issues });
}

function fits(question: Question, answer: AnswerValue): boolean {
  switch (question.kind) {
    case 'boolean':
      return typeof answer === 'boolean';
    case 'number':
      return Number.isInteger(answer) && Number(answer) >= question.min && Number(answer) <= question.max;
    case 'word':
      return typeof answer === 'string' && question.options.includes(answer);
  }
}
