import {
  BETWEEN,
  eachTextRun,
  isAsciiText,
  isFollowing,
  normalise,
  SPACED,
  UNSPACED,
} from '@parley/contract';

/** Cap on the result: a few characters normalise to whole phrases. Factor of the length, plus a constant. */
const MAX_GROWTH_FACTOR = 4;
const EXTRA_LENGTH = 1000;

/**
 * A text from which the index (`search-text.ts`) reads the words of the given text; empty where the text itself will
 * do, as most do. Only what differs is changed, so that it compresses well next to the text.
 */
export function searchableText(text: string): string {
  if (isAsciiText(text)) return '';
  let changed = '';
  let upTo = 0;
  let last = { end: -1, isAscii: true };
  const change = (start: number, end: number, to: string) => {
    changed += text.slice(upTo, start) + to;
    upTo = end;
  };
  eachTextRun(text, ({ start, end, kind, isAscii }) => {
    if (kind === BETWEEN) {
      if (!isAscii && hasMarks(text, start, end)) change(start, end, ' ');
      return;
    }
    const follows = start === last.end;
    // The index cannot see where non-ASCII letters end and a run begins.
    if (kind === UNSPACED && follows && !last.isAscii) change(start, start, ' ');
    last = { end, isAscii };
    if (isAscii) return;
    const written = text.slice(start, end);
    const words = apart(normalise(written, kind));
    if (words !== smallAscii(written)) change(start, end, follows ? ` ${words}` : words);
  });
  if (upTo === 0) return '';
  return (changed + text.slice(upTo)).slice(0, MAX_GROWTH_FACTOR * text.length + EXTRA_LENGTH).toWellFormed();
}

/** Whether the span has marks, which belong to no word here. */
function hasMarks(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (isFollowing(text.codePointAt(at) ?? 0)) return true;
  return false;
}

/** The runs of letters of a normalised text, separated by spaces. */
function apart(normal: string): string {
  const words: string[] = [];
  eachTextRun(normal, ({ start, end, kind }) => {
    if (kind === SPACED || kind === UNSPACED) words.push(normal.slice(start, end));
  });
  return words.join(' ');
}

/** Lower-cases ASCII letters, as the index does. */
function smallAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
