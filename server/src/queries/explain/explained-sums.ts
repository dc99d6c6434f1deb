/** The sums that a measure is explained by, as SQL over the interactions of one period. */
import { CAUSE_DIMENSIONS, type ExplainedMeasure } from '@parley/contract';
import type { Kind } from './sums.ts';

export type CauseDimension = (typeof CAUSE_DIMENSIONS)[number];

/** An aggregate over the rows for which a condition holds. */
type SumOf = (when: string) => string;

export type ExplainedSums = {
  kind: Kind;
  /** A rate that is a share of calls, rather than a mean. */
  isShare: boolean;
  /** In the order of `Sums`. */
  sums: readonly SumOf[];
  /** The percentile whose earlier value is the threshold above which calls count. */
  quantile?: { column: 'latency_ms' | 'first_token_ms'; level: number };
  dimensions: readonly CauseDimension[];
};

const calls: SumOf = (when) => `countIf(${when})`;
const sum =
  (column: string): SumOf =>
  (when) =>
    `ifNull(sumIf(${column}, ${when}), 0)`;
const count =
  (condition: string): SumOf =>
  (when) =>
    `countIf(${when} AND ${condition})`;

/** A failed call has no model that answered: such rows would be told by what is to be explained. */
const ASKED = CAUSE_DIMENSIONS.filter((name) => name !== 'model');

const amount = (...sums: SumOf[]): ExplainedSums => ({
  kind: 'amount',
  isShare: false,
  sums: [calls, ...sums],
  dimensions: CAUSE_DIMENSIONS,
});

const shareOfCalls = (condition: string): ExplainedSums => ({
  kind: 'rate',
  isShare: true,
  sums: [calls, calls, count(condition)],
  dimensions: ASKED,
});

function percentile(column: 'latency_ms' | 'first_token_ms', level: number): ExplainedSums {
  return {
    kind: 'rate',
    isShare: true,
    sums: [calls, count(`isNotNull(${column})`), count(`ifNull(${column} > {threshold:Float64}, false)`)],
    quantile: { column, level },
    dimensions: CAUSE_DIMENSIONS,
  };
}

const EXPLAINED: Record<ExplainedMeasure, ExplainedSums> = {
  costUsd: amount(sum('total_tokens'), sum('cost_usd')),
  interactions: amount(),
  totalTokens: amount(sum('total_tokens')),
  inputTokens: amount(sum('input_tokens')),
  outputTokens: amount(sum('output_tokens')),
  errorRate: shareOfCalls("outcome = 'error'"),
  blockedRate: shareOfCalls("outcome = 'blocked'"),
  truncatedRate: shareOfCalls("finish_reason = 'length'"),
  latencyMean: {
    kind: 'rate',
    isShare: false,
    sums: [calls, count('isNotNull(latency_ms)'), sum('latency_ms')],
    dimensions: CAUSE_DIMENSIONS,
  },
  latencyP50: percentile('latency_ms', 0.5),
  latencyP95: percentile('latency_ms', 0.95),
  firstTokenP50: percentile('first_token_ms', 0.5),
  firstTokenP95: percentile('first_token_ms', 0.95),
};

export function explainedSums(measure: ExplainedMeasure): ExplainedSums {
  return EXPLAINED[measure];
}
