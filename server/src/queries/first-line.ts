import { SESSION_TEXT_LENGTH } from '@parley/contract';
import { cutText } from '../base/cut-text.ts';

/** Characters of a long text that are read; more than are shown, since runs of spaces collapse. */
const READ_LENGTH = 8 * SESSION_TEXT_LENGTH;

/** The beginning of a text on one line, cut between characters; null when it is blank. */
export function firstLine(text: string): string | null {
  const line = cutText(text.trimStart(), READ_LENGTH).replaceAll(/\s+/g, ' ').trimEnd();
  if (line === '') return null;
  return line.length <= SESSION_TEXT_LENGTH ? line : `${cutText(line, SESSION_TEXT_LENGTH - 1).trimEnd()}…`;
}
