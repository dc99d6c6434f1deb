/**
 * Which interactions are one session, as SQL. Within an application, those of one session name are put
 * in the order of their requests; each keeps its session open until its response plus its own timeout.
 * One that comes after all of these times begins the next session of that name. Nothing here knows when
 * an interaction arrived, so neither does the result.
 *
 * Of requests at the same millisecond the one that keeps the session open longest goes first: should
 * one of them say it was answered long before it was asked, they still are one session.
 *
 * Embeddings and rankings carry the name of a session and are no part of it.
 */
import { WORDLESS_TYPES } from '@parley/contract';
import { DEADLINE } from '../store/deadline.ts';
import { type Fragment, INTERACTIONS, join, type Statement, sql } from '../store/layout/sql.ts';
import { type Apps, appCondition } from './filters.ts';

const SPEAKS = WORDLESS_TYPES.map((type) => `type != '${type}'`).join(' AND ');

/** Whether an interaction is part of a session. */
export const IN_SESSION = `(notEmpty(session) AND ${SPEAKS})`;

const WINDOW = `PARTITION BY app_id, session, ${SPEAKS} ORDER BY requested_at, deadline DESC, id`;

/** What tells sessions apart. */
const ENDS = ['responded_at', 'session_timeout', 'type'];

/**
 * Rows of the table `interactions` that fit `where`, with `deadline` and with `number`, which counts the sessions
 * of a name. `where` must take or leave all interactions of a session name. `columns` are what the
 * question needs; those of the projection `by_session` are the quick ones.
 */
export function sessionTurns(columns: readonly Statement[], where: Statement): Fragment {
  return numbered(sql`SELECT ${columnList(columns)} FROM ${INTERACTIONS} WHERE ${IN_SESSION} AND ${where}`);
}

export type SessionQuery = {
  apps: Apps;
  /** What the question needs of each interaction. */
  columns: readonly string[];
  /** Which interactions it is about. */
  where: string;
  /** The same, to be asked of every interaction of a session. */
  fits: Statement;
  /** The times it is about, as parameters in milliseconds; without one, it is about all times. */
  span?: { from?: string; to?: string };
  /** Whether all of it is put in order: of few interactions, that is done before it is thought about. */
  isSmall: boolean;
};

/**
 * The interactions that fit `where`, each with a `number` that tells the sessions of one name apart. Whatever is
 * in none has a number that says nothing.
 *
 * Most names are one session, and that can be told from two sums: nobody came back after a moment at which
 * the session might have ended. Only the others are put in order. And of what lies before the span, only
 * interactions count that kept their session open until then: the question costs what its span has, however
 * long the log is.
 */
export function numberedInteractions(query: SessionQuery): Fragment {
  const { apps, columns, where, fits, span = {}, isSmall } = query;
  const list = columns.join(', ');
  const turns = (wanted: readonly Statement[], condition: Statement) => {
    const from = sql`SELECT ${columnList(wanted)} FROM ${INTERACTIONS}
                  WHERE ${appCondition(apps).where} AND ${condition}`;
    const until =
      span.to === undefined ? '' : `AND requested_at < fromUnixTimestamp64Milli({${span.to}:Int64})`;
    if (span.from === undefined) return sql`${from} ${until}`;
    const begin = `{${span.from}:Int64}`;
    return sql`${from} AND requested_at >= fromUnixTimestamp64Milli(${begin}) ${until}
            UNION ALL
            ${from} AND requested_at < fromUnixTimestamp64Milli(${begin}) AND ${DEADLINE} >= ${begin}`;
  };
  const inOrder = (condition: Statement) =>
    sql`SELECT ${list}, number FROM (${numbered(turns([...columns, sql`${fits} AS fits`], condition))}) WHERE fits`;
  if (isSmall) return inOrder('true');
  const several = sql`SELECT session FROM (${turns([], IN_SESSION)})
                   GROUP BY app_id, session
                   HAVING toUnixTimestamp64Milli(max(requested_at)) > min(${DEADLINE})`;
  return sql`SELECT ${list}, toUInt64(0) AS number FROM ${INTERACTIONS}
          WHERE ${where} AND session NOT IN (${several})
          UNION ALL
          ${inOrder(sql`notEmpty(session) AND session IN (${several})`)}`;
}

function numbered(turns: Statement): Fragment {
  return sql`
    SELECT *, sum(begins) OVER (${WINDOW} ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS number
    FROM (
      SELECT *, toUnixTimestamp64Milli(requested_at) > max(deadline) OVER (
                  ${WINDOW} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
                ) AS begins
      FROM (SELECT *, ${DEADLINE} AS deadline FROM (${turns}))
    )`;
}

function columnList(columns: readonly Statement[]): Fragment {
  return join([...new Set(['app_id', 'session', 'requested_at', 'id', ...ENDS, ...columns])], ', ');
}
