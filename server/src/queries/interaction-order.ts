/**
 * Orders of a list of interactions. By time, rows come in the order of the table. By a figure, equal ones come newest
 * first, and interactions without the figure last, in both directions.
 */
import { FIELDS, type ListInteractionsQuery } from '@parley/contract';
import type { QueryParams } from '../store/query-params.ts';
import type { ListedRow } from '../store/rows/listed-row.ts';
import { type Cursor, decodeCursor, decodeUuidCursor, InvalidCursor, type Place, UUID } from './cursor.ts';
import { byTime, type Sorted } from './page-rows.ts';

type Asked = Pick<ListInteractionsQuery, 'orderBy' | 'order'>;
type Figure = Exclude<Asked['orderBy'], 'time'>;
type Behind = { where: string; params: QueryParams };

export type InteractionOrder = {
  sorted: Sorted;
  placeOf: (row: ListedRow) => Place;
  /** Condition for the rows behind a cursor; null without one. */
  behind: (cursor: string | undefined) => Behind | null;
};

export function interactionOrder({ orderBy, order }: Asked): InteractionOrder {
  return orderBy === 'time' ? timeOrder(order) : figureOrder(orderBy, order);
}

function timeOrder(order: Asked['order']): InteractionOrder {
  const newestFirst = order === 'desc';
  const name = newestFirst ? 'requestedAt' : 'requestedAt_asc';
  return {
    sorted: byTime(newestFirst ? 'DESC' : 'ASC'),
    placeOf: (row) => ({ order: name, value: Date.parse(row.requested), id: row.id }),
    behind(cursor) {
      const after = decodeUuidCursor(cursor, name);
      return (
        after && {
          where: `(requested_at, id) ${newestFirst ? '<' : '>'} ${CURSOR_KEY}`,
          params: { cursorTime: after.value, cursorId: after.id },
        }
      );
    },
  };
}

function figureOrder(orderBy: Figure, order: Asked['order']): InteractionOrder {
  const { column } = FIELDS[orderBy];
  const figure = `toFloat64(${column})`;
  const name = `${orderBy}_${order}`;
  return {
    sorted: { by: `${figure} ${order} NULLS LAST, requested_at DESC, id DESC`, asStored: false },
    placeOf: (row) => ({
      order: name,
      value: digitsOf(row.record[column]),
      id: `${Date.parse(row.requested)} ${row.id}`,
    }),
    behind(cursor) {
      const after = keyIn(decodeCursor(cursor, name));
      if (!after) return null;
      const { figure: digits, ...params } = after;
      const olderOf = (alike: string) => `(${alike} AND (requested_at, id) < ${CURSOR_KEY})`;
      if (digits === NO_FIGURE) return { where: olderOf(`isNull(${column})`), params };
      const reached = 'reinterpretAsFloat64({cursorFigure:Int64})';
      const further = `${figure} ${order === 'desc' ? '<' : '>'} ${reached}`;
      return {
        where: `(${further} OR isNull(${column}) OR ${olderOf(`${figure} = ${reached}`)})`,
        params: { ...params, cursorFigure: digits },
      };
    },
  };
}

const CURSOR_KEY = '(fromUnixTimestamp64Milli({cursorTime:Int64}), {cursorId:UUID})';

/** Marks a row without the figure in a cursor; no figure is below zero. */
const NO_FIGURE = '-1';

/** The bits of a float as an integer: parsed from decimals, the float might differ in its last bit. */
function digitsOf(figure: number | null): string {
  if (figure === null) return NO_FIGURE;
  return new DataView(new Float64Array([figure]).buffer).getBigInt64(0, true).toString();
}

/** Figure, time and id of the row that a cursor names. */
function keyIn(cursor: Cursor | null) {
  if (!cursor) return null;
  const [time = '', id = ''] = cursor.id.split(' ');
  if (!/^\d{1,15}$/.test(time) || !UUID.test(id)) throw new InvalidCursor();
  return { figure: cursor.value, cursorTime: time, cursorId: id };
}
