import type { InteractionList, ListInteractionsQuery } from '@parley/contract';
import { interactionFromRow } from '../record/from-row.ts';
import { INTERACTION_SELECT, InteractionRow } from '../store/interaction-row.ts';
import type { Store } from '../store/store.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';
import { type Apps, conditions } from './filters.ts';

/** Newest first, by the time of the request. */
export async function listInteractions(
  store: Store,
  apps: Apps,
  { limit, cursor, ...filters }: ListInteractionsQuery,
): Promise<InteractionList> {
  const { where, params } = conditions(apps, filters);
  const after = cursor === undefined ? null : decodeCursor(cursor);
  const rows = await store.query(
    InteractionRow,
    `SELECT ${INTERACTION_SELECT}
     FROM interactions
     WHERE ${where} ${after ? 'AND (requested_at, id) < (fromUnixTimestamp64Milli({cursorTime:Int64}), {cursorId:UUID})' : ''}
     ORDER BY requested_at DESC, id DESC
     LIMIT {limit:UInt32}`,
    { ...params, limit: limit + 1, ...(after ? { cursorTime: after.time, cursorId: after.id } : {}) },
  );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const more = rows.length > limit && last !== undefined;
  return {
    data: page.map(interactionFromRow),
    nextCursor: more ? encodeCursor({ time: Date.parse(last.requested), id: last.id }) : null,
  };
}
