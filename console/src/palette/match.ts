/** Scores an item against the typed words: each has to occur, in any case and order. */
export type Findable = { title: string; detail?: string | undefined; words?: string | undefined };

const normal = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * Null if it does not match. A prefix of the title scores highest, then a prefix of a word, then the rest.
 */
export function fit(typed: string, { title, detail = '', words = '' }: Findable): number | null {
  const name = normal(title);
  const rest = normal(`${detail} ${words}`);
  let score = 0;
  for (const word of normal(typed).split(/\s+/).filter(Boolean)) {
    const at = name.indexOf(word);
    if (at === 0) score += 4;
    else if (at > 0) score += /[^\p{L}\p{N}]/u.test(name[at - 1] ?? '') ? 3 : 2;
    else if (rest.includes(word)) score += 1;
    else return null;
  }
  // An exact title scores above a prefix.
  return name === normal(typed).trim() ? score + 1 : score;
}

/** The matching items, best first. */
export function best<T extends Findable>(typed: string, all: readonly T[], most = 8): T[] {
  if (typed.trim() === '') return all.slice(0, most);
  return all
    .flatMap((one) => {
      const score = fit(typed, one);
      return score === null ? [] : [{ one, score }];
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ one }) => one);
}
