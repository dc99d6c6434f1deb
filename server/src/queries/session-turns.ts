/**
 * Which interactions are one session, as SQL. Within an application, those of one session name are put
 * in the order of their requests; each keeps its session open until its response plus its own timeout.
 * One that comes after all of these times begins the next session of that name. Nothing here knows when
 * an interaction arrived, so neither does the result.
 *
 * Of requests at the same millisecond the one that keeps the session open longest goes first: should
 * one of them say it was answered long before it was asked, they still are one session.
 */

/** When an interaction lets its session end, in milliseconds; a timeout of ages stays a date. */
const DEADLINE =
  'toUnixTimestamp64Milli(responded_at) + toInt64(round(least(session_timeout * 60000, 1e14)))';

const WINDOW = 'PARTITION BY app_id, session ORDER BY requested_at, deadline DESC, id';

/**
 * Rows of `interactions` that fit `where`, with `deadline` and with `number`, which counts the sessions
 * of a name. `where` must take or leave all interactions of a session name. `columns` are what the
 * question needs; those of the projection `by_session` are the quick ones.
 */
export function sessionTurns(columns: readonly string[], where: string): string {
  const list = [...new Set(['app_id', 'session', 'requested_at', 'id', ...columns])].join(', ');
  return `
    SELECT *, sum(begins) OVER (${WINDOW} ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS number
    FROM (
      SELECT *, toUnixTimestamp64Milli(requested_at) > max(deadline) OVER (
                  ${WINDOW} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
                ) AS begins
      FROM (
        SELECT ${list}, ${DEADLINE} AS deadline
        FROM interactions
        WHERE notEmpty(session) AND ${where}
      )
    )`;
}
