/**
 * Orders of a list of interactions. By time, rows come in the order of the table. By a figure or a score, equal ones
 * come newest first, and interactions without one last, in both directions.
 */
import { FIELDS, type ListInteractionsQuery, type SORTS, scoreOf } from '@parley/contract';
import type { QueryParams } from '../store/query-params.ts';
import type { ListedRow } from '../store/rows/listed-row.ts';
import { type Cursor, decodeCursor, decodeUuidCursor, InvalidCursor, type Place, UUID } from './cursor.ts';
import type { Apps } from './filters.ts';
import { byTime, type Sorted } from './page-rows.ts';
import { ownScoreMean, scoreParams } from './score-sql.ts';

type Asked = Pick<ListInteractionsQuery, 'orderBy' | 'order'>;
type Figure = (typeof SORTS)[number];
type Behind = { where: string; params: QueryParams };

export type InteractionOrder = {
  sorted: Sorted;
  /** Parameters of `sorted`. */
  params: QueryParams;
  placeOf: (row: ListedRow) => Place;
  /** Condition for the rows behind a cursor; null without one. */
  behind: (cursor: string | undefined) => Behind | null;
};

export function interactionOrder(apps: Apps, { orderBy, order }: Asked): InteractionOrder {
  if (orderBy === 'time') return timeOrder(order);
  return isFigure(orderBy) ? figureOrder(orderBy, order) : scoreOrder(apps, scoreOf(orderBy) ?? '', order);
}

function isFigure(orderBy: Asked['orderBy']): orderBy is Figure {
  return Object.hasOwn(FIELDS, orderBy);
}

function timeOrder(order: Asked['order']): InteractionOrder {
  const newestFirst = order === 'desc';
  const name = newestFirst ? 'requestedAt' : 'requestedAt_asc';
  return {
    sorted: byTime(newestFirst ? 'DESC' : 'ASC'),
    params: {},
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
    sorted: figureSorted(figure, order),
    params: {},
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

/** A cursor names the interaction, whose mean is looked up: it is no column of a row. */
function scoreOrder(apps: Apps, score: string, order: Asked['order']): InteractionOrder {
  const mean = `(${ownScoreMean(score)})`;
  const name = `score.${score}_${order}`;
  const params = scoreParams(apps, [score]);
  return {
    sorted: figureSorted(mean, order),
    params,
    placeOf: (row) => ({ order: name, value: Date.parse(row.requested), id: row.id }),
    behind(cursor) {
      const after = decodeUuidCursor(cursor, name);
      if (!after) return null;
      const at = 'requested_at = fromUnixTimestamp64Milli({cursorTime:Int64}) AND id = {cursorId:UUID}';
      const reached = `(SELECT any(${mean}) FROM interactions WHERE app_id IN {scoreApps:Array(String)} AND ${at})`;
      const older = `(requested_at, id) < ${CURSOR_KEY}`;
      return {
        where: `if(isNull(${reached}), isNull(${mean}) AND ${older}, ifNull(${mean} ${order === 'desc' ? '<' : '>'} ${reached} OR ${mean} = ${reached} AND ${older}, true))`,
        params: { ...params, cursorTime: after.value, cursorId: after.id },
      };
    },
  };
}

function figureSorted(figure: string, order: Asked['order']): Sorted {
  return { by: `${figure} ${order} NULLS LAST, requested_at DESC, id DESC`, asStored: false };
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
