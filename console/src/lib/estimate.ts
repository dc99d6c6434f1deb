/**
 * Differences beyond chance. Every figure comes with a confidence interval of 95 %; the intervals of two figures are
 * combined to one of their difference (MOVER: Zou and Donner, 2008), which for shares is Newcombe's method. A difference
 * counts if its interval of 99 % leaves zero out: pages show a hundred differences at a time.
 */
export type Interval = { low: number | null; high: number | null };
export type Estimate = Interval & {
  value: number | null;
  /** The number of calls behind the value. */
  n: number;
};

const Z_95 = 1.959964;
const Z_99 = 2.575829;
/** From the half of an interval of 95 % to that of 99 %. */
const STRETCH = Z_99 / Z_95;

export const NO_INTERVAL: Interval = { low: null, high: null };

/** Wilson's score interval of a share of n calls. */
export function shareInterval(share: number | null, n: number): Interval {
  if (share === null || n === 0) return NO_INTERVAL;
  const squared = Z_95 ** 2;
  const middle = (share + squared / (2 * n)) / (1 + squared / n);
  const half = (Z_95 * Math.sqrt((share * (1 - share)) / n + squared / (4 * n * n))) / (1 + squared / n);
  return { low: middle - half, high: middle + half };
}

/** Whether two figures differ beyond chance; false where too few calls are behind one of them to tell. */
export function differs(a: Estimate, b: Estimate): boolean {
  if (a.value === null || b.value === null || a.value === b.value) return false;
  const [higher, lower] = a.value > b.value ? [a, b] : [b, a];
  const below = halfOf(higher, 'low');
  const above = halfOf(lower, 'high');
  return below !== null && above !== null && Math.abs(a.value - b.value) > Math.hypot(below, above);
}

function halfOf({ value, ...interval }: Estimate, side: keyof Interval): number | null {
  const bound = interval[side];
  return value === null || bound === null ? null : STRETCH * Math.abs(value - bound);
}

/** The estimate that is better than every other beyond chance, if one is. */
export function bestOf<T extends Estimate>(estimates: readonly T[], better: 'less' | 'more'): T | null {
  const known = estimates.filter(({ value }) => value !== null);
  const [best, ...others] = known.toSorted(
    (a, b) => (better === 'less' ? 1 : -1) * ((a.value ?? 0) - (b.value ?? 0)),
  );
  return best && others.length > 0 && others.every((other) => differs(best, other)) ? best : null;
}

export type Rank = 'best' | 'worst';

/** The best estimate, and the worst of three or more, beyond chance: of two, the better one is enough. */
export function ranksOf<T extends Estimate>(
  estimates: readonly T[],
  better: 'less' | 'more' | undefined,
): ReadonlyMap<T, Rank> {
  if (better === undefined) return new Map();
  const worst = estimates.length > 2 ? bestOf(estimates, better === 'less' ? 'more' : 'less') : null;
  const best = bestOf(estimates, better);
  return new Map([...(worst ? [[worst, 'worst'] as const] : []), ...(best ? [[best, 'best'] as const] : [])]);
}
