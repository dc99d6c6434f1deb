import { cutText } from '../../base/cut-text.ts';

/** A group is the value of a label or a name, and can be very long. */
const MAX_VALUE = 300;

/** One line without control characters: no header, line or block can be added by what was logged. */
export function plainLine(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cs}\u2028\u2029]+/gu, ' ').trim();
  return line.length > MAX_VALUE ? `${cutText(line, MAX_VALUE - 1)}…` : line;
}
