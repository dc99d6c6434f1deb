import type { InteractionList, ListInteractionsQuery } from '@parley/contract';
import { listedFromRow } from '../record/from-row.ts';
import type { Store } from '../store/store.ts';
import { decodeUuidCursor } from './cursor.ts';
import { type Apps, conditions } from './filters.ts';
import { listHighlights } from './list-highlights.ts';
import { listedRows } from './listed-rows.ts';
import { pageOf } from './page.ts';

const ORDER = 'requestedAt';

/** Newest first, by the time of the request. */
export async function listInteractions(
  store: Store,
  apps: Apps,
  { limit, cursor, ...filters }: ListInteractionsQuery,
): Promise<InteractionList> {
  const { where, params } = conditions(apps, filters);
  const after = decodeUuidCursor(cursor, ORDER);
  const behind = '(requested_at, id) < (fromUnixTimestamp64Milli({cursorTime:Int64}), {cursorId:UUID})';
  const rows = await listedRows(
    store,
    after
      ? {
          where: `${where} AND ${behind}`,
          params: { ...params, cursorTime: after.value, cursorId: after.id },
        }
      : { where, params },
    'DESC',
    limit,
  );
  const { page, nextCursor } = pageOf(
    rows,
    limit,
    (row) => ({ order: ORDER, value: Date.parse(row.requested), id: row.id }),
    ({ bytes }) => bytes,
  );
  const data = page.map(listedFromRow);
  const { q } = filters;
  if (q === undefined) return { data, nextCursor };
  const found = await listHighlights(store, apps, q, page, data);
  return { data: data.map((record, i) => ({ ...record, highlights: found[i] })), nextCursor };
}
