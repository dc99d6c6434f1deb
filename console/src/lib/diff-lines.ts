/** Two texts line by line, with the words that differ. */
import { compareLists } from './compare-lists.ts';

/** A piece of a line. */
export type Piece = { text: string; changed: boolean };

/** A line of both texts, or a line of each; null where only the other text has one. */
export type DiffRow =
  | { same: true; text: string }
  | { same: false; before: readonly Piece[] | null; after: readonly Piece[] | null };

/** Words by words of two lines, beyond which the lines are not compared word by word: that takes a millisecond. */
const MAX_COMPARISONS = 250_000;
/** Share of a line that has to be the same for its differences to be worth marking. */
const ALIKE = 0.3;

export function diffLines(before: string, after: string): DiffRow[] {
  const rows: DiffRow[] = [];
  let [removed, added]: [string[], string[]] = [[], []];
  const settle = () => {
    for (let i = 0; i < Math.max(removed.length, added.length); i++) rows.push(rowOf(removed[i], added[i]));
    [removed, added] = [[], []];
  };
  for (const { kind, item } of compareLists(linesOf(before), linesOf(after), (line) => line)) {
    if (kind === 'removed') removed.push(item);
    else if (kind === 'added') added.push(item);
    else {
      settle();
      rows.push({ same: true, text: item });
    }
  }
  settle();
  return rows;
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.split('\n');
}

function rowOf(before: string | undefined, after: string | undefined): DiffRow {
  if (before === undefined || after === undefined) {
    return { same: false, before: wholly(before), after: wholly(after) };
  }
  const [old, now] = [wordsOf(before), wordsOf(after)];
  const compared = old.length * now.length > MAX_COMPARISONS ? [] : compareLists(old, now, (word) => word);
  const shared = compared.reduce(
    (sum, { kind, item }) => sum + (kind === 'same' ? item.trim().length : 0),
    0,
  );
  if (shared < ALIKE * Math.max(before.length, after.length)) {
    return { same: false, before: wholly(before), after: wholly(after) };
  }
  const side = (own: 'removed' | 'added') =>
    joined(
      compared.flatMap(({ kind, item }) =>
        kind === 'same' || kind === own ? { text: item, changed: kind === own } : [],
      ),
    );
  return { same: false, before: side('removed'), after: side('added') };
}

function wholly(line: string | undefined): Piece[] | null {
  return line === undefined ? null : [{ text: line, changed: true }];
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Words, and what is between them. */
function wordsOf(line: string): string[] {
  return Array.from(segmenter.segment(line), ({ segment }) => segment);
}

/** Pieces of the same kind become one. */
function joined(pieces: readonly Piece[]): Piece[] {
  const all: Piece[] = [];
  for (const piece of pieces) {
    const last = all.at(-1);
    if (last?.changed === piece.changed) last.text += piece.text;
    else all.push({ ...piece });
  }
  return all;
}
