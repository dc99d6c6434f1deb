/** The words of a search, and where a text has them. */
import { type Word, wordsIn } from './words.ts';

/** Consecutive words; the characters of a run without spaces form one inner list. */
export type Sought = readonly (readonly string[])[];

/**
 * Terms of a search, all of which must occur, in any order: words, runs of characters without spaces, and phrases
 * in double quotes, taken literally.
 */
export function parseSearch(text: string): Sought[] {
  return [...text.matchAll(/"([^"]*)"?|([^"]+)/g)].flatMap(([, quoted, plain]) => {
    const runs = runsIn(quoted ?? plain ?? '');
    if (quoted === undefined) return runs.map((run) => [run]);
    return runs.length > 0 ? [runs] : [];
  });
}

/** Runs of characters without spaces; a word is a run of one. */
function runsIn(text: string): string[][] {
  const runs: string[][] = [];
  for (const word of wordsIn(text)) {
    if (word.joined) runs.at(-1)?.push(word.text);
    else runs.push([word.text]);
  }
  return runs;
}

/** Ranges of a text's words that a search asks for, in order; overlapping ones are merged. */
export function matchesIn(search: readonly Sought[], all: readonly Word[]): [start: number, end: number][] {
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
