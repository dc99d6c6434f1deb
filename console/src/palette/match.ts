/** How well something fits what somebody typed: every word has to occur in it, in any case and any order. */
export type Findable = { title: string; detail?: string | undefined; words?: string | undefined };

const normal = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Null: not at all. Where the title begins with it comes first, then where a word does, then the rest. */
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
  // What is called just so goes before what only begins so.
  return name === normal(typed).trim() ? score + 1 : score;
}

/** What fits, the best first. */
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
