/** The answer to a query: groups in order, a row for every bucket, and the period before beside it. */
import type { QueryAnswer, QueryBody, QueryRow } from '@parley/contract';
import type { Period } from '../../clocks/range.ts';
import type { Found } from './fetch.ts';
import { groupKey, type Row } from './fold.ts';
import { definitionOf } from './measures.ts';
import type { Plan } from './plan.ts';

export function shapeAnswer({ body, shown, earlier }: Plan, { order, rows, before }: Found): QueryAnswer {
  const answer = shapePeriod(body, shown, order, rows);
  return earlier ? { ...answer, previous: shapePeriod(body, earlier, order, before) } : answer;
}

function shapePeriod(
  body: QueryBody,
  period: Period,
  order: readonly string[],
  rows: Row[],
): Omit<QueryAnswer, 'previous'> {
  return {
    from: new Date(period.from).toISOString(),
    to: new Date(period.to).toISOString(),
    rows: arrange(body, period, order, rows),
  };
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
  if (ranked.length === 0 && body.dimensions.length === 0) {
    const total = emptyRow(body, { values: {} }, undefined);
    ranked.push([groupKey(body, total), total]);
  }
  return (starts ?? [undefined]).flatMap((time) =>
    ranked.map(([key, group]) => shapeRow(found.get(`${time} ${key}`) ?? emptyRow(body, group, time))),
  );
}

/** A group in a bucket in which it has no interactions. */
function emptyRow(body: QueryBody, group: Row, time: number | undefined): Row {
  const measures = body.measures.map((name) => [name, definitionOf(name).empty]);
  return {
    ...(time === undefined ? {} : { time }),
    ...(group.others ? { others: true } : {}),
    values: { ...group.values, ...Object.fromEntries(measures) },
  };
}

function shapeRow({ time, others, values }: Row): QueryRow {
  const row: QueryRow = { ...(time === undefined ? {} : { time: new Date(time).toISOString() }), ...values };
  if (others) row.others = true;
  return row;
}
