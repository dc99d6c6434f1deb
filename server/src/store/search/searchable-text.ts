import { BETWEEN, eachStretch, isFollowing, SPACED, UNSPACED } from './text-runs.ts';
import { isAsciiText, normalise } from './words.ts';

/** Some characters stand for whole sentences: of a text of nothing else, not all is searched. */
const MOST_GROWTH = 4;
const ANY_GROWTH = 1000;

/**
 * A text such that the words which the index reads from it (`search-text.ts`) are those of the given one;
 * nothing where the text itself is such a text, as most are. Only what differs is changed, so that next to
 * the text it takes little room.
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
  eachStretch(text, ({ start, end, kind, isAscii }) => {
    if (kind === BETWEEN) {
      if (!isAscii && hasMarks(text, start, end)) change(start, end, ' ');
      return;
    }
    const follows = start === last.end;
    // Of letters that are not ASCII, the index cannot tell where they end and a run begins.
    if (kind === UNSPACED && follows && !last.isAscii) change(start, start, ' ');
    last = { end, isAscii };
    if (isAscii) return;
    const written = text.slice(start, end);
    const words = apart(normalise(written, kind));
    if (words !== smallAscii(written)) change(start, end, follows ? ` ${words}` : words);
  });
  if (upTo === 0) return '';
  return (changed + text.slice(upTo)).slice(0, MOST_GROWTH * text.length + ANY_GROWTH).toWellFormed();
}

/** Marks that follow no letter are no word's. */
function hasMarks(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (isFollowing(text.codePointAt(at) ?? 0)) return true;
  return false;
}

/** The stretches of letters in what is normal, which may have become several. */
function apart(normal: string): string {
  const words: string[] = [];
  eachStretch(normal, ({ start, end, kind }) => {
    if (kind === SPACED || kind === UNSPACED) words.push(normal.slice(start, end));
  });
  return words.join(' ');
}

/** The index does this by itself. */
function smallAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
