/** The measures that monitors offer, with what people write their thresholds in. */
import type { MeasureUnit, QueryMeasure } from '@parley/contract';
import { measureNamed } from '@parley/contract/measure-names';
import { compact, milliseconds, millisecondsAxis, NONE } from '../lib/format.ts';
import { usd, usdAxis } from '../lib/money.ts';

type Unit = {
  /** Behind the field of a threshold. */
  text: string;
  /** From what is typed to what the server takes. */
  factor: number;
  format: (value: number | null) => string;
  /** For the axis of a chart; `format` by default. */
  axis?: (ticks: readonly number[]) => (value: number) => string;
};

const UNITS = {
  share: { text: '%', factor: 0.01, format: (value) => (value === null ? NONE : plainPercent(value)) },
  usd: { text: 'US dollars', factor: 1, format: usd, axis: usdAxis },
  count: { text: '', factor: 1, format: compact },
  ms: { text: 'seconds', factor: 1000, format: milliseconds, axis: millisecondsAxis },
  perSecond: { text: 'per second', factor: 1, format: plainNumber },
  score: { text: '', factor: 1, format: plainNumber },
  // Monitors have no bounds for moments.
  moment: { text: '', factor: 1, format: plainNumber },
} as const satisfies Record<MeasureUnit, Unit>;

/** In the order of the menu. */
const OFFERED = [
  'errorRate',
  'errors',
  'costUsd',
  'costPerCall',
  'interactions',
  'totalTokens',
  'inputTokens',
  'outputTokens',
  'latencyP50',
  'latencyP95',
  'latencyP99',
  'firstTokenP95',
  'identifiedUsers',
  'sessions',
  'truncatedRate',
  'blockedRate',
  'cachedShare',
] as const satisfies readonly QueryMeasure[];

export function measureName(measure: string): string {
  return measureNamed(measure).name;
}

export function unitOf(measure: string): Unit {
  return UNITS[measureNamed(measure).unit];
}

/** The choices of a menu; `scores` are the names of those that have a mean. */
export function measureOptions(scores: readonly string[]): (readonly [string, string])[] {
  const measures = [...OFFERED, ...scores.map((name) => `score.${name}.mean`)];
  return measures.map((measure) => [measure, measureName(measure)] as const);
}

/** As people write it: 5%, 0.25%. */
export function plainPercent(share: number): string {
  return `${round(share * 100)}%`;
}

function plainNumber(value: number | null): string {
  return value === null ? NONE : String(round(value));
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
