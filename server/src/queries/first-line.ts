import { SESSION_TEXT_LENGTH } from '@parley/contract';
import { cutText } from '../base/cut-text.ts';

/** Of a long text; more than is shown, as there may be many spaces. */
const LOOKED_AT = 8 * SESSION_TEXT_LENGTH;

/** The beginning of a text without its line breaks, never half a character; null when nothing is said. */
export function firstLine(text: string): string | null {
  const line = cutText(text.trimStart(), LOOKED_AT).replaceAll(/\s+/g, ' ').trimEnd();
  if (line === '') return null;
  return line.length <= SESSION_TEXT_LENGTH ? line : `${cutText(line, SESSION_TEXT_LENGTH - 1).trimEnd()}…`;
}
