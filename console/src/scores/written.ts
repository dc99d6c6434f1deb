/** Scores that are texts: a comment, and a correction, which is the answer that should have been given. */
import { CORRECTION, CORRECTION_LENGTH, SCORE_COMMENT_LENGTH } from '@parley/contract/score-limits';

/** The name of a comment for itself: a score whose value is the beginning of its text. */
export const COMMENT = 'comment';

export type WrittenName = typeof COMMENT | typeof CORRECTION;

type Written = {
  label: string;
  placeholder: string;
  maxLength: number;
  icon: 'comment' | 'check';
  /** Enter begins another line. */
  isLong: boolean;
};

export const WRITTEN: Record<WrittenName, Written> = {
  [COMMENT]: {
    label: 'Comment',
    placeholder: 'What was good or bad about it?',
    maxLength: SCORE_COMMENT_LENGTH,
    icon: 'comment',
    isLong: false,
  },
  [CORRECTION]: {
    label: 'Correction',
    placeholder: 'What should the answer have been?',
    maxLength: CORRECTION_LENGTH,
    icon: 'check',
    isLong: true,
  },
};

export function isWritten(name: string): name is WrittenName {
  return Object.hasOwn(WRITTEN, name);
}
