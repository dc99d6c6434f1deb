/**
 * Bounds of confidence intervals: where a figure would lie, in 95 of 100 cases, if the same traffic had come again.
 * Calls count as independent of each other. The store returns what the bounds of a figure have in common, as one array;
 * the rest is computed here, since the engine needs longer to plan such formulas than to run them.
 */

/** Aggregates, and an expression over them. */
export type Aggregated = { parts: readonly string[]; of: (parts: readonly string[]) => string };

/** A measure that is read out of an array, which other measures share. */
export type Bound = Aggregated & {
  empty: null;
  /** The name of the array. */
  shared: string;
  read: (values: readonly (number | null)[]) => number | null;
};
type Side = 'low' | 'high';

/** The 97.5th percentile of the normal distribution. */
const Z = 1.959964;

const LEVELS = [0.5, 0.95, 0.99] as const;
type Level = (typeof LEVELS)[number];
const RANKS = LEVELS.flatMap((level) => [rankOf(level, 'low'), rankOf(level, 'high')]);

/** A rank among n values is `n * level + away * sqrt(n)`, rounded up: by the binomial distribution, as it is for many. */
function rankOf(level: Level, side: Side): { level: Level; side: Side; away: number } {
  return { level, side, away: (side === 'low' ? -Z : Z) * Math.sqrt(level * (1 - level)) };
}

/**
 * A bound of a percentile, without assumptions about the distribution: the value at a rank. Null where the values are
 * too few to have that rank: for the upper bound of a 95th percentile, 73 are needed.
 */
export function percentileBound(side: Side, column: string, level: Level): Bound {
  const place = RANKS.findIndex((rank) => rank.level === level && rank.side === side);
  return {
    parts: [`groupArray(${column})`],
    of([values]) {
      const [sorted, n] = [`sorted_${column}`, `count_${column}`];
      const rankSql = ({ level, away }: (typeof RANKS)[number]) =>
        `toFloat64(${sorted}[toInt64(ceil(${n} * ${level} + ${away} * sqrt(${n})))])`;
      const count = `toFloat64(length(arraySort(${values}) AS ${sorted}) AS ${n})`;
      return `[${[count, ...RANKS.map(rankSql)].join(', ')}]`;
    },
    empty: null,
    shared: `bounds_${column}`,
    read([n, ...values]) {
      const rank = RANKS[place];
      if (!n || !rank) return null;
      const at = Math.ceil(n * level + rank.away * Math.sqrt(n));
      return at >= 1 && at <= n ? (values[place] ?? null) : null;
    },
  };
}

/** A ratio of sums over the calls that have both: of `part` to `whole`. */
export type Ratio = { name: string; part: string; whole: string; when: string; times?: number };

/** Fewer calls are too few for the normal approximation. */
const MIN_CALLS = 30;

/** A bound of a ratio of sums, by its linearised standard error; for a mean, whose `whole` is 1, that is the usual one. */
export function ratioBound(side: Side, { name, part, whole, when, times = 1 }: Ratio): Bound {
  // As floating point: squares of milliseconds and tokens outgrow integers.
  const sum = (...factors: string[]) =>
    `sumIf(${factors.map((one) => `toFloat64(${one})`).join(' * ')}, ${when})`;
  return {
    parts: [sum(part), sum(whole), sum(part, part), sum(part, whole), sum(whole, whole), `countIf(${when})`],
    of: (parts) => `[${parts.map((one) => `toFloat64(${one})`).join(', ')}]`,
    empty: null,
    shared: `bounds_${name}`,
    read(values) {
      const [parts = 0, wholes = 0, squares = 0, products = 0, squaredWholes = 0, n = 0] = values.map(
        (one) => one ?? 0,
      );
      if (n < MIN_CALLS || wholes === 0) return null;
      const ratio = parts / wholes;
      const deviation = Math.max(0, squares - 2 * ratio * products + ratio ** 2 * squaredWholes);
      const error = Math.sqrt((deviation * n) / (n - 1)) / wholes;
      return times * (ratio + (side === 'low' ? -Z : Z) * error);
    },
  };
}
