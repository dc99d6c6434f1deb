/**
 * What a word is, for the index, for whoever searches and for what is marked in an answer: letters, digits
 * and their marks as Unicode has them, the same however they are written (NFKC) and whatever their case.
 *
 * Scripts that put no spaces between words are read character by character, each a word of its own that is
 * `joined` to the one before it: so that any part of a run of them can be found.
 */
import { eachStretch, isFollowing, SPACED, UNSPACED } from './text-runs.ts';

export type Word = {
  /** As it is compared. */
  text: string;
  /** Where it stands. */
  start: number;
  end: number;
  /** It goes on a run: nothing is between it and the word before it. */
  joined: boolean;
};

export function wordsIn(text: string): Word[] {
  const words: Word[] = [];
  eachStretch(text, ({ start, end, kind }) => {
    if (kind !== SPACED && kind !== UNSPACED) return;
    const normal = normalise(text.slice(start, end), kind);
    // Where a character became several, all that is known is the stretch it was in.
    const place =
      normal.length === end - start
        ? (from: number, to: number) => ({ start: start + from, end: start + to })
        : () => ({ start, end });
    eachStretch(normal, (part) => {
      if (part.kind === SPACED) {
        words.push({
          text: normal.slice(part.start, part.end),
          ...place(part.start, part.end),
          joined: false,
        });
      } else if (part.kind === UNSPACED) {
        for (let from = part.start, to = from; from < part.end; from = to) {
          to = characterEnd(normal, from, part.end);
          words.push({ text: normal.slice(from, to), ...place(from, to), joined: from > part.start });
        }
      }
    });
  });
  return words;
}

/** A character of a run ends behind its marks. */
function characterEnd(run: string, start: number, end: number): number {
  for (let at = start; at < end; ) {
    const character = run.codePointAt(at) ?? 0;
    if (at > start && !isFollowing(character)) return at;
    at += character > 0xffff ? 2 : 1;
  }
  return end;
}

const BEYOND_ASCII = /[^\0-\x7f]/;
/** Not seen themselves, or drawn around others. */
export const UNSEEN = /[\p{DI}\p{Me}]/u;
const ALL_UNSEEN = new RegExp(UNSEEN, 'gu');

export function isAsciiText(text: string): boolean {
  return !BEYOND_ASCII.test(text);
}

/** A stretch of letters as its words are compared. */
export function normalise(written: string, kind: number): string {
  if (isAsciiText(written)) return written.toLowerCase();
  const normal = written.normalize('NFKC').replace(ALL_UNSEEN, '');
  return kind === UNSPACED ? normal : foldCase(normal);
}

/**
 * By way of upper case, so that a letter with several lower cases is one. Turkish has an i of its own for
 * either case: whoever looks for a city does not know in which language it was written.
 */
function foldCase(text: string): string {
  const folded = text.toLowerCase().toUpperCase().toLowerCase();
  return folded.replaceAll('ς', 'σ').replaceAll('i\u0307', 'i').normalize('NFKC');
}
