/**
 * Projections of the interactions: the same rows in other orders, and sums of them. They are part of the table and
 * follow every insert, rewrite and delete. Every insert pays for them, so a table gets them once it is large enough to
 * profit (`add-projections.ts`).
 */

/** Columns that sessions are made of and filtered by. */
const TURN = `app_id, session, requested_at, id, responded_at, session_timeout, user_key, latency_ms, format, type,
  model, outcome, finish_reason, tool_calls, input_tokens, output_tokens, total_tokens, cached_input_tokens,
  cache_write_tokens, reasoning_tokens, cost_usd`;

const SUMS = `sum(input_tokens), sum(output_tokens), sum(total_tokens), sum(cached_input_tokens),
  sum(cache_write_tokens), sum(reasoning_tokens), sum(cost_usd)`;

const newest = (column: string) => `argMaxIf(${column}, (requested_at, id), notEmpty(${column}))`;
const PROFILE = [
  ...['user_id', 'email', 'first_name', 'last_name', 'phone', 'gender'].map(newest),
  'argMaxIf(is_authenticated, (requested_at, id), isNotNull(is_authenticated))',
].join(', ');

/** Time from the first token to the end of the response; the whole latency where the first token is unknown. */
export const ANSWERING =
  'latency_ms - if(ifNull(first_token_ms < latency_ms, false), assumeNotNull(first_token_ms), 0)';

const QUARTER_HOUR =
  'app_id, toStartOfFifteenMinutes(requested_at), format, provider, type, model, outcome, finish_reason';

const PROJECTIONS = {
  by_id: 'SELECT id, app_id, requested_at ORDER BY id',
  by_session: `SELECT ${TURN} ORDER BY app_id, session, requested_at, id`,
  by_user: `
    SELECT app_id, user_key, count(), min(requested_at), max(requested_at), ${SUMS}, ${PROFILE}
    GROUP BY app_id, user_key`,
  by_quarter_hour: `
    SELECT ${QUARTER_HOUR}, count(), ${SUMS}, sum(latency_ms), count(latency_ms),
           countIf(outcome = 'error'), countIf(outcome = 'blocked'), countIf(finish_reason = 'length'),
           countIf(tool_calls > 0), sumIf(output_tokens, latency_ms > 0),
           sumIf(${ANSWERING}, isNotNull(output_tokens)), sum(first_token_ms), count(first_token_ms)
    GROUP BY ${QUARTER_HOUR}`,
};

export const PROJECTION_NAMES = Object.keys(PROJECTIONS);

const adding = ([name, query]: [string, string]) => `ADD PROJECTION IF NOT EXISTS ${name} (${query})`;

export const ADD_PROJECTIONS = `ALTER TABLE interactions ${Object.entries(PROJECTIONS).map(adding).join(', ')}`;
/** The projection that older stores have with other sums. */
export const ADD_SUMS = `ALTER TABLE interactions ${adding(['by_quarter_hour', PROJECTIONS.by_quarter_hour])}`;

/** Builds the projections for existing rows. */
export const FILL_PROJECTIONS = `ALTER TABLE interactions ${PROJECTION_NAMES.map(
  (name) => `MATERIALIZE PROJECTION ${name}`,
).join(', ')}`;
