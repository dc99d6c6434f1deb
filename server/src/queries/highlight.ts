/** Where the words of a search stand in a text, and the piece of it that is worth showing. */
import type { Highlights, Snippet } from '@parley/contract';
import { cutText } from '../store/cut-text.ts';
import { type Word, wordsIn } from '../store/words.ts';
import { parseSearch, type Sought } from './search.ts';

/** Characters before the first match, and in all. */
const BEFORE = 60;
const LENGTH = 240;
/** Nobody reads further to find out why something was found. */
export const LOOKED_AT = 200_000;

export function highlights(q: string, inputText: string, outputText: string): Highlights {
  const search = parseSearch(q);
  return { input: snippet(search, inputText), output: snippet(search, outputText) };
}

/** Null when nothing of the search occurs in the text. */
function snippet(search: readonly Sought[], text: string): Snippet | null {
  const words = wordsIn(text.slice(0, LOOKED_AT));
  const found = matches(search, words);
  const first = found[0];
  if (!first) return null;
  const reach = Math.max(0, first[0] - BEFORE);
  const start = reach === 0 ? 0 : (words.find((word) => word.start >= reach)?.start ?? first[0]);
  const shown = cutText(text.slice(start), LENGTH);
  const end = start + shown.length;
  const lead = start > 0 ? '…' : '';
  return {
    text: `${lead}${shown}${end < text.length ? '…' : ''}`,
    matches: found
      .filter(([from, to]) => from >= start && to <= end)
      .map(([from, to]): [number, number] => [from - start + lead.length, to - start + lead.length]),
  };
}

/** In order; where one match reaches into the next, both are one. */
function matches(search: readonly Sought[], all: readonly Word[]): [number, number][] {
  const wanted = Map.groupBy(
    search.map((sought) => sought.flat()),
    ([first = '']) => first,
  );
  const found: [number, number][] = [];
  for (const [i, { text, start }] of all.entries()) {
    for (const words of wanted.get(text) ?? []) {
      const last = all[i + words.length - 1];
      if (!last || !words.every((word, k) => all[i + k]?.text === word)) continue;
      const before = found.at(-1);
      if (before && start < before[1]) before[1] = Math.max(before[1], last.end);
      else found.push([start, last.end]);
    }
  }
  return found;
}
