/**
 * Measures as SQL over interactions. Sums and counts are spelled as in the projection `by_quarter_hour`, so that the
 * engine can read that instead.
 */
import { type Dimension, type Measure, type QueryMeasure, scoreMeasureOf } from '@parley/contract';
import { ANSWERING } from '../../store/projections.ts';
import { scoreFigure } from '../score-sql.ts';
import { IN_SESSION } from '../session-turns.ts';
import { type Aggregated, type Bound, percentileBound, type Ratio, ratioBound } from './bounds.ts';

const QUANTILES = 'quantilesExactInclusive(0.5, 0.9, 0.95, 0.99)(latency_ms)';
const FIRST_TOKEN = 'quantilesExactInclusive(0.5, 0.95, 0.99)(first_token_ms)';
const SESSIONS = `uniqExactIf((app_id, session, number), ${IN_SESSION})`;
const IDENTIFIED_USERS = 'uniqExactIf((app_id, user_key), notEmpty(user_key))';
/** Requested models: a failed call has no other. */
const MODELS = 'uniqExactIf(requested_model, notEmpty(requested_model))';
const ANONYMOUS_USERS = 'countIf(empty(user_key))';

/** The ratios that have bounds, call by call. */
const COST: Ratio = { name: 'cost', part: 'ifNull(cost_usd, 0)', whole: '1', when: 'true' };
const CACHED: Ratio = {
  name: 'cached',
  part: 'ifNull(cached_input_tokens, 0)',
  whole: 'input_tokens',
  when: 'isNotNull(input_tokens)',
};
const SPEED: Ratio = {
  name: 'speed',
  part: 'output_tokens',
  whole: ANSWERING,
  when: 'latency_ms > 0 AND isNotNull(output_tokens)',
  times: 1000,
};

type Definition = Aggregated & {
  /** Value of a bucket without interactions. */
  empty: 0 | null;
  /** Needs numbered sessions. */
  sessions?: true;
  /** Milliseconds since 1970, returned as a timestamp. */
  moment?: true;
  /** Bounds come as an array, which several measures share. */
  shared?: Bound['shared'];
  read?: Bound['read'];
  /** For measures that can be computed from sums of groups: the sums, and the value of them. */
  fold?: Fold;
};

export type Fold = { sums: readonly string[]; value: (sums: readonly (number | null)[]) => number | null };

export function definitionOf(measure: QueryMeasure): Definition {
  const score = scoreMeasureOf(measure);
  return score ? scoreFigure(score.name, score.figure) : MEASURE_SQL[measure as Measure];
}

/** SQL of a measure over rows (as opposed to states of shards). */
export function measureSql(measure: QueryMeasure): string {
  const { parts, of } = definitionOf(measure);
  return of(parts);
}

const itself = ([part = '']: readonly string[]) => part;

/** A sum over all interactions. */
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

/** One of the quantiles that one aggregate computes together. */
function oneOf(quantiles: string, index: number): Definition {
  return { parts: [quantiles], of: ([all]) => `${all}[${index}]`, empty: null };
}

/** A minimum or maximum time; the engine has 1970 for no rows. */
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
  users: {
    parts: [IDENTIFIED_USERS, ANONYMOUS_USERS],
    of: ([named, unnamed]) => `${named} + ${unnamed}`,
    empty: 0,
  },
  identifiedUsers: { parts: [IDENTIFIED_USERS], of: itself, empty: 0 },
  anonymousUsers: total(ANONYMOUS_USERS),
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
  cachedShare: ratio('sum(cached_input_tokens)', 'sum(input_tokens)'),
  cacheWriteTokens: total('sum(cache_write_tokens)'),
  reasoningTokens: total('sum(reasoning_tokens)'),
  costUsd: total('sum(cost_usd)'),
  costPerCall: ratio('sum(cost_usd)', 'count()'),
  latencyCount: total('count(latency_ms)'),
  latencyMean: ratio('sum(latency_ms)', 'count(latency_ms)'),
  latencyP50: oneOf(QUANTILES, 1),
  latencyP90: oneOf(QUANTILES, 2),
  latencyP95: oneOf(QUANTILES, 3),
  latencyP99: oneOf(QUANTILES, 4),
  firstTokenCount: total('count(first_token_ms)'),
  firstTokenMean: ratio('sum(first_token_ms)', 'count(first_token_ms)'),
  firstTokenP50: oneOf(FIRST_TOKEN, 1),
  firstTokenP95: oneOf(FIRST_TOKEN, 2),
  firstTokenP99: oneOf(FIRST_TOKEN, 3),
  tokensPerSecond: ratio(
    'sumIf(output_tokens, latency_ms > 0)',
    `sumIf(${ANSWERING}, isNotNull(output_tokens))`,
    1000,
  ),
  errors: total("countIf(outcome = 'error')"),
  errorRate: ratio("countIf(outcome = 'error')", 'count()'),
  blockedRate: ratio("countIf(outcome = 'blocked')", 'count()'),
  truncatedRate: ratio("countIf(finish_reason = 'length')", 'count()'),
  toolCallRate: ratio('countIf(tool_calls > 0)', 'count()'),
  models: { parts: [MODELS], of: itself, empty: 0 },
  firstAt: moment('min(requested_at)'),
  lastAt: moment('max(requested_at)'),
  costPerCallLow: ratioBound('low', COST),
  costPerCallHigh: ratioBound('high', COST),
  cachedShareLow: ratioBound('low', CACHED),
  cachedShareHigh: ratioBound('high', CACHED),
  tokensPerSecondLow: ratioBound('low', SPEED),
  tokensPerSecondHigh: ratioBound('high', SPEED),
  latencyP50Low: percentileBound('low', 'latency_ms', 0.5),
  latencyP50High: percentileBound('high', 'latency_ms', 0.5),
  latencyP95Low: percentileBound('low', 'latency_ms', 0.95),
  latencyP95High: percentileBound('high', 'latency_ms', 0.95),
  latencyP99Low: percentileBound('low', 'latency_ms', 0.99),
  latencyP99High: percentileBound('high', 'latency_ms', 0.99),
  firstTokenP50Low: percentileBound('low', 'first_token_ms', 0.5),
  firstTokenP50High: percentileBound('high', 'first_token_ms', 0.5),
  firstTokenP95Low: percentileBound('low', 'first_token_ms', 0.95),
  firstTokenP95High: percentileBound('high', 'first_token_ms', 0.95),
  firstTokenP99Low: percentileBound('low', 'first_token_ms', 0.99),
  firstTokenP99High: percentileBound('high', 'first_token_ms', 0.99),
};

export function isMeasure(name: QueryMeasure | Dimension): name is QueryMeasure {
  return Object.hasOwn(MEASURE_SQL, name) || scoreMeasureOf(name) !== null;
}
