/** Asks the store one question and puts the answer in order: groups, empty buckets, the period before. */
import type { Measure, QueryAnswer, QueryBody, QueryRow } from '@parley/contract';
import { z } from 'zod';
import { ApiError } from '../../base/errors.ts';
import { type Period, previous, type Range, rangeOf } from '../../clocks/range.ts';
import type { Store } from '../../store/store.ts';
import type { Apps } from '../filters.ts';
import { bucketStarts } from './buckets.ts';
import { dimensionAlias, measureAlias, QuestionBuilder, sumAlias } from './build.ts';
import { fold, type Row, sumsOf, type Value } from './fold.ts';
import { MEASURE_SQL } from './measures.ts';

/** A question that cannot be answered as it is asked. */
export class InvalidQuestion extends ApiError {
  constructor(path: string, message: string) {
    super('invalid_query', { issues: [{ path, code: 'invalid_combination', message }] });
  }
}

const MOST_BUCKETS = 2_000;
const MOST_ROWS = 50_000;
/** Of all rows together: an answer is in memory as a whole, some times over. */
const MOST_VALUES = 500_000;

type Answered = Omit<QueryAnswer, 'previous'>;

const RawRow = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
type RawRow = z.infer<typeof RawRow>;

export async function runQuery(store: Store, apps: Apps, body: QueryBody, now: number): Promise<QueryAnswer> {
  const range = rangeOf(body, now);
  check(body, range);
  const [shown, earlier] = periodsOf(body, range);
  const builder = new QuestionBuilder(apps, body, shown, store.isSmall);
  const { order, rows, before } =
    (await foldedRows(store, body, builder, shown, earlier)) ??
    (await storedRows(store, body, builder, shown, earlier));
  const answer = answerOf(body, shown, order, rows);
  return earlier ? { ...answer, previous: answerOf(body, earlier, order, before) } : answer;
}

/** The rows of the period that is shown and of the one before, and the keys of the groups in order. */
type Found = { order: readonly string[]; rows: Row[]; before: Row[] };

/** As the store groups and orders them. */
async function storedRows(
  store: Store,
  body: QueryBody,
  builder: QuestionBuilder,
  shown: Period,
  earlier: Period | undefined,
): Promise<Found> {
  const ordered = builder.groups();
  const rowsOf = (period: Period) => ask(store, body, builder.rows(period));
  const [groups, [rows, before]] = await Promise.all([
    ordered ? ask(store, body, ordered) : null,
    // Which groups come first depends on the period: with groups, each is asked about by itself.
    body.dimensions.length === 0
      ? inEach(shown, earlier, rowsOf)
      : Promise.all([rowsOf(shown), earlier ? rowsOf(earlier) : []]),
  ]);
  return { order: (groups ?? rows).map((row) => groupKey(body, row)), rows, before };
}

/** As they are put together here; null where the store has to do it (see `fold`), or might as well. */
async function foldedRows(
  store: Store,
  body: QueryBody,
  builder: QuestionBuilder,
  shown: Period,
  earlier: Period | undefined,
): Promise<Found | null> {
  const sums = body.dimensions.length > 0 && (body.bucket || body.others || earlier) ? sumsOf(body) : null;
  if (!sums) return null;
  const most = Math.min(MOST_ROWS, Math.floor(MOST_VALUES / (1 + body.dimensions.length + sums.length)));
  let tooMany = false;
  const [rows, before] = await inEach(shown, earlier, async (period) => {
    const { sql, params } = builder.sums(period, sums, most);
    const found = await store.query(RawRow, sql, params);
    tooMany ||= found.length === most;
    return found.map((row) => ({
      ...timeOf(row),
      dimensions: body.dimensions.map((_, i) => named(row[dimensionAlias(i)])),
      sums: sums.map((_, i) => numeric(row[sumAlias(i)])),
    }));
  });
  return tooMany ? null : fold(body, sums, rows, before);
}

/** The rows of both periods, out of one statement where their buckets can be told apart. */
async function inEach<R extends { time?: number }>(
  shown: Period,
  earlier: Period | undefined,
  rowsOf: (period: Period) => Promise<R[]>,
): Promise<[R[], R[]]> {
  if (!earlier) return [await rowsOf(shown), []];
  const startsOf = ({ from, starts }: Period) => starts ?? [from];
  const starts = [...startsOf(earlier), ...startsOf(shown)];
  // A bucket that begins before its period is one of both; and buckets begin with a second.
  const apart = startsOf(shown)[0] === shown.from && starts.every((start) => start % 1000 === 0);
  if (!apart) return Promise.all([rowsOf(shown), rowsOf(earlier)]);
  const { true: rows = [], false: before = [] } = Object.groupBy(
    await rowsOf({ from: earlier.from, to: shown.to, starts }),
    ({ time = 0 }) => (time >= shown.from ? 'true' : 'false'),
  );
  if (!shown.starts) for (const row of [...rows, ...before]) delete row.time;
  return [rows, before];
}

function check({ orderBy, measures, dimensions, others }: QueryBody, range: Range): void {
  if (range.from >= range.to) throw new InvalidQuestion('to', '`to` has to be later than `from`.');
  if (orderBy !== undefined && ![...measures, ...dimensions].some((name) => name === orderBy)) {
    throw new InvalidQuestion('orderBy', 'Order by one of the measures or dimensions that you ask for.');
  }
  if (others && dimensions.length === 0) {
    throw new InvalidQuestion('others', 'There are no others without a dimension to group by.');
  }
}

/** The period that is asked for, and the one before it if that is, too. */
function periodsOf(body: QueryBody, range: Range): [Period, Period?] {
  const { bucket, compare, dimensions, limit, measures, timezone } = body;
  const earlier = compare && previous(range);
  if (bucket === undefined) return earlier ? [range, earlier] : [range];
  const starts = bucketStarts(range, bucket, timezone, MOST_BUCKETS);
  const startsBefore = earlier ? bucketStarts(earlier, bucket, timezone, MOST_BUCKETS) : [];
  const count = (starts?.length ?? MOST_BUCKETS) + (startsBefore?.length ?? MOST_BUCKETS);
  if (!starts || !startsBefore || count > MOST_BUCKETS) {
    throw new InvalidQuestion(
      'bucket',
      `The range has more than ${MOST_BUCKETS} buckets: take a larger bucket or a shorter range.`,
    );
  }
  if (dimensions.length > 0 && count * limit > MOST_ROWS) {
    throw new InvalidQuestion(
      'limit',
      `${count} buckets of ${limit} groups are more than ${MOST_ROWS} rows: lower the limit, take a larger bucket or a shorter range.`,
    );
  }
  const columns = 1 + dimensions.length + measures.length;
  if (dimensions.length > 0 && count * limit * columns > MOST_VALUES) {
    throw new InvalidQuestion(
      'limit',
      `${count} buckets of ${limit} groups with ${columns} columns are more than ${MOST_VALUES} values: ask for fewer measures, lower the limit, take a larger bucket or a shorter range.`,
    );
  }
  const shown = { ...range, starts };
  return earlier ? [shown, { ...earlier, starts: startsBefore }] : [shown];
}

function answerOf(body: QueryBody, period: Period, order: readonly string[], rows: Row[]): Answered {
  return {
    from: new Date(period.from).toISOString(),
    to: new Date(period.to).toISOString(),
    rows: arrange(body, period, order, rows),
  };
}

async function ask(
  store: Store,
  body: QueryBody,
  { sql, params }: ReturnType<QuestionBuilder['rows']>,
): Promise<Row[]> {
  const rows = await store.query(RawRow, sql, params);
  return rows.map((row) => ({
    ...timeOf(row),
    ...(row.others === true || row.others === 1 ? { others: true } : {}),
    values: Object.fromEntries([
      ...body.dimensions.map((name, i) => [name, named(row[dimensionAlias(i)])]),
      ...body.measures.map((name) => [name, measured(name, row[measureAlias(name)])]),
    ]),
  }));
}

type Raw = string | number | boolean | null | undefined;

/** In milliseconds. */
function timeOf({ time }: RawRow): { time?: number } {
  return typeof time === 'number' ? { time: time * 1000 } : {};
}

function numeric(value: Raw): number | null {
  return typeof value === 'number' ? value : null;
}

function plain(value: Raw): Value {
  return typeof value === 'boolean' ? Number(value) : (value ?? null);
}

function measured(measure: Measure, value: Raw): Value {
  if (MEASURE_SQL[measure].moment && typeof value === 'number') return new Date(value).toISOString();
  return plain(value);
}

/** The store has an empty text where the record has null. */
function named(value: Raw): Value {
  return value === '' ? null : plain(value);
}

function groupKey({ dimensions }: QueryBody, { others, values }: Row): string {
  return JSON.stringify(others ? 'others' : dimensions.map((name) => values[name]));
}

/** By time, then the groups in order, the others last; with a row for every bucket of every group. */
function arrange(body: QueryBody, { starts }: Period, order: readonly string[], rows: Row[]): QueryRow[] {
  const groups = new Map<string, Row>();
  const found = new Map<string, Row>();
  for (const row of rows) {
    groups.set(groupKey(body, row), row);
    found.set(`${row.time} ${groupKey(body, row)}`, row);
  }
  const rank = new Map(order.map((key, i) => [key, i]));
  const ranked = [...groups].sort(
    ([a], [b]) => (rank.get(a) ?? order.length) - (rank.get(b) ?? order.length),
  );
  if (ranked.length === 0 && body.dimensions.length === 0)
    ranked.push([groupKey(body, nothing(body)), nothing(body)]);
  return (starts ?? [undefined]).flatMap((time) =>
    ranked.map(([key, group]) => shape(found.get(`${time} ${key}`) ?? empty(body, group, time))),
  );
}

function nothing(body: QueryBody): Row {
  return empty(body, { values: {} }, undefined);
}

/** What a bucket has in which a group did nothing. */
function empty(body: QueryBody, group: Row, time: number | undefined): Row {
  const measures = body.measures.map((name) => [name, MEASURE_SQL[name].empty]);
  return {
    ...(time === undefined ? {} : { time }),
    ...(group.others ? { others: true } : {}),
    values: { ...group.values, ...Object.fromEntries(measures) },
  };
}

function shape({ time, others, values }: Row): QueryRow {
  const row: QueryRow = { ...(time === undefined ? {} : { time: new Date(time).toISOString() }), ...values };
  if (others) row.others = true;
  return row;
}
