/** Names and values that are longer than there is room for. Different ones stay different, and the same ones the same. */
import { hash } from 'node:crypto';

const HASH_LENGTH = 12;

/** In characters, of which some count as two in a string's length. */
export function isLonger(text: string, max: number): boolean {
  return text.length > max && (text.length > 2 * max || Array.from(text).length > max);
}

/** The text itself, or as much of its beginning as leaves room for a dash and a few digits of its hash (SHA-256). */
export function shorten(text: string, max: number): string {
  if (!isLonger(text, max)) return text;
  const beginning = Array.from(text.slice(0, 2 * max)).slice(0, max - HASH_LENGTH - 1);
  return `${beginning.join('')}-${hash('sha256', text, 'hex').slice(0, HASH_LENGTH)}`;
}
