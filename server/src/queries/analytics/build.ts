/** The SQL of one question: measures of the groups, over the whole range or by bucket. */
import { type Dimension, labelOf, type Measure, type PlainDimension, type QueryBody } from '@parley/contract';
import { type Period, previous, type Range } from '../../clocks/range.ts';
import type { OfTable, Wording } from '../../store/layout/wording.ts';
import type { QueryParams } from '../../store/query-params.ts';
import { INTERACTION_COLUMNS } from '../../store/rows/interaction-row.ts';
import type { Question } from '../../store/store.ts';
import { fieldSql } from '../field-sql.ts';
import { type Apps, conditions } from '../filters.ts';
import { fitting } from '../find-sessions.ts';
import { numberedInteractions } from '../session-turns.ts';
import { MEASURE_SQL, measureSql } from './measures.ts';
import { mergedFrom, stateOf } from './states.ts';
import { bucketSql, type Clock, clockOf, isClockDimension, TIME_DIMENSIONS, timeCondition } from './time.ts';

export type Asked = { sql: Question; params: QueryParams };

/** What a question is asked of, and how groups and measures are written over that. */
type Source = {
  /** Behind FROM. */
  from: string;
  where: readonly string[];
  time: string;
  groups: readonly string[];
  measure: (measure: Measure) => string;
};

/** The parameters that a range is in. */
type RangeNames = { from: string; to: string };
const RANGE: RangeNames = { from: 'from', to: 'to' };
const SHOWN: RangeNames = { from: 'shownFrom', to: 'shownTo' };

const NO_CLOCK: Clock = { changes: [], offsets: [] };

export const dimensionAlias = (index: number) => `dimension_${index}`;
export const sumAlias = (index: number) => `sum_${index}`;
export const measureAlias = (measure: Measure) => `measure_${measure}`;

export class QuestionBuilder {
  readonly #apps: Apps;
  readonly #isSmall: boolean;
  readonly #body: QueryBody;
  /** The range whose groups are shown; of an earlier period the same ones are. */
  readonly #shown: Range;
  readonly #orderBy: Measure | Dimension;
  readonly #clock: Clock;
  readonly #dimensions: readonly string[];

  constructor(apps: Apps, body: QueryBody, shown: Range, isSmall: boolean) {
    this.#apps = apps;
    this.#isSmall = isSmall;
    this.#body = body;
    this.#shown = shown;
    const from = body.compare ? previous(shown).from : shown.from;
    const byClock = body.dimensions.some(isClockDimension);
    this.#clock = byClock ? clockOf({ from, to: shown.to }, body.timezone) : NO_CLOCK;
    this.#dimensions = body.dimensions.map((dimension, i) =>
      isPlain(dimension) ? plainSql(dimension, this.#clock) : `labels[{${labelParam(i)}:String}]`,
    );
    // At least one measure is asked for.
    this.#orderBy = body.orderBy ?? body.measures[0] ?? 'interactions';
  }

  /** The rows of a period. Groups beyond the limit are one, or none. */
  rows(period: Period): Asked {
    return { sql: (wording) => this.#rows(period, wording), params: this.#params(period, this.#body.limit) };
  }

  /** What every group has in every bucket, as sums to be put together elsewhere; so many rows at most. */
  sums(period: Period, sums: readonly string[], most: number): Asked {
    const { starts } = period;
    const keys = [
      ...(starts ? [`${bucketSql(starts)} AS time`] : []),
      ...this.#dimensions.map((sql, i) => `${sql} AS ${dimensionAlias(i)}`),
    ];
    const by = [...(starts ? ['time'] : []), ...this.#dimensions.map((_, i) => dimensionAlias(i))];
    return {
      sql: `SELECT ${[...keys, ...sums.map((sql, i) => `${sql} AS ${sumAlias(i)}`)].join(', ')}
            FROM interactions
            WHERE ${this.#where(period, RANGE)}
            GROUP BY ${by.join(', ')}
            LIMIT {limit:UInt32}`,
      params: this.#params(period, most),
    };
  }

  /** The groups that are shown, in order; needed where the rows themselves cannot be put in that order. */
  groups(): Asked | null {
    const { dimensions, bucket, others, limit } = this.#body;
    if (dimensions.length === 0 || !(bucket || others)) return null;
    return { sql: (wording) => this.#top(wording), params: this.#params(this.#shown, limit) };
  }

  #rows(period: Period, wording: Wording): string {
    const { measures, others, order } = this.#body;
    const { starts } = period;
    const source = this.#source(period, RANGE, wording);
    const { groups } = source;
    const picks = groups.length > 0 && (starts !== undefined || others || period !== this.#shown);
    // Whether a row is of one of the first groups of the shown range.
    const top = picks ? `(${groups.join(', ')}) ${wording.in} (${this.#top(wording)})` : null;
    const keys = groups.map((sql, i) => {
      const shown = top && others ? `if(${top}, toNullable(${sql}), NULL)` : sql;
      return `${shown} AS ${dimensionAlias(i)}`;
    });
    const select = [
      ...(starts ? [`${source.time} AS time`] : []),
      ...keys,
      ...(top && others ? [`not(${top}) AS others`] : []),
      ...measures.map((measure) => `${source.measure(measure)} AS ${measureAlias(measure)}`),
    ];
    const by = [
      ...(starts ? ['time'] : []),
      ...groups.map((_, i) => dimensionAlias(i)),
      ...(top && others ? ['others'] : []),
    ];
    const where = [...source.where, ...(top && !others ? [top] : [])];
    const sorted = top
      ? ''
      : `ORDER BY ${this.#sortKey(source)} ${order} ${groups.map((_, i) => `, ${dimensionAlias(i)}`).join('')}`;
    return `SELECT ${select.join(', ')}
            FROM ${source.from}
            ${where.length > 0 ? `WHERE ${where.join(' AND ')}` : ''}
            ${by.length > 0 ? `GROUP BY ${by.join(', ')}` : ''}
            ${groups.length > 0 ? sorted : ''}
            ${groups.length > 0 && !top ? 'LIMIT {limit:UInt32}' : ''}`;
  }

  #top(wording: Wording): string {
    const source = this.#source(this.#shown, SHOWN, wording);
    const { from, where, groups } = source;
    return `SELECT ${groups.map((sql, i) => `${sql} AS ${dimensionAlias(i)}`).join(', ')}
            FROM ${from}
            ${where.length > 0 ? `WHERE ${where.join(' AND ')}` : ''}
            GROUP BY ${groups.map((_, i) => dimensionAlias(i)).join(', ')}
            ORDER BY ${this.#sortKey(source)} ${this.#body.order}${groups.map((_, i) => `, ${dimensionAlias(i)}`).join('')}
            LIMIT {limit:UInt32}`;
  }

  #sortKey({ groups, measure }: Source): string {
    const orderBy = this.#orderBy;
    if (isMeasure(orderBy)) return `ifNull(toFloat64(${measure(orderBy)}), -1)`;
    return groups.length === 0 ? '1' : dimensionAlias(this.#body.dimensions.indexOf(orderBy));
  }

  /** The interactions that fit, with the number of their session where a measure needs it. */
  #source(period: Period, names: RangeNames, wording: Wording): Source {
    const where = this.#where(period, names);
    const time = period.starts ? bucketSql(period.starts) : '';
    const plain = { time, groups: this.#dimensions, measure: measureSql };
    const needed = this.#needed();
    if (!needed.some((measure) => MEASURE_SQL[measure].sessions)) {
      return { ...plain, from: 'interactions', where: [where] };
    }
    const asked = [...needed.map(measureSql), ...this.#dimensions].join(' ');
    // The engine plans for every column that it is given, so it is given only those that are read.
    const columns = INTERACTION_COLUMNS.filter(
      (column) => column === 'requested_at' || mentions(asked, column),
    );
    const numbered = (interactions: string) =>
      numberedInteractions({
        interactions,
        apps: this.#apps,
        columns,
        where,
        fits: fitting(interactions, this.#body.filters, where),
        span: names,
        isSmall: this.#isSmall,
      });
    if (!wording.sharded) return { ...plain, from: wording.fromEach(numbered), where: [] };
    return this.#statesOf(numbered, plain, wording);
  }

  /** Sessions are numbered on each shard; what they come to there are states, which are put together here. */
  #statesOf(numbered: OfTable, { time, groups }: Pick<Source, 'time' | 'groups'>, wording: Wording): Source {
    const parts = [...new Set(this.#needed().flatMap((measure) => MEASURE_SQL[measure].parts))];
    const stateName = (part: string) => `state_${parts.indexOf(part)}`;
    const keys = [...(time ? ['bucket'] : []), ...groups.map((_, i) => `group_${i}`)];
    const select = [
      ...[...(time ? [time] : []), ...groups].map((sql, i) => `${sql} AS ${keys[i]}`),
      ...parts.map((part) => `${stateOf(part)} AS ${stateName(part)}`),
    ];
    return {
      from: wording.fromEach(
        (interactions) => `SELECT ${select.join(', ')} FROM (${numbered(interactions)})
          ${keys.length > 0 ? `GROUP BY ${keys.join(', ')}` : ''}`,
      ),
      where: [],
      time: 'bucket',
      groups: groups.map((_, i) => `group_${i}`),
      measure(measure) {
        const { parts, of } = MEASURE_SQL[measure];
        return of(parts.map((part) => mergedFrom(part, stateName(part))));
      },
    };
  }

  /** What is measured, and what the groups are sorted by. */
  #needed(): Measure[] {
    const orderBy = this.#orderBy;
    return [...this.#body.measures, ...(isMeasure(orderBy) ? [orderBy] : [])];
  }

  #where(range: Range, { from, to }: RangeNames): string {
    return `${conditions(this.#apps, this.#body.filters).where} AND ${timeCondition(range, from, to)}`;
  }

  #params({ from, to, starts = [] }: Period, limit: number): QueryParams {
    const fits = conditions(this.#apps, this.#body.filters);
    return {
      ...fits.params,
      from,
      to,
      shownFrom: this.#shown.from,
      shownTo: this.#shown.to,
      starts: starts.map((start) => start / 1000),
      ...this.#clock,
      ...Object.fromEntries(
        this.#body.dimensions.flatMap((dimension, i) => {
          const label = labelOf(dimension);
          return label === null ? [] : [[labelParam(i), label]];
        }),
      ),
      limit,
    };
  }
}

function plainSql(dimension: PlainDimension, clock: Clock): string {
  return isClockDimension(dimension) ? TIME_DIMENSIONS[dimension](clock) : `toString(${fieldSql(dimension)})`;
}

function mentions(sql: string, column: string): boolean {
  return new RegExp(`\\b${column}\\b`).test(sql);
}

function isPlain(dimension: Dimension): dimension is PlainDimension {
  return labelOf(dimension) === null;
}

function labelParam(index: number): string {
  return `dimensionLabel${index}`;
}

function isMeasure(name: Measure | Dimension): name is Measure {
  return Object.hasOwn(MEASURE_SQL, name);
}
