/** The measures that can be explained, as the console names them, and the interactions behind each. */
import type { ExplainedMeasure } from '@parley/contract';
import { compact, milliseconds, millisecondsAxis, percent, percentAxis } from '../../lib/format.ts';
import { usd, usdAxis } from '../../lib/money.ts';
import type { ListSorting } from '../../state/list-sorting.ts';
import type { View } from '../../state/view.ts';

type Format = (value: number | null) => string;

type Explained = {
  label: string;
  /** Of the measure itself. */
  format: Format;
  axisFormat?: (values: readonly number[]) => (value: number) => string;
  /** Amounts are bars and add up; others are lines. */
  kind: 'bars' | 'lines';
  /** Of the causes: a percentile is told by shares of calls. */
  causeFormat: Format;
  /** The interactions of a cause that matter. `threshold`: the earlier percentile. */
  behind?: (threshold: number | null) => View;
  orderBy?: NonNullable<ListSorting['orderBy']>;
};

const amount = { format: compact, kind: 'bars', causeFormat: compact } as const;
const rate = {
  format: percent,
  axisFormat: percentAxis,
  kind: 'lines',
  causeFormat: percent,
} as const;
const delay = { format: milliseconds, axisFormat: millisecondsAxis, kind: 'lines' } as const;
const slower = (threshold: number | null): View =>
  threshold === null ? {} : { minLatencyMs: Math.floor(threshold) + 1 };

export const EXPLAINED: Record<ExplainedMeasure, Explained> = {
  costUsd: {
    label: 'Cost',
    format: usd,
    axisFormat: usdAxis,
    kind: 'bars',
    causeFormat: usd,
    orderBy: 'costUsd',
  },
  interactions: { label: 'Interactions', ...amount },
  totalTokens: { label: 'Tokens', ...amount, orderBy: 'totalTokens' },
  inputTokens: { label: 'Input tokens', ...amount },
  outputTokens: { label: 'Output tokens', ...amount },
  errorRate: { label: 'Error rate', ...rate, behind: () => ({ outcome: ['error'] }) },
  blockedRate: { label: 'Blocked', ...rate, behind: () => ({ outcome: ['blocked'] }) },
  truncatedRate: { label: 'Truncated', ...rate, behind: () => ({ finishReason: ['length'] }) },
  latencyP95: { label: 'Latency, p95', ...delay, causeFormat: percent, behind: slower, orderBy: 'latencyMs' },
  latencyP50: { label: 'Latency, p50', ...delay, causeFormat: percent, behind: slower, orderBy: 'latencyMs' },
  latencyMean: { label: 'Latency, mean', ...delay, causeFormat: milliseconds, orderBy: 'latencyMs' },
  firstTokenP95: { label: 'First token, p95', ...delay, causeFormat: percent },
  firstTokenP50: { label: 'First token, p50', ...delay, causeFormat: percent },
};

// `Object.keys` types the keys of a record as strings.
export const EXPLAINED_NAMES = Object.keys(EXPLAINED) as ExplainedMeasure[];

export function isExplained(name: unknown): name is ExplainedMeasure {
  return typeof name === 'string' && Object.hasOwn(EXPLAINED, name);
}

/** A change with its sign. Changes of rates are points, not per cent of the rate. */
export function changeText(measure: ExplainedMeasure, change: number): string {
  const { causeFormat } = EXPLAINED[measure];
  const sign = change > 0 ? '+' : change < 0 ? '−' : '';
  const size = Math.abs(change);
  if (causeFormat !== percent) return `${sign}${causeFormat(size)}`;
  return `${sign}${(100 * size).toLocaleString('en', { maximumFractionDigits: 1 })} pt`;
}

export function shareText(share: number | null): string {
  if (share === null) return '–';
  const rounded = Math.round(share * 100);
  return `${rounded < 0 ? '−' : ''}${Math.abs(rounded)}%`;
}
