/**
 * Sessions as SQL. Within an application, the interactions of a session name are ordered by request time, and each
 * keeps its session open until its response plus its own timeout. An interaction after all of these deadlines begins
 * the next session of that name. The result does not depend on when interactions arrived.
 *
 * Of requests in the same millisecond, the one with the latest deadline comes first: should one of them claim a
 * response long before its request, they still are one session.
 *
 * Embeddings and rankings carry the name of a session but are not part of it.
 */
import { WORDLESS_TYPES } from '@parley/contract';
import { DEADLINE } from '../store/deadline.ts';
import { type Fragment, INTERACTIONS, join, type Statement, sql } from '../store/layout/sql.ts';
import { type Apps, appCondition } from './filters.ts';

const NOT_WORDLESS = WORDLESS_TYPES.map((type) => `type != '${type}'`).join(' AND ');

/** Condition: an interaction is part of a session. */
export const IN_SESSION = `(notEmpty(session) AND ${NOT_WORDLESS})`;

const WINDOW = `PARTITION BY app_id, session, ${NOT_WORDLESS} ORDER BY requested_at, deadline DESC, id`;

/** Columns that sessions are told apart by. */
const BOUNDARY_COLUMNS = ['responded_at', 'session_timeout', 'type'];

/**
 * Interactions that match `where`, with `deadline` and with `number`, which counts the sessions of a name. `where` must
 * include or exclude all interactions of a session name. `columns` are those that the caller reads; columns of the
 * projection `by_session` are fast.
 */
export function sessionTurns(columns: readonly Statement[], where: Statement): Fragment {
  return numbered(sql`SELECT ${columnList(columns)} FROM ${INTERACTIONS} WHERE ${IN_SESSION} AND ${where}`);
}

export type SessionQuery = {
  apps: Apps;
  /** Columns that the caller reads. */
  columns: readonly string[];
  /** Which interactions match. */
  where: string;
  /** The same as an expression over every interaction of a session. */
  fits: Statement;
  /** Names of the parameters, in milliseconds, that bound the time; open where absent. */
  span?: { from?: string; to?: string };
  /** Whether to number all sessions at once, which is faster for few interactions. */
  isSmall: boolean;
};

/**
 * Interactions that match `where`, each with a `number` that tells the sessions of a name apart; without a session,
 * the number means nothing.
 *
 * Most names are one session, which two aggregates show: the last request is not after the earliest deadline. Only
 * the other names are numbered by a window. Of interactions before the span, only those count whose deadline reaches
 * into it, so the cost depends on the span and not on the length of the log.
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
  return join(
    [...new Set(['app_id', 'session', 'requested_at', 'id', ...BOUNDARY_COLUMNS, ...columns])],
    ', ',
  );
}
