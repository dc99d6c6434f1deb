/** The statements of a plan: measures of groups, over a whole period or by bucket. */
import {
  type Dimension,
  labelOf,
  type PlainDimension,
  type QueryBody,
  type QueryMeasure,
  scoreMeasureOf,
  scoreOf,
} from '@parley/contract';
import type { Period, Range } from '../../clocks/range.ts';
import { bySharding, each, type Fragment, IN, join, type Statement, sql } from '../../store/layout/sql.ts';
import type { QueryParams } from '../../store/query-params.ts';
import { INTERACTION_COLUMNS } from '../../store/rows/interaction-row.ts';
import { fieldSql } from '../field-sql.ts';
import { conditions } from '../filters.ts';
import { fitting } from '../find-sessions.ts';
import { scoreDimension, scoreParams } from '../score-sql.ts';
import { numberedInteractions } from '../session-turns.ts';
import { definitionOf, isMeasure, measureSql } from './measures.ts';
import type { Plan } from './plan.ts';
import { mergedFrom, stateOf } from './states.ts';
import { bucketSql, type Clock, isClockDimension, TIME_DIMENSIONS, timeCondition } from './time.ts';

export type BoundStatement = { sql: Statement; params: QueryParams };

/** What a statement reads, and how groups and measures are written over that. */
type Source = {
  /** A table expression, behind FROM. */
  from: Statement;
  where: readonly string[];
  time: string;
  groups: readonly string[];
  measure: (measure: QueryMeasure) => string;
};

/** The names of the parameters that hold a range. */
type RangeNames = { from: string; to: string };
const RANGE: RangeNames = { from: 'from', to: 'to' };
const SHOWN: RangeNames = { from: 'shownFrom', to: 'shownTo' };

export const dimensionAlias = (index: number) => `dimension_${index}`;
export const sumAlias = (index: number) => `sum_${index}`;
export const measureAlias = (measure: QueryMeasure) =>
  definitionOf(measure).shared ??
  `measure_${measure.replace(/[^A-Za-z0-9]/g, (other) => `_${other.charCodeAt(0)}_`)}`;

/** The rows of a period. Groups beyond the limit are one, or none. */
export function rowsStatement(plan: Plan, period: Period): BoundStatement {
  return {
    sql: forSource(plan, (sharded) => rowsSql(plan, period, sharded)),
    params: paramsOf(plan, period, plan.body.limit),
  };
}

/** The shown groups in order; null where the rows themselves come in that order. */
export function groupsStatement(plan: Plan): BoundStatement | null {
  const { dimensions, bucket, others, limit } = plan.body;
  if (dimensions.length === 0 || !(bucket || others)) return null;
  return {
    sql: forSource(plan, (sharded) => topGroupsSql(plan, sharded)),
    params: paramsOf(plan, plan.shown, limit),
  };
}

/** The sums of every group in every bucket, to be folded here; at most `limit` rows. */
export function sumsStatement(
  plan: Plan,
  period: Period,
  sums: readonly string[],
  limit: number,
): BoundStatement {
  const { starts } = period;
  const dimensions = dimensionsOf(plan);
  const keys = [
    ...(starts ? [`${bucketSql(starts)} AS time`] : []),
    ...dimensions.map((dimension, i) => `${dimension} AS ${dimensionAlias(i)}`),
  ];
  const by = [...(starts ? ['time'] : []), ...dimensions.map((_, i) => dimensionAlias(i))];
  return {
    sql: `SELECT ${[...keys, ...sums.map((sum, i) => `${sum} AS ${sumAlias(i)}`)].join(', ')}
          FROM interactions
          WHERE ${whereOf(plan, period, RANGE)}
          GROUP BY ${by.join(', ')}
          LIMIT {limit:UInt32}`,
    params: paramsOf(plan, period, limit),
  };
}

function rowsSql(plan: Plan, period: Period, sharded: boolean): Fragment {
  const { measures, others, order } = plan.body;
  const { starts } = period;
  const source = sourceOf(plan, period, RANGE, sharded);
  const { groups } = source;
  const picks = groups.length > 0 && (starts !== undefined || others || period !== plan.shown);
  // Whether a row is of one of the first groups of the shown period.
  const top = picks ? sql`(${groups.join(', ')}) ${IN} (${topGroupsSql(plan, sharded)})` : null;
  const keys = groups.map((group, i) => {
    const shown = top && others ? sql`if(${top}, toNullable(${group}), NULL)` : group;
    return sql`${shown} AS ${dimensionAlias(i)}`;
  });
  const select = [
    ...(starts ? [`${source.time} AS time`] : []),
    ...keys,
    ...(top && others ? [sql`not(${top}) AS others`] : []),
    ...new Set(measures.map((measure) => `${source.measure(measure)} AS ${measureAlias(measure)}`)),
  ];
  const by = [
    ...(starts ? ['time'] : []),
    ...groups.map((_, i) => dimensionAlias(i)),
    ...(top && others ? ['others'] : []),
  ];
  const where = [...source.where, ...(top && !others ? [top] : [])];
  const sorted = groups.length > 0 && !top;
  return sql`SELECT ${join(select, ', ')}
             FROM ${source.from}
             ${where.length > 0 ? sql`WHERE ${join(where, ' AND ')}` : ''}
             ${by.length > 0 ? `GROUP BY ${by.join(', ')}` : ''}
             ${sorted ? `ORDER BY ${sortKey(plan, source)} ${order} ${thenByGroups(groups)}` : ''}
             ${sorted ? 'LIMIT {limit:UInt32}' : ''}`;
}

function topGroupsSql(plan: Plan, sharded: boolean): Fragment {
  const source = sourceOf(plan, plan.shown, SHOWN, sharded);
  const { from, where, groups } = source;
  return sql`SELECT ${groups.map((group, i) => `${group} AS ${dimensionAlias(i)}`).join(', ')}
             FROM ${from}
             ${where.length > 0 ? `WHERE ${where.join(' AND ')}` : ''}
             GROUP BY ${groups.map((_, i) => dimensionAlias(i)).join(', ')}
             ORDER BY ${sortKey(plan, source)} ${plan.body.order}${thenByGroups(groups)}
             LIMIT {limit:UInt32}`;
}

function sortKey({ orderBy, body }: Plan, { groups, measure }: Source): string {
  if (isMeasure(orderBy)) return `ifNull(toFloat64(${measure(orderBy)}), -1)`;
  return groups.length === 0 ? '1' : dimensionAlias(body.dimensions.indexOf(orderBy));
}

function thenByGroups(groups: readonly string[]): string {
  return groups.map((_, i) => `, ${dimensionAlias(i)}`).join('');
}

/** Only sessions read differently on shards: they are numbered on each of them. */
function forSource(plan: Plan, write: (sharded: boolean) => Fragment): Fragment {
  return needsSessions(plan) ? bySharding(write(true), write(false)) : write(false);
}

/** The interactions that match, with the number of their session where a measure needs it. */
function sourceOf(plan: Plan, period: Period, names: RangeNames, sharded: boolean): Source {
  const { apps, body, isSmall } = plan;
  const where = whereOf(plan, period, names);
  const time = period.starts ? bucketSql(period.starts) : '';
  const groups = dimensionsOf(plan);
  if (!needsSessions(plan)) {
    return { from: 'interactions', where: [where], time, groups, measure: measureSql };
  }
  const read = [...measuresOf(plan).map(measureSql), ...groups].join(' ');
  // Planning costs the engine time for every column, used or not.
  const columns = INTERACTION_COLUMNS.filter((column) => column === 'requested_at' || mentions(read, column));
  const fits = fitting(body.filters, where);
  const numbered = numberedInteractions({ apps, columns, where, fits, span: names, isSmall });
  if (sharded) return mergedStates(plan, numbered, time, groups);
  return { from: each(numbered), where: [], time, groups, measure: measureSql };
}

/** Each shard aggregates its sessions to states, which are merged here. */
function mergedStates(plan: Plan, numbered: Fragment, time: string, groups: readonly string[]): Source {
  const parts = [...new Set(measuresOf(plan).flatMap((measure) => definitionOf(measure).parts))];
  const stateName = (part: string) => `state_${parts.indexOf(part)}`;
  const keys = [...(time ? ['bucket'] : []), ...groups.map((_, i) => `group_${i}`)];
  const select = [
    ...[...(time ? [time] : []), ...groups].map((key, i) => `${key} AS ${keys[i]}`),
    ...parts.map((part) => `${stateOf(part)} AS ${stateName(part)}`),
  ];
  return {
    from: each(
      sql`SELECT ${select.join(', ')} FROM (${numbered})
          ${keys.length > 0 ? `GROUP BY ${keys.join(', ')}` : ''}`,
    ),
    where: [],
    time: 'bucket',
    groups: groups.map((_, i) => `group_${i}`),
    measure(measure) {
      const { parts, of } = definitionOf(measure);
      return of(parts.map((part) => mergedFrom(part, stateName(part))));
    },
  };
}

/** The requested measures, and the one that groups are sorted by. */
function measuresOf({ body, orderBy }: Plan): QueryMeasure[] {
  return [...body.measures, ...(isMeasure(orderBy) ? [orderBy] : [])];
}

function needsSessions(plan: Plan): boolean {
  return measuresOf(plan).some((measure) => definitionOf(measure).sessions);
}

function dimensionsOf({ body, clock }: Plan): string[] {
  return body.dimensions.map((dimension, i) => {
    const score = scoreOf(dimension);
    if (score !== null) return scoreDimension(score);
    return isPlain(dimension) ? plainSql(dimension, clock) : `labels[{${labelParam(i)}:String}]`;
  });
}

function plainSql(dimension: PlainDimension, clock: Clock): string {
  return isClockDimension(dimension) ? TIME_DIMENSIONS[dimension](clock) : `toString(${fieldSql(dimension)})`;
}

function whereOf({ apps, body }: Plan, range: Range, { from, to }: RangeNames): string {
  return `${conditions(apps, body.filters).where} AND ${timeCondition(range, from, to)}`;
}

function paramsOf({ apps, body, shown, clock }: Plan, period: Period, limit: number): QueryParams {
  const { from, to, starts = [] } = period;
  return {
    ...conditions(apps, body.filters).params,
    from,
    to,
    shownFrom: shown.from,
    shownTo: shown.to,
    starts: starts.map((start) => start / 1000),
    ...clock,
    ...scoreParams(apps, scoresOf(body)),
    ...Object.fromEntries(
      body.dimensions.flatMap((dimension, i) => {
        const label = labelOf(dimension);
        return label === null ? [] : [[labelParam(i), label]];
      }),
    ),
    limit,
  };
}

/** The names of the scores that are measured or grouped by. */
function scoresOf({ measures, dimensions }: QueryBody): string[] {
  const names = [
    ...measures.map((measure) => scoreMeasureOf(measure)?.name ?? null),
    ...dimensions.map((dimension) => scoreOf(dimension)),
  ];
  return [...new Set(names.filter((name) => name !== null))];
}

function mentions(sql: string, column: string): boolean {
  return new RegExp(`\\b${column}\\b`).test(sql);
}

function isPlain(dimension: Dimension): dimension is PlainDimension {
  return labelOf(dimension) === null && scoreOf(dimension) === null;
}

function labelParam(index: number): string {
  return `dimensionLabel${index}`;
}
