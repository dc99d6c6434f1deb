/** The SQL of one question: measures of the groups, over the whole range or by bucket. */
import type { Dimension, Measure, QueryBody } from '@parley/contract';
import type { QueryParams } from '../../store/store.ts';
import { type Apps, conditions } from '../filters.ts';
import { fitting } from '../find-sessions.ts';
import { numberedInteractions } from '../session-turns.ts';
import { USAGE_COLUMNS } from '../usage-sums.ts';
import { MEASURE_SQL } from './measures.ts';
import { type Period, previous, type Range } from './range.ts';
import { bucketSql, type Clock, clockOf, TIME_DIMENSIONS, timeCondition } from './time.ts';

export type Question = { sql: string; params: QueryParams };

const COLUMNS: Record<Dimension, string> = {
  app: 'app_id',
  format: 'format',
  type: 'type',
  model: 'model',
  outcome: 'outcome',
  finishReason: 'finish_reason',
  user: 'user_key',
  session: 'session',
  hourOfDay: '',
  dayOfWeek: '',
};

/** Everything that a measure or a dimension looks at. */
const COLUMNS_READ = [
  'app_id',
  'format',
  'type',
  'model',
  'outcome',
  'finish_reason',
  'user_key',
  'session',
  'latency_ms',
  'tool_calls',
  ...USAGE_COLUMNS,
];

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
    const byClock = body.dimensions.some((dimension) => dimension in TIME_DIMENSIONS);
    this.#clock = byClock ? clockOf({ from, to: shown.to }, body.timezone) : NO_CLOCK;
    this.#dimensions = body.dimensions.map(
      (dimension) => TIME_DIMENSIONS[dimension]?.(this.#clock) ?? `toString(${COLUMNS[dimension]})`,
    );
    // At least one measure is asked for.
    this.#orderBy = body.orderBy ?? body.measures[0] ?? 'interactions';
  }

  /** The rows of a period. Groups beyond the limit are one, or none. */
  rows(period: Period): Question {
    const { measures, others, order, limit } = this.#body;
    const { starts } = period;
    const groups = this.#dimensions;
    const picks = groups.length > 0 && (starts !== undefined || others || period !== this.#shown);
    // Whether a row is of one of the first groups of the shown range.
    const top = picks ? `(${groups.join(', ')}) IN (${this.#top()})` : null;
    const keys = groups.map((sql, i) => {
      const shown = top && others ? `if(${top}, toNullable(${sql}), NULL)` : sql;
      return `${shown} AS ${dimensionAlias(i)}`;
    });
    const select = [
      ...(starts ? [`${bucketSql(starts)} AS time`] : []),
      ...keys,
      ...(top && others ? [`not(${top}) AS others`] : []),
      ...measures.map((measure) => `${MEASURE_SQL[measure].sql} AS ${measureAlias(measure)}`),
    ];
    const by = [
      ...(starts ? ['time'] : []),
      ...groups.map((_, i) => dimensionAlias(i)),
      ...(top && others ? ['others'] : []),
    ];
    const where = top && !others ? `WHERE ${top}` : '';
    const sorted = top
      ? ''
      : `ORDER BY ${this.#sortKey(groups)} ${order} ${groups.map((_, i) => `, ${dimensionAlias(i)}`).join('')}`;
    return {
      sql: `SELECT ${select.join(', ')}
            FROM (${this.#source(period, 'from', 'to')}) ${where}
            ${by.length > 0 ? `GROUP BY ${by.join(', ')}` : ''}
            ${groups.length > 0 ? sorted : ''}
            ${groups.length > 0 && !top ? 'LIMIT {limit:UInt32}' : ''}`,
      params: this.#params(period, limit),
    };
  }

  /** What every group has in every bucket, as sums to be put together elsewhere; so many rows at most. */
  sums(period: Period, sums: readonly string[], most: number): Question {
    const { starts } = period;
    const keys = [
      ...(starts ? [`${bucketSql(starts)} AS time`] : []),
      ...this.#dimensions.map((sql, i) => `${sql} AS ${dimensionAlias(i)}`),
    ];
    const by = [...(starts ? ['time'] : []), ...this.#dimensions.map((_, i) => dimensionAlias(i))];
    return {
      sql: `SELECT ${[...keys, ...sums.map((sql, i) => `${sql} AS ${sumAlias(i)}`)].join(', ')}
            FROM (${this.#source(period, 'from', 'to')})
            GROUP BY ${by.join(', ')}
            LIMIT {limit:UInt32}`,
      params: this.#params(period, most),
    };
  }

  /** The groups that are shown, in order; needed where the rows themselves cannot be put in that order. */
  groups(): Question | null {
    const { dimensions, bucket, others, limit } = this.#body;
    if (dimensions.length === 0 || !(bucket || others)) return null;
    return { sql: this.#top(), params: this.#params(this.#shown, limit) };
  }

  #top(): string {
    const groups = this.#dimensions;
    return `SELECT ${groups.map((sql, i) => `${sql} AS ${dimensionAlias(i)}`).join(', ')}
            FROM (${this.#source(this.#shown, 'shownFrom', 'shownTo')})
            GROUP BY ${groups.map((_, i) => dimensionAlias(i)).join(', ')}
            ORDER BY ${this.#sortKey(groups)} ${this.#body.order}${groups.map((_, i) => `, ${dimensionAlias(i)}`).join('')}
            LIMIT {limit:UInt32}`;
  }

  #sortKey(groups: readonly string[]): string {
    const orderBy = this.#orderBy;
    if (isMeasure(orderBy)) return `ifNull(toFloat64(${MEASURE_SQL[orderBy].sql}), -1)`;
    return groups.length === 0 ? '1' : dimensionAlias(this.#body.dimensions.indexOf(orderBy));
  }

  /** The interactions that fit, with the number of their session where a measure needs it. */
  #source(range: Range, from: string, to: string): string {
    const { filters, measures } = this.#body;
    const fits = conditions(this.#apps, filters);
    const where = `${fits.where} AND ${timeCondition(range, from, to)}`;
    const orderBy = this.#orderBy;
    const needed = [...measures, ...(isMeasure(orderBy) ? [orderBy] : [])].map((name) => MEASURE_SQL[name]);
    const asked = [...needed.map(({ sql }) => sql), ...this.#dimensions].join(' ');
    // The engine thinks about every column, also about those that nobody asks for.
    const columns = ['requested_at', ...COLUMNS_READ.filter((column) => mentions(asked, column))];
    if (!needed.some(({ sessions }) => sessions)) {
      return `SELECT ${columns.join(', ')} FROM interactions WHERE ${where}`;
    }
    return numberedInteractions({
      apps: this.#apps,
      columns,
      where,
      fits: fitting(filters, where),
      span: { from, to },
      isSmall: this.#isSmall,
    });
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
      limit,
    };
  }
}

function mentions(sql: string, column: string): boolean {
  return new RegExp(`\\b${column}\\b`).test(sql);
}

function isMeasure(name: Measure | Dimension): name is Measure {
  return Object.hasOwn(MEASURE_SQL, name);
}
