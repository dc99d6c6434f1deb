/** Matches of a search in a text, with the snippet around one of them. */
import type { Highlights, Snippet } from '@parley/contract';
import { cutText } from '../base/cut-text.ts';
import { type Word, wordsIn } from '../store/search/words.ts';
import { parseSearch, type Sought } from './search.ts';

/** Characters of a snippet before its match, and in all. */
const LEAD_LENGTH = 60;
const SNIPPET_LENGTH = 240;
/** Characters that are searched for a snippet: the first ones of an output, the last ones of an input. */
export const SEARCHED_LENGTH = 200_000;

export function highlights(q: string, inputText: string, outputText: string): Highlights {
  const search = parseSearch(q);
  // The current prompt is at the end of the input; its beginning is a system prompt that many share.
  return { input: snippet(search, inputText, -1), output: snippet(search, outputText, 0) };
}

/** The snippet around the first or last match; null when the text has none. */
function snippet(search: readonly Sought[], text: string, which: 0 | -1): Snippet | null {
  const from = which === -1 ? Math.max(0, text.length - SEARCHED_LENGTH) : 0;
  const words = wordsIn(text.slice(from, from + SEARCHED_LENGTH));
  const found = matches(search, words).map(([start, end]): [number, number] => [start + from, end + from]);
  const match = found.at(which);
  if (!match) return null;
  const reach = Math.max(0, match[0] - LEAD_LENGTH);
  const first = words.find((word) => word.start + from >= reach);
  const start = reach === 0 ? 0 : first ? first.start + from : match[0];
  const shown = cutText(text.slice(start), SNIPPET_LENGTH);
  const end = start + shown.length;
  const lead = start > 0 ? '…' : '';
  return {
    text: `${lead}${shown}${end < text.length ? '…' : ''}`,
    matches: found
      .filter(([from, to]) => from >= start && to <= end)
      .map(([from, to]): [number, number] => [from - start + lead.length, to - start + lead.length]),
  };
}

/** Ranges of matches in order; overlapping ones are merged. */
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
