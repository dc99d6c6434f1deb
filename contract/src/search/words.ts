/**
 * Words, as the index, searches and highlights define them: Unicode letters, digits and marks, normalised (NFKC) and
 * case-folded.
 *
 * In scripts without spaces between words, every character is a word that is `joined` to the one before it, so that any
 * part of a run can be found.
 */
import { eachTextRun, isFollowing, SPACED, UNSPACED } from './text-runs.ts';

export type Word = {
  /** Normalised text. */
  text: string;
  /** Offsets in the original text. */
  start: number;
  end: number;
  /** Continues a run: nothing is between it and the previous word. */
  joined: boolean;
};

export function wordsIn(text: string): Word[] {
  const words: Word[] = [];
  eachTextRun(text, ({ start, end, kind }) => {
    if (kind !== SPACED && kind !== UNSPACED) return;
    const normal = normalise(text.slice(start, end), kind);
    // Where normalising changed the length, offsets are those of the whole run.
    const place =
      normal.length === end - start
        ? (from: number, to: number) => ({ start: start + from, end: start + to })
        : () => ({ start, end });
    eachTextRun(normal, (part) => {
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

/** End of a character of a run, including its marks. */
function characterEnd(run: string, start: number, end: number): number {
  for (let at = start; at < end; ) {
    const character = run.codePointAt(at) ?? 0;
    if (at > start && !isFollowing(character)) return at;
    at += character > 0xffff ? 2 : 1;
  }
  return end;
}

const BEYOND_ASCII = /[^\0-\x7f]/;
/** Invisible characters and enclosing marks. */
export const UNSEEN = /[\p{DI}\p{Me}]/u;
const ALL_UNSEEN = new RegExp(UNSEEN, 'gu');

export function isAsciiText(text: string): boolean {
  return !BEYOND_ASCII.test(text);
}

/** Normalised form of a run of letters. */
export function normalise(written: string, kind: number): string {
  if (isAsciiText(written)) return written.toLowerCase();
  const normal = written.normalize('NFKC').replace(ALL_UNSEEN, '');
  return kind === UNSPACED ? normal : foldCase(normal);
}

/**
 * Case folding by way of upper case, which unifies letters with several lower-case forms. The Turkish dotted and
 * dotless i are folded too: whoever searches for a city does not know in which language it was written.
 */
function foldCase(text: string): string {
  const folded = text.toLowerCase().toUpperCase().toLowerCase();
  return folded.replaceAll('ς', 'σ').replaceAll('i\u0307', 'i').normalize('NFKC');
}
