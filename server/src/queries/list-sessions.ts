import { type ListSessionsQuery, type SessionList, scoreOf } from '@parley/contract';
import { z } from 'zod';
import { ApiError } from '../base/errors.ts';
import type { Store } from '../store/store.ts';
import { type Cursor, decodeUuidCursor } from './cursor.ts';
import { type Apps, appCondition, type ExportFilters } from './filters.ts';
import { findSessions, meanOf, type SessionRow, type SessionSearch, sessionWith } from './find-sessions.ts';
import { pageOf } from './page.ts';
import { sessionHits } from './search/session-hits.ts';
import { sessionsWithTexts } from './sessions-with-texts.ts';
import { targetsOfSession, withScores } from './with-scores.ts';

/**
 * Numbers of newest interactions whose sessions are tried first, one after the other, so that the first page of
 * sessions costs the same however long the log is.
 */
const REACHES = [2_000, 40_000];

export async function listSessions(
  store: Store,
  apps: Apps,
  query: ListSessionsQuery & ExportFilters,
  now: number,
): Promise<SessionList> {
  const { limit, orderBy, order, cursor, startingAfter, state, ...filters } = query;
  const sorting = `${orderBy}_${order}`;
  const after =
    startingAfter !== undefined && cursor === undefined
      ? await placeOf(store, apps, startingAfter, { orderBy, order })
      : decodeUuidCursor(cursor, sorting);
  const search = { filters, orderBy, order, state, limit, now, after };
  const rows =
    (await newestSessions(store, apps, query, search)) ?? (await findSessions(store, apps, search));
  const { page, nextCursor } = pageOf(rows, limit, (row) => ({
    order: sorting,
    value: row.sorted_by_digits,
    id: row.first_id,
  }));
  const { q, in: by } = filters;
  const [data, hits] = await Promise.all([
    sessionsWithTexts(store, page, now).then((all) => withScores(store, apps, all, targetsOfSession)),
    q === undefined ? null : sessionHits(store, apps, { q, ...(by && { in: by }) }, page),
  ]);
  const byScore = scoreOf(orderBy) !== null;
  const listed = data.map((session, i) => ({
    ...session,
    ...(byScore ? { meanScore: meanOf(page[i]) } : {}),
    ...(hits ? { hit: hits.get(session.id) } : {}),
  }));
  return { data: listed, nextCursor };
}

/** Position of a session in an order. */
async function placeOf(
  store: Store,
  apps: Apps,
  id: string,
  asked: Pick<ListSessionsQuery, 'orderBy' | 'order'>,
): Promise<Cursor> {
  const row = await sessionWith(store, apps, id, asked);
  if (row) return { order: asked.orderBy, value: row.sorted_by_digits, id: row.first_id };
  const message = 'No session here has an interaction with that id.';
  throw new ApiError('invalid_query', {
    issues: [{ path: 'startingAfter', code: 'unknown_session', message }],
  });
}

/**
 * Newest sessions by last request, found by the interactions of that time alone; null where that does not help.
 * Filters that match few interactions are faster without it.
 */
async function newestSessions(
  store: Store,
  apps: Apps,
  { id, session, user, q, from, to }: ListSessionsQuery & ExportFilters,
  search: SessionSearch & { after: Cursor | null },
): Promise<SessionRow[] | null> {
  const selective = [id, session, user, q, from, to].some((filter) => filter !== undefined);
  const { orderBy, order, after, limit } = search;
  if (orderBy !== 'lastAt' || selective) return null;
  if (order === 'asc') {
    // Sessions behind the cursor have a later request.
    return after && findSessions(store, apps, { ...search, since: Number(after.value) });
  }
  for (const reach of REACHES) {
    const since = await requestedBefore(store, apps, after, reach);
    if (since === null) break;
    const found = await findSessions(store, apps, { ...search, since });
    if (found.length > limit) return found;
  }
  return null;
}

/** Time of the request that `reach` newer requests of sessions follow; null when there are fewer. */
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
