import type { ListSessionsQuery, SessionList } from '@parley/contract';
import { z } from 'zod';
import type { Store } from '../store/store.ts';
import { type Cursor, decodeUuidCursor } from './cursor.ts';
import { type Apps, appCondition } from './filters.ts';
import { findSessions, type SessionRow, sessionFromRow } from './find-sessions.ts';
import { pageOf } from './page.ts';

/**
 * The newest sessions are those of the newest interactions: of so many of them first, then of more, so
 * that a page of them costs the same however old the log is.
 */
const REACHES = [2_000, 40_000];

export async function listSessions(
  store: Store,
  apps: Apps,
  query: ListSessionsQuery,
  now: number,
): Promise<SessionList> {
  const { limit, orderBy, order, cursor, state, ...filters } = query;
  const sorting = `${orderBy}_${order}`;
  const after = decodeUuidCursor(cursor, sorting);
  const search = { filters, orderBy, order, state, limit, now, after };
  let rows: SessionRow[] | undefined;
  if (isNewestFirst(query)) {
    for (const reach of REACHES) {
      const since = await requestedBefore(store, apps, after, reach);
      if (since === null) break;
      const found = await findSessions(store, apps, { ...search, since });
      if (found.length > limit) {
        rows = found;
        break;
      }
    }
  }
  rows ??= await findSessions(store, apps, search);
  const { page, nextCursor } = pageOf(rows, limit, (row) => ({
    order: sorting,
    value: row.sorted_by_digits,
    id: row.first_id,
  }));
  return { data: page.map((row) => sessionFromRow(row, now)), nextCursor };
}

/** Filters that fit few interactions are quicker to look for than to wait for. */
function isNewestFirst({ orderBy, order, session, user, q, from, to }: ListSessionsQuery): boolean {
  const selective = [session, user, q, from, to].some((filter) => filter !== undefined);
  return orderBy === 'lastAt' && order === 'desc' && !selective;
}

/** The time of the request that so many others of sessions lie after; null when there are not as many. */
async function requestedBefore(
  store: Store,
  apps: Apps,
  after: Cursor | null,
  reach: number,
): Promise<number | null> {
  const { where, params } = appCondition(apps);
  const [row] = await store.query(
    z.object({ requested: z.number() }),
    `SELECT toUnixTimestamp64Milli(requested_at) AS requested
     FROM interactions
     WHERE ${where} AND notEmpty(session)
       ${after ? 'AND requested_at <= fromUnixTimestamp64Milli({before:Int64})' : ''}
     ORDER BY requested_at DESC
     LIMIT 1 OFFSET {reach:UInt32}`,
    { ...params, reach, ...(after ? { before: after.value } : {}) },
  );
  return row?.requested ?? null;
}
