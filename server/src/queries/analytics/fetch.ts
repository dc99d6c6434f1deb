/** The rows of a plan, out of as few statements as it takes. */
import type { QueryBody, QueryMeasure } from '@parley/contract';
import { z } from 'zod';
import type { Period } from '../../clocks/range.ts';
import type { Store } from '../../store/store.ts';
import { fold, groupKey, type Row, type Value } from './fold.ts';
import { definitionOf } from './measures.ts';
import { MAX_ROWS, MAX_VALUES, type Plan } from './plan.ts';
import {
  type BoundStatement,
  dimensionAlias,
  groupsStatement,
  measureAlias,
  rowsStatement,
  sumAlias,
  sumsStatement,
} from './statements.ts';

/** The rows of the shown period and of the earlier one, and the keys of the groups in order. */
export type Found = { order: readonly string[]; rows: Row[]; before: Row[] };

const Scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const RawRow = z.record(z.string(), z.union([Scalar, z.array(z.number().nullable())]));
type RawRow = z.infer<typeof RawRow>;
type RawValue = RawRow[string] | undefined;

/** A plan with what was found for it. */
export type Fetched = { plan: Plan; found: Found };

/**
 * The rows of several plans out of one pass over the interactions. The plans differ only in their measures and in the
 * groups that they show (`passOf`).
 */
export async function fetchTogether(store: Store, plans: readonly [Plan, ...Plan[]]): Promise<Fetched[]> {
  const [first] = plans;
  if (first.sums) {
    const folded = await foldedRows(store, plans);
    return folded ?? Promise.all(plans.map(async (plan) => ({ plan, found: await storedRows(store, plan) })));
  }
  const measures = [...new Set(plans.flatMap(({ body }) => body.measures))];
  const all = await storedRows(store, { ...first, body: { ...first.body, measures } });
  return plans.map((plan) => ({
    plan,
    found: { ...all, rows: only(plan.body, all.rows), before: only(plan.body, all.before) },
  }));
}

/** Rows with the measures of one query alone. */
function only({ dimensions, measures }: QueryBody, rows: readonly Row[]): Row[] {
  const names = [...dimensions, ...measures];
  return rows.map(({ values, ...row }) => ({
    ...row,
    values: Object.fromEntries(names.map((name) => [name, values[name] ?? null])),
  }));
}

/** Grouped and sorted by the store. */
async function storedRows(store: Store, plan: Plan): Promise<Found> {
  const { body, shown, earlier } = plan;
  const groupsOf = groupsStatement(plan);
  const rowsOf = (period: Period) => queryRows(store, plan, rowsStatement(plan, period));
  const [groups, [rows, before]] = await Promise.all([
    groupsOf ? queryRows(store, plan, groupsOf) : null,
    // Which groups come first depends on the period: with groups, each period is a statement of its own.
    body.dimensions.length === 0
      ? inEachPeriod(plan, rowsOf)
      : Promise.all([rowsOf(shown), earlier ? rowsOf(earlier) : []]),
  ]);
  return { order: (groups ?? rows).map((row) => groupKey(body, row)), rows, before };
}

/** Summed by the store, grouped and sorted here for each plan; null when there are too many rows for that. */
async function foldedRows(store: Store, plans: readonly [Plan, ...Plan[]]): Promise<Fetched[] | null> {
  const [first] = plans;
  const { dimensions } = first.body;
  const sums = [...new Set(plans.flatMap((one) => one.sums ?? []))];
  const limit = Math.min(MAX_ROWS, Math.floor(MAX_VALUES / (1 + dimensions.length + sums.length)));
  let isCutOff = false;
  const [rows, before] = await inEachPeriod(first, async (period) => {
    const { sql, params } = sumsStatement(first, period, sums, limit);
    const found = await store.query(RawRow, sql, params);
    isCutOff ||= found.length === limit;
    return found.map((row) => ({
      ...timeOf(row),
      dimensions: dimensions.map((_, i) => dimensionValue(row[dimensionAlias(i)])),
      sums: sums.map((_, i) => numeric(row[sumAlias(i)])),
    }));
  });
  return isCutOff ? null : plans.map((plan) => ({ plan, found: fold(plan.body, sums, rows, before) }));
}

/** The rows of both periods, out of one statement where their buckets can be told apart. */
async function inEachPeriod<R extends { time?: number }>(
  { shown, earlier }: Plan,
  rowsOf: (period: Period) => Promise<R[]>,
): Promise<[R[], R[]]> {
  if (!earlier) return [await rowsOf(shown), []];
  const startsOf = ({ from, starts }: Period) => starts ?? [from];
  const starts = [...startsOf(earlier), ...startsOf(shown)];
  // A bucket that begins before its period belongs to both periods; and the store has buckets in whole seconds.
  const apart =
    earlier.to === shown.from &&
    startsOf(shown)[0] === shown.from &&
    starts.every((start) => start % 1000 === 0);
  if (!apart) return Promise.all([rowsOf(shown), rowsOf(earlier)]);
  const { true: rows = [], false: before = [] } = Object.groupBy(
    await rowsOf({ from: earlier.from, to: shown.to, starts }),
    ({ time = 0 }) => (time >= shown.from ? 'true' : 'false'),
  );
  if (!shown.starts) for (const row of [...rows, ...before]) delete row.time;
  return [rows, before];
}

async function queryRows(store: Store, { body }: Plan, { sql, params }: BoundStatement): Promise<Row[]> {
  const rows = await store.query(RawRow, sql, params);
  return rows.map((row) => ({
    ...timeOf(row),
    ...(row.others === true || row.others === 1 ? { others: true } : {}),
    values: Object.fromEntries([
      ...body.dimensions.map((name, i) => [name, dimensionValue(row[dimensionAlias(i)])]),
      ...body.measures.map((name) => [name, measureValue(name, row[measureAlias(name)])]),
    ]),
  }));
}

/** The start of the bucket, in milliseconds. */
function timeOf({ time }: RawRow): { time?: number } {
  return typeof time === 'number' ? { time: time * 1000 } : {};
}

function numeric(value: RawValue): number | null {
  return typeof value === 'number' ? value : null;
}

function plain(value: RawValue): Value {
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'object' ? null : (value ?? null);
}

function measureValue(measure: QueryMeasure, value: RawValue): Value {
  const { moment, read } = definitionOf(measure);
  if (read) return Array.isArray(value) ? read(value) : null;
  if (moment && typeof value === 'number') return new Date(value).toISOString();
  return plain(value);
}

/** The store has an empty text where the record has null. */
function dimensionValue(value: RawValue): Value {
  return value === '' ? null : plain(value);
}
