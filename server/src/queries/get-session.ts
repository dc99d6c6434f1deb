import type { GetSessionQuery, SessionConversation } from '@parley/contract';
import { z } from 'zod';
import { listedFromRow } from '../record/from-row.ts';
import { historyOf } from '../store/history.ts';
import { perShard, type Wording } from '../store/layout/wording.ts';
import type { ListedRow } from '../store/listed-row.ts';
import type { Store } from '../store/store.ts';
import { newMessages } from './conversation.ts';
import { type Cursor, decodeUuidCursor } from './cursor.ts';
import { type Apps, appCondition, byId } from './filters.ts';
import { type SessionRow, sessionFromRow, sessionOf } from './find-sessions.ts';
import { byTime, listedRows } from './listed-rows.ts';
import { pageOf } from './page.ts';
import { sessionTurns } from './session-turns.ts';

const ORDER = 'turn';

/** The session of an interaction as one conversation; null when there is no such interaction or session. */
export async function getSession(
  store: Store,
  apps: Apps,
  id: string,
  { limit, cursor }: GetSessionQuery,
  now: number,
): Promise<SessionConversation | null> {
  const after = decodeUuidCursor(cursor, ORDER);
  const name = await nameOf(store, apps, id);
  const session = name && (await sessionOf(store, name.app_id, name.session, id));
  if (!session) return null;
  // One turn more on each side: what came before tells what is new, what comes after that there is more.
  const before = after ? await turnsOf(store, session, { until: after, limit: 1 }) : [];
  const rows = await turnsOf(store, session, { after, limit });
  const { page, nextCursor } = pageOf(
    rows,
    limit,
    (row) => ({ order: ORDER, value: Date.parse(row.requested), id: row.id }),
    ({ bytes }) => bytes,
  );
  const shown = [...before.slice(0, 1), ...page];
  const records = shown.map(listedFromRow);
  const added = newMessages(
    records.map((record, i) => ({ ...record, history: shown[i]?.listing?.told ?? historyOf(record) })),
  );
  const data = records.map((record, i) => ({ ...record, newInput: added[i] ?? [] }));
  return { ...sessionFromRow(session, now), data: data.slice(-page.length), nextCursor };
}

/** The application and the session name of an interaction that has one. */
export async function nameOf(store: Store, apps: Apps, id: string) {
  const { where, params } = appCondition(apps);
  const [row] = await store.query(
    z.object({ app_id: z.string(), session: z.string() }),
    (wording) =>
      perShard(
        wording,
        (interactions) => `SELECT app_id, session FROM ${interactions}
          WHERE ${where} AND ${byId(interactions)} AND notEmpty(session) LIMIT 1`,
      ),
    { ...params, id },
  );
  return row;
}

type Span = { after?: Cursor | null; until?: Cursor; limit: number };

/** Turns of a session, the first one first; those up to a cursor, the last one first. One more than wanted. */
function turnsOf(store: Store, session: SessionRow, { after, until, limit }: Span): Promise<ListedRow[]> {
  const cursor = after ?? until;
  const place = '(fromUnixTimestamp64Milli({cursorTime:Int64}), {cursorId:UUID})';
  const ids = (interactions: string) =>
    `SELECT id FROM (${sessionTurns(interactions, [], 'app_id = {appId:String} AND session = {name:String}')})
     WHERE number = {number:UInt64}`;
  const where = (wording: Wording) => `app_id = {appId:String}
    AND requested_at >= fromUnixTimestamp64Milli({started:Int64})
    AND requested_at <= fromUnixTimestamp64Milli({last:Int64})
    AND id ${wording.in} (${perShard(wording, ids)})
    ${cursor ? `AND (requested_at, id) ${until ? '<=' : '>'} ${place}` : ''}`;
  const params = {
    appId: session.app_id,
    name: session.session,
    number: session.number,
    started: session.started,
    last: session.last,
    ...(cursor ? { cursorTime: cursor.value, cursorId: cursor.id } : {}),
  };
  return listedRows(store, { where, params }, byTime(until ? 'DESC' : 'ASC'), limit);
}
