/** What a monitor asks of the store: figures of groups in a range, shared with monitors that ask about the same rows. */

import type { QueryRow } from '@parley/contract';
import {
  type Dimension,
  MAX_GROUPS,
  type MonitorFilters,
  type QueryBody,
  type QueryMeasure,
} from '@parley/contract';
import type { Range } from '../../clocks/range.ts';
import type { Figures } from './evaluate.ts';

export type Question = {
  app: string;
  filters: MonitorFilters;
  groupBy: Dimension | null;
  range: Range;
  timeZone: string;
  /** Of groups: what the first ones are chosen by. */
  order: { by: QueryMeasure; direction: 'asc' | 'desc' } | null;
};

type Asking = {
  app: string;
  timeZone: string;
  definition: {
    measure: QueryMeasure;
    filters: MonitorFilters;
    groupBy: Dimension | null;
    condition: object;
  };
};

export function questionOf({ app, timeZone, definition }: Asking, range: Range): Question {
  const { measure, filters, groupBy, condition } = definition;
  // Bounds of intervals cannot be sorted by.
  const by = /(Low|High)$/.test(measure) ? 'interactions' : measure;
  const order = groupBy && ({ by, direction: 'below' in condition ? 'asc' : 'desc' } as const);
  return { app, filters, groupBy, range, timeZone, order };
}

/** Questions with the same key are asked once, with all of their measures. */
export function keyOf(question: Question): string {
  return JSON.stringify(question);
}

export function bodyOf(
  { filters, groupBy, range, timeZone, order }: Question,
  measures: readonly QueryMeasure[],
): QueryBody {
  return {
    measures: [...new Set([...measures, 'interactions' as const])],
    dimensions: groupBy ? [groupBy] : [],
    timezone: timeZone,
    from: range.from,
    to: range.to,
    filters,
    ...(order ? { orderBy: order.by } : {}),
    order: order?.direction ?? 'desc',
    limit: MAX_GROUPS,
    others: false,
    names: false,
  };
}

export function figuresIn(
  rows: readonly QueryRow[],
  { measure, groupBy }: { measure: QueryMeasure; groupBy: Dimension | null },
): Figures {
  const groups = new Map(
    rows.map((row) => [
      groupBy ? groupIn(row[groupBy]) : '',
      { value: numberIn(row[measure]), interactions: numberIn(row.interactions) ?? 0 },
    ]),
  );
  return { groups, isCut: rows.length >= MAX_GROUPS };
}

/** PostgreSQL has no texts with NUL. */
export function groupIn(value: QueryRow[string] | undefined): string {
  return String(value ?? '').replaceAll('\0', '\uFFFD');
}

export function numberIn(value: QueryRow[string] | undefined): number | null {
  return typeof value === 'number' ? value : null;
}
