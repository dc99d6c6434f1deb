/** How a query is answered: its periods, and what is summed in the store and folded here. */
import {
  type Dimension,
  isOneStatement,
  type QueryBody,
  type QueryMeasure,
  sameRows,
} from '@parley/contract';
import { ApiError } from '../../base/errors.ts';
import { type Period, previous, type Range, rangeOf } from '../../clocks/range.ts';
import type { Apps } from '../filters.ts';
import { bucketStarts } from './buckets.ts';
import { sumsOf } from './fold.ts';
import { definitionOf, isMeasure } from './measures.ts';
import { type Clock, clockOf, isClockDimension } from './time.ts';

export type Plan = {
  apps: Apps;
  body: QueryBody;
  /** The requested period; its first groups are shown, in the earlier period too. */
  shown: Period;
  /** The period that it is compared with, if any. */
  earlier: Period | undefined;
  orderBy: QueryMeasure | Dimension;
  /** What the clocks of the time zone show in both periods; empty unless a dimension needs it. */
  clock: Clock;
  /** The aggregates to fold here (`fold.ts`); null where the store groups and sorts. */
  sums: readonly string[] | null;
  /** Whether the store is so small that numbering all sessions is cheaper than narrowing them down first. */
  isSmall: boolean;
};

const MAX_BUCKETS = 2_000;
export const MAX_ROWS = 50_000;
/** Values of all rows together: an answer is in memory as a whole, in several forms. */
export const MAX_VALUES = 500_000;

const NO_CLOCK: Clock = { changes: [], offsets: [] };

export class InvalidQuery extends ApiError {
  constructor(path: string, message: string) {
    super('invalid_query', { issues: [{ path, code: 'invalid_combination', message }] });
  }
}

export function planQuery(apps: Apps, body: QueryBody, now: number, isSmall: boolean): Plan {
  const range = rangeOf(body, now);
  check(body, range);
  const [shown, earlier] = periodsOf(body, range);
  const byClock = body.dimensions.some(isClockDimension);
  return {
    apps,
    body,
    shown,
    earlier,
    orderBy: body.orderBy ?? body.measures.find(isSortable) ?? 'interactions',
    clock: byClock ? clockOf({ from: earlier?.from ?? shown.from, to: shown.to }, body.timezone) : NO_CLOCK,
    sums: foldedSums(body),
    isSmall,
  };
}

function foldedSums(body: QueryBody): readonly string[] | null {
  return body.dimensions.length > 0 && !isOneStatement(body) ? sumsOf(body) : null;
}

/**
 * What queries have in common that one pass over the rows can answer (`fetchTogether`): rows, buckets and groups, where
 * the store does not rank the groups; null for a query that needs a pass of its own.
 */
export function passOf(apps: Apps, body: QueryBody): string | null {
  return body.dimensions.length > 0 && foldedSums(body) === null ? null : sameRows(apps, body);
}

function check({ orderBy, measures, dimensions, others, names, compare }: QueryBody, range: Range): void {
  if (range.from >= range.to) throw new InvalidQuery('to', '`to` has to be later than `from`.');
  if (compare !== undefined && compare !== 'previous') {
    if (compare.from >= compare.to) throw new InvalidQuery('compare.to', '`to` has to be later than `from`.');
    if (compare.to > range.from)
      throw new InvalidQuery('compare.to', 'The period to compare with has to end before the range begins.');
  }
  if (orderBy !== undefined && ![...measures, ...dimensions].some((name) => name === orderBy)) {
    throw new InvalidQuery('orderBy', 'Order by one of the measures or dimensions that you ask for.');
  }
  if (orderBy !== undefined && !isSortable(orderBy)) {
    throw new InvalidQuery('orderBy', 'Order by the figure itself rather than by a bound of it.');
  }
  if (others && dimensions.length === 0) {
    throw new InvalidQuery('others', 'There are no others without a dimension to group by.');
  }
  if (names && !dimensions.includes('user')) {
    throw new InvalidQuery('names', 'There are no names of users without the dimension `user`.');
  }
}

/** Bounds come from the store as arrays (`bounds.ts`). */
function isSortable(name: QueryMeasure | Dimension): boolean {
  return !isMeasure(name) || definitionOf(name).read === undefined;
}

/** The requested period, and the earlier one where the query compares. */
function periodsOf(body: QueryBody, range: Range): [Period, Period?] {
  const { bucket, compare, dimensions, limit, measures, timezone } = body;
  const earlier = compare === 'previous' ? previous(range) : compare;
  if (bucket === undefined) return earlier ? [range, earlier] : [range];
  const starts = bucketStarts(range, bucket, timezone, MAX_BUCKETS);
  const startsBefore = earlier ? bucketStarts(earlier, bucket, timezone, MAX_BUCKETS) : [];
  const count = (starts?.length ?? MAX_BUCKETS) + (startsBefore?.length ?? MAX_BUCKETS);
  if (!starts || !startsBefore || count > MAX_BUCKETS) {
    throw new InvalidQuery(
      'bucket',
      `The range has more than ${MAX_BUCKETS} buckets: take a larger bucket or a shorter range.`,
    );
  }
  if (dimensions.length > 0 && count * limit > MAX_ROWS) {
    throw new InvalidQuery(
      'limit',
      `${count} buckets of ${limit} groups are more than ${MAX_ROWS} rows: lower the limit, take a larger bucket or a shorter range.`,
    );
  }
  const columns = 1 + dimensions.length + measures.length;
  if (dimensions.length > 0 && count * limit * columns > MAX_VALUES) {
    throw new InvalidQuery(
      'limit',
      `${count} buckets of ${limit} groups with ${columns} columns are more than ${MAX_VALUES} values: ask for fewer measures, lower the limit, take a larger bucket or a shorter range.`,
    );
  }
  const shown = { ...range, starts };
  return earlier ? [shown, { ...earlier, starts: startsBefore }] : [shown];
}
