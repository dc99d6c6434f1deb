/**
 * What can be measured, as SQL over interactions. The sums and counts are spelled as the projection
 * `by_quarter_hour` has them, so that the engine answers from there where it can.
 */
import type { Measure } from '@parley/contract';

const QUANTILES = 'quantilesExactInclusive(0.5, 0.9, 0.95, 0.99)(latency_ms)';
const SESSIONS = 'uniqExactIf((app_id, session, number), notEmpty(session))';
const NAMED = 'uniqExactIf((app_id, user_key), notEmpty(user_key))';
const UNNAMED = 'countIf(empty(user_key))';

type Definition = {
  sql: string;
  /** What a bucket without interactions has: nothing is zero of it, or there is nothing to tell. */
  empty: 0 | null;
  /** Needs to know which interactions are one session. */
  sessions?: true;
  /** Where it can be put together out of those of parts: what has to be summed of each, and what that makes. */
  fold?: Fold;
};

export type Fold = { sums: readonly string[]; value: (sums: readonly (number | null)[]) => number | null };

/** As much as all parts have together. */
function total(sql: string): Definition {
  return { sql, empty: 0, fold: { sums: [sql], value: ([sum = null]) => sum } };
}

function ratio(part: string, whole: string, times = 1): Definition {
  return {
    sql: `${part}${times === 1 ? '' : ` * ${times}`} / nullIf(${whole}, 0)`,
    empty: null,
    fold: {
      sums: [part, whole],
      value: ([a = null, b = null]) => (a === null || b === null || b === 0 ? null : (a * times) / b),
    },
  };
}

export const MEASURE_SQL: Record<Measure, Definition> = {
  interactions: total('count()'),
  users: { sql: `${NAMED} + ${UNNAMED}`, empty: 0 },
  identifiedUsers: { sql: NAMED, empty: 0 },
  anonymousUsers: total(UNNAMED),
  sessions: { sql: SESSIONS, empty: 0, sessions: true },
  interactionsPerSession: {
    sql: `countIf(notEmpty(session)) / nullIf(${SESSIONS}, 0)`,
    empty: null,
    sessions: true,
  },
  inputTokens: total('sum(input_tokens)'),
  outputTokens: total('sum(output_tokens)'),
  totalTokens: total('sum(total_tokens)'),
  cachedInputTokens: total('sum(cached_input_tokens)'),
  cacheWriteTokens: total('sum(cache_write_tokens)'),
  reasoningTokens: total('sum(reasoning_tokens)'),
  costUsd: total('sum(cost_usd)'),
  latencyMean: ratio('sum(latency_ms)', 'count(latency_ms)'),
  latencyP50: { sql: `${QUANTILES}[1]`, empty: null },
  latencyP90: { sql: `${QUANTILES}[2]`, empty: null },
  latencyP95: { sql: `${QUANTILES}[3]`, empty: null },
  latencyP99: { sql: `${QUANTILES}[4]`, empty: null },
  tokensPerSecond: ratio(
    'sumIf(output_tokens, latency_ms > 0)',
    'sumIf(latency_ms, isNotNull(output_tokens))',
    1000,
  ),
  errorRate: ratio("countIf(outcome = 'error')", 'count()'),
  blockedRate: ratio("countIf(outcome = 'blocked')", 'count()'),
  truncatedRate: ratio("countIf(finish_reason = 'length')", 'count()'),
  toolCallRate: ratio('countIf(tool_calls > 0)', 'count()'),
};
