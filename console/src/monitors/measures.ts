/** The measures that monitors offer, with what people write their thresholds in. */
import type { QueryMeasure } from '@parley/contract';
import { compact, milliseconds, NONE } from '../lib/format.ts';
import { usd } from '../lib/money.ts';

type Unit = {
  /** Behind the field of a threshold. */
  text: string;
  /** From what is typed to what the server takes. */
  factor: number;
  format: (value: number | null) => string;
};

const UNITS = {
  share: { text: '%', factor: 0.01, format: (value) => (value === null ? NONE : plainPercent(value)) },
  usd: { text: 'US dollars', factor: 1, format: usd },
  count: { text: '', factor: 1, format: compact },
  ms: { text: 'seconds', factor: 1000, format: milliseconds },
  score: { text: '', factor: 1, format: (value) => (value === null ? NONE : String(round(value))) },
} as const satisfies Record<string, Unit>;

type Named = { name: string; unit: keyof typeof UNITS };

/** In the order of the menu. */
const MEASURES = {
  errorRate: { name: 'Error rate', unit: 'share' },
  errors: { name: 'Errors', unit: 'count' },
  costUsd: { name: 'Cost', unit: 'usd' },
  costPerCall: { name: 'Cost per call', unit: 'usd' },
  interactions: { name: 'Interactions', unit: 'count' },
  totalTokens: { name: 'Tokens', unit: 'count' },
  inputTokens: { name: 'Input tokens', unit: 'count' },
  outputTokens: { name: 'Output tokens', unit: 'count' },
  latencyP50: { name: 'Latency, median', unit: 'ms' },
  latencyP95: { name: 'Latency, 95th percentile', unit: 'ms' },
  latencyP99: { name: 'Latency, 99th percentile', unit: 'ms' },
  firstTokenP95: { name: 'Time to first token, 95th percentile', unit: 'ms' },
  identifiedUsers: { name: 'Users', unit: 'count' },
  sessions: { name: 'Sessions', unit: 'count' },
  truncatedRate: { name: 'Truncated answers', unit: 'share' },
  blockedRate: { name: 'Blocked calls', unit: 'share' },
  cachedShare: { name: 'Cached input', unit: 'share' },
} as const satisfies Partial<Record<QueryMeasure, Named>>;

type OfferedMeasure = keyof typeof MEASURES;

const SCORE = /^score\.(.+)\.(mean|count)$/;

export function measureName(measure: string): string {
  if (isOffered(measure)) return MEASURES[measure].name;
  const [, name, figure] = SCORE.exec(measure) ?? [];
  if (name === undefined) return measure;
  return figure === 'mean' ? `Score ${name}, mean` : `Scores ${name}`;
}

export function unitOf(measure: string): Unit {
  if (isOffered(measure)) return UNITS[MEASURES[measure].unit];
  return UNITS[SCORE.exec(measure)?.[2] === 'mean' ? 'score' : 'count'];
}

/** The choices of a menu; `scores` are the names of those that have a mean. */
export function measureOptions(scores: readonly string[]): (readonly [string, string])[] {
  const measures = [...Object.keys(MEASURES), ...scores.map((name) => `score.${name}.mean`)];
  return measures.map((measure) => [measure, measureName(measure)] as const);
}

function isOffered(measure: string): measure is OfferedMeasure {
  return Object.hasOwn(MEASURES, measure);
}

/** As people write it: 5%, 0.25%. */
export function plainPercent(share: number): string {
  return `${round(share * 100)}%`;
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
