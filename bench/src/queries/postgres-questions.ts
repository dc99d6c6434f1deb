/** The aggregate queries in PostgreSQL, as an expert would write them. */
import type { QuestionName } from './questions.ts';

/** $1 is the application, $2 and $3 the range, $4 the time zone; a statement need not use all of them. */
const RANGE = 'app_id = $1 AND requested_at >= $2 AND requested_at < $3';
const DAY = "date_trunc('day', requested_at AT TIME ZONE $4)";

const KPIS = `
  SELECT count(*), sum(total_tokens), sum(cost_usd), avg(latency_ms),
         avg((outcome = 'error')::int) AS error_rate
  FROM interactions WHERE ${RANGE}`;

/**
 * A session begins with the first interaction of its name, and with each that comes after all earlier
 * deadlines.
 */
const PEOPLE = `
  SELECT count(DISTINCT user_key) FILTER (WHERE user_key <> '') AS identified,
         count(*) FILTER (WHERE user_key = '') AS anonymous,
         count(*) FILTER (WHERE session <> '' AND begins) AS sessions,
         count(*) FILTER (WHERE session <> '') AS in_sessions
  FROM (
    SELECT user_key, session,
           coalesce(requested_at > max(responded_at + session_timeout * interval '1 minute') OVER (
             PARTITION BY session ORDER BY requested_at, id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
           ), true) AS begins
    FROM interactions WHERE ${RANGE}
  ) turns`;

const TOP_USERS = `
  SELECT user_key, sum(cost_usd) AS cost, count(*)
  FROM interactions WHERE ${RANGE}
  GROUP BY user_key ORDER BY cost DESC NULLS LAST LIMIT 10`;

const SERIES = `
  WITH top AS (
    SELECT model FROM interactions WHERE ${RANGE} GROUP BY model ORDER BY count(*) DESC LIMIT 5
  )
  SELECT ${DAY} AS day, top.model, count(*)
  FROM interactions LEFT JOIN top USING (model) WHERE ${RANGE}
  GROUP BY 1, 2 ORDER BY 1, 3 DESC`;

const LATENCY = `
  SELECT ${DAY} AS day, percentile_cont(ARRAY[0.5, 0.9, 0.95, 0.99]) WITHIN GROUP (ORDER BY latency_ms)
  FROM interactions WHERE ${RANGE} GROUP BY 1 ORDER BY 1`;

const COST_BY_MODEL = `
  SELECT model, sum(cost_usd) AS cost, sum(total_tokens)
  FROM interactions WHERE ${RANGE} GROUP BY model ORDER BY cost DESC NULLS LAST LIMIT 10`;

const FINISH_REASONS = `
  SELECT finish_reason, count(*) FROM interactions WHERE ${RANGE} GROUP BY 1 ORDER BY 2 DESC`;

const HEAT_MAP = `
  SELECT extract(isodow FROM requested_at AT TIME ZONE $4), extract(hour FROM requested_at AT TIME ZONE $4), count(*)
  FROM interactions WHERE ${RANGE} GROUP BY 1, 2 ORDER BY 3 DESC`;

const ERRORS = `
  SELECT * FROM interactions WHERE app_id = $1 AND outcome = 'error'
  ORDER BY requested_at DESC, id DESC LIMIT 11`;

const newest = (column: string, known: string) =>
  `(array_agg(${column} ORDER BY requested_at DESC, id DESC) FILTER (WHERE ${known}))[1]`;

const USERS = `
  SELECT user_key, count(*), min(requested_at), max(requested_at) AS last_seen,
         ${['user_id', 'email', 'first_name', 'last_name', 'phone', 'gender'].map((column) => newest(column, `${column} <> ''`)).join(', ')},
         ${newest('is_authenticated', 'is_authenticated IS NOT NULL')},
         sum(input_tokens), sum(output_tokens), sum(total_tokens), sum(cached_input_tokens),
         sum(cache_write_tokens), sum(reasoning_tokens), sum(cost_usd)
  FROM interactions WHERE app_id = $1 AND user_key <> ''
  GROUP BY user_key ORDER BY last_seen DESC, user_key DESC LIMIT 51`;

/** Counts the sessions of the users on that page. */
const USERS_WITH_SESSIONS = `
  WITH page AS (${USERS})
  SELECT page.*, (
    SELECT count(*) FROM (
      SELECT user_key, coalesce(requested_at > max(responded_at + session_timeout * interval '1 minute') OVER (
               PARTITION BY session ORDER BY requested_at, id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
             ), true) AS begins
      FROM interactions turn
      WHERE app_id = $1 AND session IN (
        SELECT session FROM interactions WHERE app_id = $1 AND user_key = page.user_key AND session <> ''
      )
    ) turns WHERE begins
  ) AS sessions
  FROM page`;

export type PostgresStatement = {
  sql: string;
  /** Includes the period before. */
  compare?: true;
};

export const POSTGRES_QUESTIONS: Partial<Record<QuestionName, readonly PostgresStatement[]>> = {
  dashboard: [
    { sql: KPIS, compare: true },
    { sql: PEOPLE, compare: true },
    { sql: SERIES },
    { sql: LATENCY },
    { sql: COST_BY_MODEL },
    { sql: FINISH_REASONS },
    { sql: HEAT_MAP },
    { sql: TOP_USERS },
    { sql: ERRORS },
  ],
  users: [{ sql: USERS_WITH_SESSIONS }],
  topUsers: [{ sql: TOP_USERS }],
};
