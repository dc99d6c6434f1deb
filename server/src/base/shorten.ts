/** Shortens names and values to a limit: different texts stay different, equal ones stay equal. */
import { hash } from 'node:crypto';

const HASH_LENGTH = 12;

/** `max` counts characters, some of which are two UTF-16 code units. */
export function isLonger(text: string, max: number): boolean {
  return text.length > max && (text.length > 2 * max || Array.from(text).length > max);
}

/** The text, or its beginning with a dash and a few digits of its SHA-256. */
export function shorten(text: string, max: number): string {
  if (!isLonger(text, max)) return text;
  const beginning = Array.from(text.slice(0, 2 * max)).slice(0, max - HASH_LENGTH - 1);
  return `${beginning.join('')}-${hash('sha256', text, 'hex').slice(0, HASH_LENGTH)}`;
}
