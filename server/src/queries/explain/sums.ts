/**
 * Sums of some interactions in the two periods. The first is always the number of calls. Of an amount, the last is
 * the amount, and each is a factor times the one before it: calls, tokens, cost. Of a rate, the last two are what
 * is divided: calls, counted calls, failed calls.
 */
export type Sums = readonly number[];

export type Both = { now: Sums; before: Sums };

/** An amount is a sum over calls; a rate is a share of calls or a mean. */
export type Kind = 'amount' | 'rate';

/** Interactions that the same candidates describe; `of` has the positions of these, in order. */
export type Atom = Both & { of: readonly number[] };

export function addAll(all: readonly Both[], length: number): Both {
  const now = new Array<number>(length).fill(0);
  const before = new Array<number>(length).fill(0);
  for (const one of all) {
    for (let i = 0; i < length; i++) {
      now[i] = (now[i] ?? 0) + at(one.now, i);
      before[i] = (before[i] ?? 0) + at(one.before, i);
    }
  }
  return { now, before };
}

/** Counts from the end with negative positions. */
export function at(sums: Sums, position: number): number {
  return sums.at(position) ?? 0;
}

/** What is measured: the amount, or the rate; null where nothing is. */
export function measured(kind: Kind, sums: Sums): number | null {
  if (kind === 'amount') return at(sums, -1);
  return at(sums, -2) === 0 ? null : at(sums, -1) / at(sums, -2);
}
