/** Reads single values: leniently where the meaning is clear, strictly where the data would be wrong. */
import { isLonger, shorten } from '../base/shorten.ts';
import { isAbsent, kindOf, type Notes } from './notes.ts';
import { addressKey } from './user-key.ts';

/** Control characters, which no one can type or read. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f]/;

/** A name or text of up to `max` characters, cut beyond that; `null` and `""` are absent. */
export function readText(value: unknown, path: string, max: number, notes: Notes): string | null {
  if (isAbsent(value)) return null;
  let text: string;
  if (typeof value === 'string') text = value;
  else if (typeof value === 'number') {
    if (Math.abs(value) > Number.MAX_SAFE_INTEGER) {
      notes.issue(path, 'inexact_number', `${path} is a number too long to be read exactly: send a string.`);
      return null;
    }
    text = String(value);
    notes.warn(path, 'number_as_string', `${path} is a number and was read as the string "${text}".`);
  } else {
    notes.issue(path, 'invalid_type', `${path} must be a string, not ${kindOf(value)}.`);
    return null;
  }
  if (UNPRINTABLE.test(text) || !text.isWellFormed()) {
    notes.issue(path, 'not_printable', `${path} may only have printable characters.`);
    return null;
  }
  return readShortened(text, path, max, notes);
}

/** Cuts a text that is too long, with a warning, instead of rejecting the interaction. */
export function readShortened(text: string, path: string, max: number, notes: Notes): string {
  if (!isLonger(text, max)) return text;
  const short = shorten(text, max);
  notes.warn(path, 'shortened', `${path} may have ${max} characters at most, and was read as "${short}".`);
  return short;
}

/** A user's id. White space alone is absent, with a warning. */
export function readUserId(value: unknown, path: string, max: number, notes: Notes): string | null {
  return isBlank(value, path, notes) ? null : readText(value, path, max, notes);
}

/** An email address, trimmed. The key that it gives the user is limited to `max` characters. */
export function readEmail(value: unknown, path: string, max: number, notes: Notes): string | null {
  if (isBlank(value, path, notes)) return null;
  const sent = typeof value === 'string' ? value.trim() : value;
  if (sent !== value) notes.warn(path, 'trimmed', `${path} was read without the white space around it.`);
  const email = readText(sent, path, Number.POSITIVE_INFINITY, notes);
  if (email === null) return null;
  const key = addressKey(email);
  // Cut in the spelling that ignores case, so that it stays the same user.
  return isLonger(key, max) ? readShortened(key, path, max, notes) : email;
}

function isBlank(value: unknown, path: string, notes: Notes): boolean {
  if (typeof value !== 'string' || value === '' || value.trim() !== '') return false;
  notes.warn(path, 'blank', `${path} has nothing but white space and was read as absent.`);
  return true;
}

export function readFlag(value: unknown, path: string, notes: Notes): boolean | null {
  switch (value) {
    case undefined:
    case null:
    case '':
      return null;
    case 1:
      return true;
    case 0:
      return false;
    case true:
    case '1':
      notes.warn(path, 'read_as_1', `${path} was read as 1.`);
      return true;
    case false:
    case '0':
      notes.warn(path, 'read_as_0', `${path} was read as 0.`);
      return false;
    default:
      notes.issue(path, 'invalid_value', `${path} must be 1 or 0.`);
      return null;
  }
}

/** A positive number of minutes; `null` is absent. */
export function readMinutes(value: unknown, path: string, notes: Notes): number | null {
  if (isAbsent(value)) return null;
  let minutes = value;
  if (typeof value === 'string' && /^\s*\d+(\.\d+)?\s*$/.test(value)) {
    minutes = Number(value);
    notes.warn(path, 'string_as_number', `${path} is a string and was read as the number ${minutes}.`);
  }
  if (typeof minutes !== 'number' || !(minutes > 0) || minutes > MAX_MINUTES) {
    notes.issue(
      path,
      'invalid_value',
      `${path} must be a positive number of minutes, at most ${MAX_MINUTES}.`,
    );
    return null;
  }
  return minutes;
}

/** Ten years: longer than any session, short enough that deadlines stay within the store's range of dates. */
const MAX_MINUTES = 5_256_000;
