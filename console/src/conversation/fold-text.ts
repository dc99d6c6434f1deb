/** Messages beyond LONG are folded to SHOWN, which is so much less that folding pays off. */
const LONG = { lines: 24, characters: 3000 };
const SHOWN = { lines: 18, characters: 2400 };

/** The beginning of a long text; null when it is short. */
export function beginningOf(text: string): string | null {
  if (text.length <= LONG.characters && lineEnd(text, LONG.lines) === text.length) return null;
  const cut = text.slice(0, Math.min(SHOWN.characters, lineEnd(text, SHOWN.lines)));
  // Does not split a surrogate pair.
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}

/** The index at which the nth line ends. */
function lineEnd(text: string, lines: number): number {
  let end = -1;
  for (let line = 0; line < lines; line++) {
    end = text.indexOf('\n', end + 1);
    if (end < 0) return text.length;
  }
  return end;
}
