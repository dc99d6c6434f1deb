import type { InteractionTurn } from '@parley/contract';
import { z } from 'zod';
import { perShard, sql } from '../store/layout/sql.ts';
import type { Store } from '../store/store.ts';
import type { Apps } from './filters.ts';
import { nameOf } from './find-sessions.ts';
import { sessionTurns } from './session-turns.ts';

const Row = z.object({ turn: z.number(), turns: z.number(), previous: z.string() });

/** The order in which a session shows its interactions. */
const WINDOW = 'PARTITION BY number ORDER BY requested_at, id';

/** Position of an interaction in its session; null when there is no such interaction, or no session. */
export async function getInteractionTurn(
  store: Store,
  apps: Apps,
  id: string,
): Promise<InteractionTurn | null> {
  const name = await nameOf(store, apps, id);
  if (!name) return null;
  const ofName = 'app_id = {appId:String} AND session = {name:String}';
  const turn = sql`
    SELECT turn, turns, toString(previous) AS previous
    FROM (
      SELECT id,
             row_number() OVER (${WINDOW}) AS turn,
             count() OVER (PARTITION BY number) AS turns,
             lagInFrame(id) OVER (${WINDOW} ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS previous
      FROM (${sessionTurns([], ofName)})
    )
    WHERE id = {id:UUID}`;
  const [row] = await store.query(Row, perShard(turn), {
    appId: name.app_id,
    name: name.session,
    id,
  });
  return row ? { turn: row.turn, turns: row.turns, previousId: row.turn > 1 ? row.previous : null } : null;
}
