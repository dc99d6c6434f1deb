/** Where the words of a search stand in a text, and the piece of it that is worth showing. */
import type { Highlights, Snippet } from '@parley/contract';
import { cutText } from '../base/cut-text.ts';
import { type Word, wordsIn } from '../store/search/words.ts';
import { parseSearch, type Sought } from './search.ts';

/** Characters before the match that is shown, and in all. */
const BEFORE = 60;
const LENGTH = 240;
/** Nobody reads further to find out why something was found: from the beginning of an output, and from the end of an input. */
export const LOOKED_AT = 200_000;

export function highlights(q: string, inputText: string, outputText: string): Highlights {
  const search = parseSearch(q);
  // What was asked last is at the end of the input; at its beginning is a prompt that many have in common.
  return { input: snippet(search, inputText, -1), output: snippet(search, outputText, 0) };
}

/** Around the first match, or the last one; null when nothing of the search occurs in the text. */
function snippet(search: readonly Sought[], text: string, which: 0 | -1): Snippet | null {
  const from = which === -1 ? Math.max(0, text.length - LOOKED_AT) : 0;
  const words = wordsIn(text.slice(from, from + LOOKED_AT));
  const found = matches(search, words).map(([start, end]): [number, number] => [start + from, end + from]);
  const match = found.at(which);
  if (!match) return null;
  const reach = Math.max(0, match[0] - BEFORE);
  const first = words.find((word) => word.start + from >= reach);
  const start = reach === 0 ? 0 : first ? first.start + from : match[0];
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
