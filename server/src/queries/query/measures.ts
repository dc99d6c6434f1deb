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
};

export const MEASURE_SQL: Record<Measure, Definition> = {
  interactions: { sql: 'count()', empty: 0 },
  users: { sql: `${NAMED} + ${UNNAMED}`, empty: 0 },
  identifiedUsers: { sql: NAMED, empty: 0 },
  anonymousUsers: { sql: UNNAMED, empty: 0 },
  sessions: { sql: SESSIONS, empty: 0, sessions: true },
  interactionsPerSession: {
    sql: `countIf(notEmpty(session)) / nullIf(${SESSIONS}, 0)`,
    empty: null,
    sessions: true,
  },
  inputTokens: { sql: 'sum(input_tokens)', empty: 0 },
  outputTokens: { sql: 'sum(output_tokens)', empty: 0 },
  totalTokens: { sql: 'sum(total_tokens)', empty: 0 },
  cachedInputTokens: { sql: 'sum(cached_input_tokens)', empty: 0 },
  cacheWriteTokens: { sql: 'sum(cache_write_tokens)', empty: 0 },
  reasoningTokens: { sql: 'sum(reasoning_tokens)', empty: 0 },
  costUsd: { sql: 'sum(cost_usd)', empty: 0 },
  latencyMean: { sql: 'sum(latency_ms) / nullIf(count(latency_ms), 0)', empty: null },
  latencyP50: { sql: `${QUANTILES}[1]`, empty: null },
  latencyP90: { sql: `${QUANTILES}[2]`, empty: null },
  latencyP95: { sql: `${QUANTILES}[3]`, empty: null },
  latencyP99: { sql: `${QUANTILES}[4]`, empty: null },
  tokensPerSecond: {
    sql: 'sumIf(output_tokens, latency_ms > 0) * 1000 / nullIf(sumIf(latency_ms, isNotNull(output_tokens)), 0)',
    empty: null,
  },
  errorRate: { sql: "countIf(outcome = 'error') / nullIf(count(), 0)", empty: null },
  blockedRate: { sql: "countIf(outcome = 'blocked') / nullIf(count(), 0)", empty: null },
  truncatedRate: { sql: "countIf(finish_reason = 'length') / nullIf(count(), 0)", empty: null },
  toolCallRate: { sql: 'countIf(tool_calls > 0) / nullIf(count(), 0)', empty: null },
};
