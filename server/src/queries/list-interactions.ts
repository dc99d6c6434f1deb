import type { InteractionList, ListInteractionsQuery } from '@parley/contract';
import { interactionFromRow } from '../record/from-row.ts';
import { INTERACTION_SELECT, InteractionRow } from '../store/interaction-row.ts';
import type { Store } from '../store/store.ts';
import { decodeUuidCursor, pageOf } from './cursor.ts';
import { type Apps, conditions } from './filters.ts';
import { highlights } from './highlight.ts';

const ORDER = 'requestedAt';

/** Newest first, by the time of the request. */
export async function listInteractions(
  store: Store,
  apps: Apps,
  { limit, cursor, ...filters }: ListInteractionsQuery,
): Promise<InteractionList> {
  const { where, params } = conditions(apps, filters);
  const after = decodeUuidCursor(cursor, ORDER);
  const rows = await store.query(
    InteractionRow,
    `SELECT ${INTERACTION_SELECT}
     FROM interactions
     WHERE ${where}
       ${after ? 'AND (requested_at, id) < (fromUnixTimestamp64Milli({cursorTime:Int64}), {cursorId:UUID})' : ''}
     ORDER BY requested_at DESC, id DESC
     LIMIT {limit:UInt32}`,
    { ...params, limit: limit + 1, ...(after ? { cursorTime: after.value, cursorId: after.id } : {}) },
  );
  const { page, nextCursor } = pageOf(rows, limit, (row) => ({
    order: ORDER,
    value: Date.parse(row.requested),
    id: row.id,
  }));
  const { q } = filters;
  const data = page.map(interactionFromRow);
  if (q === undefined) return { data, nextCursor };
  return {
    data: data.map((record) => ({
      ...record,
      highlights: highlights(q, record.inputText, record.outputText),
    })),
    nextCursor,
  };
}
