/** Where a search found its words in each session of a page: the first interaction, with its snippets. */
import type { SessionHit } from '@parley/contract';
import { z } from 'zod';
import { listedFromRow } from '../../record/from-row.ts';
import { perShard, sql } from '../../store/layout/sql.ts';
import { LISTED_SELECT, ListedRow } from '../../store/rows/listed-row.ts';
import type { Store } from '../../store/store.ts';
import { clockTime } from '../clock-time.ts';
import { type Apps, appCondition } from '../filters.ts';
import type { SessionRow } from '../find-sessions.ts';
import { sessionTurns } from '../session-turns.ts';
import type { Search } from './highlight.ts';
import { listHighlights } from './list-highlights.ts';

/** Sessions per statement: their names and ids go into its URL, and their listed rows fit into a page. */
const SESSIONS_PER_STATEMENT = 50;

/** By the id of the session, which is that of its first interaction. */
export async function sessionHits(
  store: Store,
  apps: Apps,
  search: Search,
  sessions: readonly SessionRow[],
): Promise<Map<string, SessionHit>> {
  const hits = new Map<string, SessionHit>();
  for (let i = 0; i < sessions.length; i += SESSIONS_PER_STATEMENT) {
    const some = sessions.slice(i, i + SESSIONS_PER_STATEMENT);
    const [turns, rows] = await Promise.all([turnsOf(store, apps, some), hitRows(store, apps, some)]);
    const found = await listHighlights(store, apps, search, rows, rows.map(listedFromRow));
    const highlights = new Map(rows.map(({ id }, at) => [id, found[at]]));
    for (const { first_id, hit_id = '', hits: interactions = 0 } of some) {
      const [turn, here] = [turns.get(hit_id), highlights.get(hit_id)];
      if (turn !== undefined && here)
        hits.set(first_id, { id: hit_id, turn, interactions, highlights: here });
    }
  }
  return hits;
}

/** The place of each hit in its session, in the order in which a session shows its interactions. */
async function turnsOf(
  store: Store,
  apps: Apps,
  sessions: readonly SessionRow[],
): Promise<Map<string, number>> {
  const { where, params } = appCondition(apps);
  const turns = sessionTurns([], `${where} AND session IN {names:Array(String)}`);
  const rows = await store.query(
    z.object({ id: z.string(), turn: z.number() }),
    perShard(sql`
      SELECT id, turn
      FROM (
        SELECT id, row_number() OVER (PARTITION BY app_id, session, number ORDER BY requested_at, id) AS turn
        FROM (${turns})
      )
      WHERE id IN {ids:Array(UUID)}`),
    { ...params, names: sessions.map(({ session }) => session), ids: idsOf(sessions) },
  );
  return new Map(rows.map(({ id, turn }) => [id, turn]));
}

async function hitRows(store: Store, apps: Apps, sessions: readonly SessionRow[]): Promise<ListedRow[]> {
  const { where, params } = appCondition(apps);
  return store.query(
    ListedRow,
    `SELECT ${LISTED_SELECT} FROM interactions
     WHERE ${where} AND requested_at IN {times:Array(DateTime64(3, 'UTC'))} AND id IN {ids:Array(UUID)}`,
    {
      ...params,
      times: [...new Set(sessions.map(({ hit_at = 0 }) => clockTime(hit_at)))],
      ids: idsOf(sessions),
    },
  );
}

function idsOf(sessions: readonly SessionRow[]): string[] {
  return sessions.flatMap(({ hit_id }) => hit_id ?? []);
}
