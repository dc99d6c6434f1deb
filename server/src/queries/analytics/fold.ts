/**
 * Folding: groups are ranked, and the others summed, here rather than in the store. For measures made of sums, over
 * dimensions of low cardinality, one statement returns everything; finding the first groups in the store and then
 * their rows would take three.
 */
import { DIMENSIONS, type Dimension, FIELDS, type QueryBody, type QueryMeasure } from '@parley/contract';
import { definitionOf, type Fold, isMeasure } from './measures.ts';

export type Value = string | number | null;

/** Sums of a group in a bucket, as the store returns them. */
export type Summed = { time?: number; dimensions: readonly Value[]; sums: readonly (number | null)[] };

/** Values of a group in a bucket, as the answer has them. */
export type Row = { time?: number; others?: boolean; values: Record<string, Value> };

/** Dimensions with few values. Labels have as many as clients send. */
const LOW_CARDINALITY: ReadonlySet<Dimension> = new Set(
  DIMENSIONS.filter((name) => FIELDS[name].dimension === 'low'),
);

/** Distinct sums that the measures need; null when the query cannot be folded. */
export function sumsOf({ measures, dimensions, orderBy }: QueryBody): readonly string[] | null {
  const needed = [...measures, ...(orderBy && isMeasure(orderBy) ? [orderBy] : [])];
  const folds = needed.map((measure) => definitionOf(measure).fold);
  if (!folds.every((fold) => fold !== undefined) || !dimensions.every((name) => LOW_CARDINALITY.has(name)))
    return null;
  return [...new Set(folds.flatMap(({ sums }) => sums))];
}

/** What tells the groups of a query apart. */
export function groupKey({ dimensions }: QueryBody, { others, values }: Row): string {
  return JSON.stringify(others ? 'others' : dimensions.map((name) => values[name]));
}

type Group = { dimensions: readonly Value[]; rows: readonly Summed[]; before: readonly Summed[] };

/** The first groups by their values in the shown period, in both periods; and the others, if the query asks for them. */
export function fold(
  body: QueryBody,
  sums: readonly string[],
  rows: readonly Summed[],
  before: readonly Summed[],
): { order: string[]; rows: Row[]; before: Row[] } {
  const all = groupsOf(rows, before);
  const first = all
    .filter((group) => group.rows.length > 0)
    .map((group) => ({ group, rank: rankOf(body, sums, group) }))
    .sort((a, b) => byRank(body, a.rank, b.rank) || byDimensions(a.group, b.group))
    .slice(0, body.limit)
    .map(({ group }) => group);
  const others = body.others ? [...new Set(all).difference(new Set(first))] : [];
  const answered = (rowsOf: (group: Group) => readonly Summed[]) => [
    ...first.flatMap((group) =>
      rowsOf(group).map((row) => rowOf(body, sums, group.dimensions, row.time, row.sums)),
    ),
    ...[...Map.groupBy(others.flatMap(rowsOf), ({ time }) => time)].map(([time, rows]) => ({
      ...rowOf(body, sums, [], time, addAll(rows)),
      others: true,
    })),
  ];
  return {
    order: first.map(({ dimensions }) => JSON.stringify(dimensions)),
    rows: answered(({ rows }) => rows),
    before: answered(({ before }) => before),
  };
}

function groupsOf(rows: readonly Summed[], before: readonly Summed[]): Group[] {
  const keyOf = ({ dimensions }: Summed) => JSON.stringify(dimensions);
  const [now, then] = [Map.groupBy(rows, keyOf), Map.groupBy(before, keyOf)];
  return [...new Set([...now.keys(), ...then.keys()])].map((key) => {
    const [rows = [], before = []] = [now.get(key), then.get(key)];
    return { dimensions: [...rows, ...before][0]?.dimensions ?? [], rows, before };
  });
}

function rowOf(
  { measures, dimensions }: QueryBody,
  sums: readonly string[],
  values: readonly Value[],
  time: number | undefined,
  summed: readonly (number | null)[],
): Row {
  return {
    ...(time === undefined ? {} : { time }),
    values: Object.fromEntries([
      ...dimensions.map((name, i) => [name, values[i] ?? null]),
      ...measures.map((name) => [name, measured(name, sums, summed)]),
    ]),
  };
}

function measured(
  measure: QueryMeasure,
  sums: readonly string[],
  summed: readonly (number | null)[],
): number | null {
  const { fold } = definitionOf(measure);
  return fold ? fold.value(partsOf(fold, sums, summed)) : null;
}

function partsOf(fold: Fold, sums: readonly string[], summed: readonly (number | null)[]): (number | null)[] {
  return fold.sums.map((sql) => summed[sums.indexOf(sql)] ?? null);
}

/** Adds rows sum by sum; null counts as absent. */
function addAll(rows: readonly Summed[]): (number | null)[] {
  const total: (number | null)[] = [...(rows[0]?.sums ?? [])];
  for (const { sums } of rows.slice(1)) {
    for (const [i, value] of sums.entries()) {
      const before = total[i] ?? null;
      total[i] = value === null ? before : (before ?? 0) + value;
    }
  }
  return total;
}

function rankOf(body: QueryBody, sums: readonly string[], { dimensions, rows }: Group): Value {
  const orderBy = body.orderBy ?? body.measures[0] ?? 'interactions';
  if (isMeasure(orderBy)) return measured(orderBy, sums, addAll(rows)) ?? -1;
  return dimensions[body.dimensions.indexOf(orderBy)] ?? '';
}

function byRank({ order }: QueryBody, a: Value, b: Value): number {
  return order === 'asc' ? compare(a, b) : compare(b, a);
}

function byDimensions(a: Group, b: Group): number {
  for (const [i, value] of a.dimensions.entries()) {
    const difference = compare(value, b.dimensions[i] ?? null);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Compares as the store does: numbers by value, texts by their bytes. */
function compare(a: Value, b: Value): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return Buffer.compare(Buffer.from(String(a ?? '')), Buffer.from(String(b ?? '')));
}
