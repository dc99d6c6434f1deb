/** Questions while they are written, and the questions that they become. */
import type { Question } from '@parley/contract';

export type QuestionDraft = {
  key: number;
  text: string;
  /** What was typed as the name of the score; by default it follows from the text. */
  name: string | null;
  kind: Question['kind'];
  /** The range of a number. */
  scale: string;
  /** The options of a word, separated by commas. */
  options: string;
};

export const KINDS: Readonly<Record<Question['kind'], string>> = {
  boolean: 'Yes or no',
  number: 'Number',
  word: 'One of several words',
};

export const SCALES: readonly (readonly [string, string])[] = [
  ['1-3', '1 to 3'],
  ['1-5', '1 to 5'],
  ['1-10', '1 to 10'],
];

export function newDraft(key: number): QuestionDraft {
  return { key, text: '', name: null, kind: 'boolean', scale: '1-5', options: '' };
}

/** Maximum length of a name that is made from a text; longer ones are hard to read in a list. */
const NAME_LENGTH = 32;

/** `Is the answer correct?` becomes `is-the-answer-correct`. */
export function nameOf({ name, text }: Pick<QuestionDraft, 'name' | 'text'>): string {
  if (name !== null) return name;
  const words = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  return words.slice(0, NAME_LENGTH).replace(/^-+|-+$/g, '');
}

export function questionOf(draft: QuestionDraft): Question {
  const asked = { name: nameOf(draft), text: draft.text.trim() };
  if (draft.kind === 'boolean') return { ...asked, kind: 'boolean' };
  if (draft.kind === 'word') return { ...asked, kind: 'word', options: optionsOf(draft.options) };
  const [min = 1, max = 5] = draft.scale.split('-').map(Number);
  return { ...asked, kind: 'number', min, max };
}

function optionsOf(text: string): string[] {
  return text
    .split(',')
    .map((option) => option.trim())
    .filter((option) => option !== '');
}
