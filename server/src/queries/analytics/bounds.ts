/**
 * Bounds of confidence intervals as SQL: where a figure would lie, in 95 of 100 cases, if the same traffic had come
 * again. Calls count as independent of each other.
 */

/** Aggregates, and an expression over them. */
export type Aggregated = { parts: readonly string[]; of: (parts: readonly string[]) => string };

type Bound = Aggregated & { empty: null };
type Side = 'low' | 'high';

/** The 97.5th percentile of the normal distribution. */
const Z = 1.959964;

/**
 * A bound of a percentile without assumptions about the distribution: the value at the rank that the binomial
 * distribution gives. Null where the values are too few to have that rank: 73 are needed for a 95th percentile.
 */
export function percentileBound(side: Side, column: string, level: number): Bound {
  return {
    parts: [`groupArray(${column})`],
    of([values]) {
      const n = `length(${values})`;
      const away = `${Z} * sqrt(${n} * ${level * (1 - level)})`;
      const rank = `toInt64(ceil(${n} * ${level} ${side === 'low' ? '-' : '+'} ${away}))`;
      return `if(${rank} BETWEEN 1 AND ${n}, toNullable(arraySort(${values})[${rank}]), NULL)`;
    },
    empty: null,
  };
}

/** A ratio of sums over calls: of `part` to `whole`, each of one call, null where unknown. */
export type Ratio = { part: string; whole: string; times?: number };

/** Fewer calls are too few for the normal approximation. */
const MIN_CALLS = 30;

/** A bound of a ratio of sums, by its linearised standard error; for a mean, whose `whole` is 1, that is the usual one. */
export function ratioBound(side: Side, { part, whole, times = 1 }: Ratio): Bound {
  // As floating point: squares of milliseconds and tokens outgrow integers.
  const product = (a: string, b: string) => `sum(toFloat64(${a}) * (${b}))`;
  return {
    parts: [
      `sum(${part})`,
      `sum(${whole})`,
      product(part, part),
      product(part, whole),
      product(whole, whole),
      `count(${whole})`,
    ],
    of([sum, all, squares, products, wholes, n]) {
      const ratio = `(${sum} / nullIf(${all}, 0))`;
      const residuals = `greatest(0, ${squares} - 2 * ${ratio} * ${products} + pow(${ratio}, 2) * ${wholes})`;
      const error = `sqrt(${residuals} * ${n} / (${n} - 1)) / ${all}`;
      const away = `${times * Z} * ${error}`;
      return `if(${n} < ${MIN_CALLS}, NULL, ${ratio} * ${times} ${side === 'low' ? '-' : '+'} ${away})`;
    },
    empty: null,
  };
}
