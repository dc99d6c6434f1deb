/** The labels of sessions, of which only those of a page are read: the turns that sessions are made of carry none. */
import { MAX_SESSION_LABELS, type Session } from '@parley/contract';
import { z } from 'zod';
import type { Store } from '../store/store.ts';
import { appCondition } from './filters.ts';
import type { SessionRow } from './find-sessions.ts';
import { IN_SESSION } from './session-turns.ts';

const Row = z.object({ place: z.number(), pairs: z.array(z.tuple([z.string(), z.string()])) });

/** The labels of each session, in the order of the sessions. */
export async function sessionLabels(
  store: Store,
  sessions: readonly SessionRow[],
): Promise<Session['labels'][]> {
  const [app = '', ...apps] = new Set(sessions.map(({ app_id }) => app_id));
  const { where, params } = appCondition([app, ...apps]);
  // Sessions of one name do not overlap, so that name and time tell which one an interaction belongs to.
  const rows = await store.query(
    Row,
    `SELECT arrayFirstIndex(
              (app, name, started, last) -> app = app_id AND name = session
                AND toUnixTimestamp64Milli(requested_at) BETWEEN started AND last,
              {apps:Array(String)}, {names:Array(String)}, {started:Array(Int64)}, {last:Array(Int64)}
            ) AS place,
            arraySort(groupUniqArrayArray(${MAX_SESSION_LABELS})(arrayZip(mapKeys(labels), mapValues(labels)))) AS pairs
     FROM interactions
     WHERE ${where} AND ${IN_SESSION} AND session IN {names:Array(String)} AND notEmpty(labels)
       AND requested_at >= fromUnixTimestamp64Milli({from:Int64})
       AND requested_at <= fromUnixTimestamp64Milli({to:Int64})
     GROUP BY place
     HAVING place > 0`,
    {
      ...params,
      apps: sessions.map(({ app_id }) => app_id),
      names: sessions.map(({ session }) => session),
      started: sessions.map(({ started }) => started),
      last: sessions.map(({ last }) => last),
      from: Math.min(...sessions.map(({ started }) => started)),
      to: Math.max(...sessions.map(({ last }) => last)),
    },
  );
  const byPlace = new Map(rows.map(({ place, pairs }) => [place, pairs]));
  return sessions.map((_, i) => {
    const values = Map.groupBy(byPlace.get(i + 1) ?? [], ([name]) => name);
    return Object.fromEntries([...values].map(([name, pairs]) => [name, pairs.map(([, value]) => value)]));
  });
}
