/**
 * What can be measured, as SQL over interactions. The sums and counts are spelled as the projection
 * `by_quarter_hour` has them, so that the engine answers from there where it can.
 */
import type { Measure } from '@parley/contract';
import { ANSWERING } from '../../store/projections.ts';
import { IN_SESSION } from '../session-turns.ts';

const QUANTILES = 'quantilesExactInclusive(0.5, 0.9, 0.95, 0.99)(latency_ms)';
const FIRST_TOKEN = 'quantilesExactInclusive(0.5, 0.95)(first_token_ms)';
const SESSIONS = `uniqExactIf((app_id, session, number), ${IN_SESSION})`;
const NAMED = 'uniqExactIf((app_id, user_key), notEmpty(user_key))';
/** By what was asked for: a call that failed has no other. */
const MODELS = 'uniqExactIf(requested_model, notEmpty(requested_model))';
const UNNAMED = 'countIf(empty(user_key))';

type Definition = {
  /** The aggregates it is made of, and what it makes of them. */
  parts: readonly string[];
  of: (parts: readonly string[]) => string;
  /** What a bucket without interactions has: nothing is zero of it, or there is nothing to tell. */
  empty: 0 | null;
  /** Needs to know which interactions are one session. */
  sessions?: true;
  /** In milliseconds since 1970, and to be told as a time. */
  moment?: true;
  /** Where it can be put together out of those of parts: what has to be summed of each, and what that makes. */
  fold?: Fold;
};

export type Fold = { sums: readonly string[]; value: (sums: readonly (number | null)[]) => number | null };

/** As SQL, out of the rows themselves. */
export function measureSql(measure: Measure): string {
  const { parts, of } = MEASURE_SQL[measure];
  return of(parts);
}

const itself = ([part = '']: readonly string[]) => part;

/** As much as all parts have together. */
function total(sql: string): Definition {
  return { parts: [sql], of: itself, empty: 0, fold: { sums: [sql], value: ([sum = null]) => sum } };
}

function ratio(part: string, whole: string, times = 1): Definition {
  return {
    parts: [part, whole],
    of: ([a, b]) => `${a}${times === 1 ? '' : ` * ${times}`} / nullIf(${b}, 0)`,
    empty: null,
    fold: {
      sums: [part, whole],
      value: ([a = null, b = null]) => (a === null || b === null || b === 0 ? null : (a * times) / b),
    },
  };
}

/** Of those that are measured together. */
function latency(index: number): Definition {
  return { parts: [QUANTILES], of: ([quantiles]) => `${quantiles}[${index}]`, empty: null };
}

/** Of nothing it is 1970. */
function moment(sql: string): Definition {
  return {
    parts: [sql],
    of: ([time]) => `nullIf(toUnixTimestamp64Milli(${time}), 0)`,
    empty: null,
    moment: true,
  };
}

export const MEASURE_SQL: Record<Measure, Definition> = {
  interactions: total('count()'),
  users: { parts: [NAMED, UNNAMED], of: ([named, unnamed]) => `${named} + ${unnamed}`, empty: 0 },
  identifiedUsers: { parts: [NAMED], of: itself, empty: 0 },
  anonymousUsers: total(UNNAMED),
  sessions: { parts: [SESSIONS], of: itself, empty: 0, sessions: true },
  interactionsPerSession: {
    parts: [`countIf(${IN_SESSION})`, SESSIONS],
    of: ([interactions, sessions]) => `${interactions} / nullIf(${sessions}, 0)`,
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
  latencyP50: latency(1),
  latencyP90: latency(2),
  latencyP95: latency(3),
  latencyP99: latency(4),
  firstTokenMean: ratio('sum(first_token_ms)', 'count(first_token_ms)'),
  firstTokenP50: { parts: [FIRST_TOKEN], of: ([quantiles]) => `${quantiles}[1]`, empty: null },
  firstTokenP95: { parts: [FIRST_TOKEN], of: ([quantiles]) => `${quantiles}[2]`, empty: null },
  tokensPerSecond: ratio(
    'sumIf(output_tokens, latency_ms > 0)',
    `sumIf(${ANSWERING}, isNotNull(output_tokens))`,
    1000,
  ),
  errorRate: ratio("countIf(outcome = 'error')", 'count()'),
  blockedRate: ratio("countIf(outcome = 'blocked')", 'count()'),
  truncatedRate: ratio("countIf(finish_reason = 'length')", 'count()'),
  toolCallRate: ratio('countIf(tool_calls > 0)', 'count()'),
  models: { parts: [MODELS], of: itself, empty: 0 },
  firstAt: moment('min(requested_at)'),
  lastAt: moment('max(requested_at)'),
};
