import type { GetSessionQuery, SessionConversation } from '@parley/contract';
import { listedFromRow } from '../record/from-row.ts';
import { IN, perShard, sql } from '../store/layout/sql.ts';
import { historyOf } from '../store/rows/history.ts';
import type { Store } from '../store/store.ts';
import { newMessages } from './conversation.ts';
import { type Cursor, decodeUuidCursor } from './cursor.ts';
import type { Apps } from './filters.ts';
import { type SessionRow, sessionWith } from './find-sessions.ts';
import { pageOf } from './page.ts';
import { byTime, type PageRows, pageRows } from './page-rows.ts';
import { sessionTurns } from './session-turns.ts';
import { sessionsWithTexts } from './sessions-with-texts.ts';
import { targetsOfInteraction, targetsOfSession, withScores } from './with-scores.ts';

const ORDER = 'turn';

/** A session as one conversation, by any of its interactions; null when there is no such interaction or session. */
export async function getSession(
  store: Store,
  apps: Apps,
  id: string,
  { limit, cursor }: GetSessionQuery,
  now: number,
): Promise<SessionConversation | null> {
  const after = decodeUuidCursor(cursor, ORDER);
  const session = await sessionWith(store, apps, id);
  if (!session) return null;
  // One extra turn on each side: the one before shows which messages are new, the one after that there are more.
  const [[described], before, turns] = await Promise.all([
    sessionsWithTexts(store, [session], now).then((all) => withScores(store, apps, all, targetsOfSession)),
    after ? turnsOf(store, session, { until: after, limit: 1 }) : null,
    turnsOf(store, session, { after, limit }),
  ]);
  if (!described) return null;
  const { page, nextCursor } = pageOf(
    turns.rows,
    turns.limit,
    (row) => ({ order: ORDER, value: Date.parse(row.requested), id: row.id }),
    ({ bytes }) => bytes,
  );
  const known = before?.rows.slice(0, 1) ?? [];
  const shown = [...known, ...page];
  const records = shown.map(listedFromRow);
  const added = newMessages(
    records.map((record, i) => ({ ...record, history: shown[i]?.listing?.told ?? historyOf(record) })),
  );
  const turnsShown = records
    .map((record, i) => ({ ...record, newInput: added[i] ?? [] }))
    .slice(known.length);
  const data = await withScores(store, apps, turnsShown, targetsOfInteraction);
  return { ...described, data, nextCursor };
}

type Span = { after?: Cursor | null; until?: Cursor; limit: number };

/** Turns of a session in order, or those up to a cursor in reverse; up to `limit` + 1. */
function turnsOf(store: Store, session: SessionRow, { after, until, limit }: Span): Promise<PageRows> {
  const cursor = after ?? until;
  const place = '(fromUnixTimestamp64Milli({cursorTime:Int64}), {cursorId:UUID})';
  const ids = sql`
    SELECT id FROM (${sessionTurns([], 'app_id = {appId:String} AND session = {name:String}')})
    WHERE number = {number:UInt64}`;
  const where = sql`app_id = {appId:String}
    AND requested_at >= fromUnixTimestamp64Milli({started:Int64})
    AND requested_at <= fromUnixTimestamp64Milli({last:Int64})
    AND id ${IN} (${perShard(ids)})
    ${cursor ? `AND (requested_at, id) ${until ? '<=' : '>'} ${place}` : ''}`;
  const params = {
    appId: session.app_id,
    name: session.session,
    number: session.number,
    started: session.started,
    last: session.last,
    ...(cursor ? { cursorTime: cursor.value, cursorId: cursor.id } : {}),
  };
  return pageRows(store, { where, params }, byTime(until ? 'DESC' : 'ASC'), limit);
}
