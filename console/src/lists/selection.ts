/** A selection of rows, by key. Shift selects from the row that was selected last to another one. */
export type Selection = {
  keys: ReadonlySet<string>;
  /** Where a range begins; null if nothing was selected yet. */
  anchor: string | null;
  /** What was selected before the range, so that a shrinking range leaves nothing behind. */
  before: ReadonlySet<string>;
};

export const NOTHING: Selection = { keys: new Set(), anchor: null, before: new Set() };

export function toggled({ keys }: Selection, key: string): Selection {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return { keys: next, anchor: key, before: next };
}

/** Extends to `to`, from the last row that was selected, or else from `from`. */
export function extended(
  { anchor, before }: Selection,
  listed: readonly string[],
  from: string,
  to: string,
): Selection {
  // The row may have left the list.
  const start = anchor !== null && listed.includes(anchor) ? anchor : from;
  const ends = [listed.indexOf(start), listed.indexOf(to)].toSorted((a, b) => a - b);
  const [first = 0, last = 0] = ends;
  return { keys: new Set([...before, ...listed.slice(first, last + 1)]), anchor: start, before };
}
