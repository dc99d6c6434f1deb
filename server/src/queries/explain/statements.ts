/**
 * The statements of an explanation. Each reads the rows of both periods once and sums them side by side.
 */
import { labelOf } from '@parley/contract';
import { chunkParams } from '../../store/chunk-params.ts';
import type { QueryParams } from '../../store/query-params.ts';
import type { BoundStatement } from '../analytics/statements.ts';
import { fieldSql } from '../field-sql.ts';
import { conditions } from '../filters.ts';
import type { ExplainPlan } from './plan.ts';
import type { Candidate } from './rank.ts';
import { at, type Both } from './sums.ts';

/** Candidates of each dimension, and of all dimensions together. */
export const PER_DIMENSION = 8;
export const MOST_CANDIDATES = 64;
/** The share of a dimension's calls that change less than what is typical for it. */
export const TYPICAL = 0.8;
/** Groups of interactions that the same candidates describe; what is beyond counts as described by none. */
export const MOST_ATOMS = 5_000;

const NOW = periodSql('nowFrom', 'nowTo');
const BEFORE = periodSql('beforeFrom', 'beforeTo');

export const nowAlias = (index: number) => `now_${index}`;
export const beforeAlias = (index: number) => `before_${index}`;
export const positionAlias = (index: number) => `at_${index}`;

/** The percentile in each period. */
export function percentilesStatement(plan: ExplainPlan): BoundStatement | null {
  const { quantile } = plan.told;
  if (!quantile) return null;
  const of = (when: string) => `quantileExactInclusiveIf({level:Float64})(${quantile.column}, ${when})`;
  return {
    sql: `SELECT ${of(NOW)} AS now, ${of(BEFORE)} AS before FROM interactions WHERE ${whereOf(plan)}`,
    params: { ...paramsOf(plan, 0), level: quantile.level },
  };
}

/** The sums of all interactions. */
export function totalsStatement(plan: ExplainPlan, threshold: number): BoundStatement {
  return {
    sql: `SELECT ${sumsOf(plan)} FROM interactions WHERE ${whereOf(plan)}`,
    params: paramsOf(plan, threshold),
  };
}

/**
 * The values of each dimension and label that may be a cause, those that moved most first, with how usual changes are
 * in the dimension.
 */
export function candidatesStatement(plan: ExplainPlan, threshold: number, whole: Both): BoundStatement {
  const { kind, sums, dimensions } = plan.told;
  const [v1, v0] = [nowAlias(sums.length - 1), beforeAlias(sums.length - 1)];
  const [n1, n0] = [nowAlias(sums.length - 2), beforeAlias(sums.length - 2)];
  const moved =
    kind === 'amount'
      ? `pow(${v1} - ${v0}, 2) / greatest(${v1} + ${v0}, 1e-12)`
      : // The part of the change of the rate that the group has in every way of dividing the rest.
        `abs(${v1} / {wholeNow:Float64} - ${v0} / {wholeBefore:Float64}
             - {rate:Float64} * (${n1} / {wholeNow:Float64} - ${n0} / {wholeBefore:Float64}))`;
  const relative = `abs(${v1} - ${v0}) / greatest(${v1} + ${v0}, 1e-12)`;
  return {
    sql: `SELECT dimension, value,
                 toFloat64(count() OVER (PARTITION BY dimension)) AS values,
                 quantileExactWeighted(${TYPICAL})(${relative}, toUInt64(least(${nowAlias(0)}, ${beforeAlias(0)})))
                   OVER (PARTITION BY dimension) AS typical
          FROM (
            SELECT arrayJoin(arrayConcat([${dimensions.map((name) => `('${name}', toString(${fieldSql(name)}))`).join(', ')}],
                     arrayMap((k, v) -> (concat('label.', k), v), mapKeys(labels), mapValues(labels))))
                     AS attribute,
                   attribute.1 AS dimension, attribute.2 AS value, ${sumsOf(plan)}
            FROM interactions WHERE ${whereOf(plan)}
            GROUP BY attribute
          )
          WHERE notEmpty(value) OR dimension = 'user'
          ORDER BY ${moved} DESC, dimension, value
          LIMIT ${PER_DIMENSION} BY dimension
          LIMIT ${MOST_CANDIDATES}`,
    params: {
      ...paramsOf(plan, threshold),
      wholeNow: at(whole.now, -2) || 1,
      wholeBefore: at(whole.before, -2) || 1,
      rate:
        (at(whole.now, -1) / (at(whole.now, -2) || 1) + at(whole.before, -1) / (at(whole.before, -2) || 1)) /
        2,
    },
  };
}

/** A key of the atoms: the candidates that its values point to, the first of them with 1. */
export type AtomKey = {
  sql: string;
  param: string;
  values: readonly string[];
  candidates: readonly number[];
};

/** One key for each dimension that has candidates, and one for all labels. */
export function atomKeys({ told }: ExplainPlan, candidates: readonly Candidate[]): AtomKey[] {
  const plain = told.dimensions.map((name) => ({
    sql: `indexOf({of_${name}:Array(String)}, toString(${fieldSql(name)}))`,
    param: `of_${name}`,
    ...listed(candidates, ({ dimension, value }) => (dimension === name ? value : null)),
  }));
  const labels = {
    sql: `arraySort(arrayFilter(at -> at > 0, arrayMap((k, v) -> indexOf({of_labels:Array(String)}, concat(k, '=', v)),
            mapKeys(labels), mapValues(labels))))`,
    param: 'of_labels',
    // Names of labels have no equals sign.
    ...listed(candidates, ({ dimension, value }) => {
      const label = labelOf(dimension);
      return label === null ? null : `${label}=${value}`;
    }),
  };
  return [...plain, labels].filter(({ values }) => values.length > 0);
}

/** The candidates that have a text, as many as fit into one parameter. */
function listed(candidates: readonly Candidate[], textOf: (candidate: Candidate) => string | null) {
  const all = candidates.flatMap((candidate, i) => {
    const text = textOf(candidate);
    return text === null ? [] : [{ text, i }];
  });
  const [fitting = []] = chunkParams(all, ({ text }) => text);
  return { values: fitting.map(({ text }) => text), candidates: fitting.map(({ i }) => i) };
}

/** The sums of interactions by the candidates that describe them. */
export function atomsStatement(
  plan: ExplainPlan,
  threshold: number,
  keys: readonly AtomKey[],
): BoundStatement {
  const by = keys.map((_, i) => positionAlias(i));
  return {
    sql: `SELECT ${[...keys.map(({ sql }, i) => `${sql} AS ${positionAlias(i)}`), sumsOf(plan)].join(', ')}
          FROM interactions WHERE ${whereOf(plan)}
          GROUP BY ${by.join(', ')}
          ORDER BY ${[`${nowAlias(0)} + ${beforeAlias(0)} DESC`, ...by].join(', ')}
          LIMIT ${MOST_ATOMS}`,
    params: {
      ...paramsOf(plan, threshold),
      ...Object.fromEntries(keys.map(({ param, values }) => [param, values])),
    },
  };
}

/** The aggregates of both periods. */
function sumsOf({ told: { sums } }: ExplainPlan): string {
  return sums
    .flatMap((sum, i) => [
      `toFloat64(${sum(NOW)}) AS ${nowAlias(i)}`,
      `toFloat64(${sum(BEFORE)}) AS ${beforeAlias(i)}`,
    ])
    .join(', ');
}

function periodSql(from: string, to: string): string {
  return `(requested_at >= fromUnixTimestamp64Milli({${from}:Int64}) AND requested_at < fromUnixTimestamp64Milli({${to}:Int64}))`;
}

function whereOf({ apps, body }: ExplainPlan): string {
  return `${conditions(apps, body.filters).where} AND (${NOW} OR ${BEFORE})`;
}

function paramsOf({ apps, body, now, before }: ExplainPlan, threshold: number): QueryParams {
  return {
    ...conditions(apps, body.filters).params,
    nowFrom: now.from,
    nowTo: now.to,
    beforeFrom: before.from,
    beforeTo: before.to,
    threshold,
  };
}
