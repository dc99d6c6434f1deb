/** Where the words of a search stand in a text, and the piece of it that is worth showing. */
import type { Highlights, Snippet } from '@parley/contract';
import { type Word, wordsIn } from '../store/search-text.ts';
import { parseSearch, type Search } from './search.ts';

/** Characters before the first match, and in all. */
const BEFORE = 60;
const LENGTH = 240;
/** Nobody reads further to find out why something was found. */
const LOOKED_AT = 200_000;

export function highlights(q: string, inputText: string, outputText: string): Highlights {
  const search = parseSearch(q);
  return { input: snippet(search, inputText), output: snippet(search, outputText) };
}

/** Null when nothing of the search occurs in the text. */
function snippet(search: Search, text: string): Snippet | null {
  const words = [...wordsIn(text.slice(0, LOOKED_AT))];
  const found = matches(search, words);
  const first = found[0];
  if (!first) return null;
  const reach = Math.max(0, first[0] - BEFORE);
  const start = reach === 0 ? 0 : (words.find((word) => word.start >= reach)?.start ?? first[0]);
  const end = characterEnd(text, Math.min(text.length, start + LENGTH));
  const lead = start > 0 ? '…' : '';
  return {
    text: `${lead}${text.slice(start, end)}${end < text.length ? '…' : ''}`,
    matches: found
      .filter(([from, to]) => from >= start && to <= end)
      .map(([from, to]): [number, number] => [from - start + lead.length, to - start + lead.length]),
  };
}

function matches({ words, phrases }: Search, all: readonly Word[]): [number, number][] {
  const wanted = new Set(words);
  for (const word of phrases.flat()) wanted.delete(word);
  const found = new Map<number, number>();
  for (const [i, word] of all.entries()) {
    if (wanted.has(word.text)) found.set(word.start, Math.max(word.end, found.get(word.start) ?? 0));
    for (const phrase of phrases) {
      const last = all[i + phrase.length - 1];
      if (last && phrase.every((part, k) => all[i + k]?.text === part)) found.set(word.start, last.end);
    }
  }
  return [...found];
}

/** Never between the two halves of a character. */
function characterEnd(text: string, end: number): number {
  return end < text.length && /[\ud800-\udbff]/.test(text.charAt(end - 1)) ? end - 1 : end;
}
