/** What is said of a model, and how. */
import { compact, count, milliseconds, percent, usd } from '../../lib/format.ts';
import type { Figures } from './model-figures.ts';

export type FigureKind = {
  name: keyof Figures;
  label: string;
  format: (value: number | null) => string;
  /** Which of two is the better one; neither where it depends. */
  better?: 'less' | 'more';
};

const perSecond = (value: number | null) => (value === null ? compact(value) : `${count(value)}/s`);

export const FIGURE_KINDS: readonly FigureKind[] = [
  { name: 'interactions', label: 'Calls', format: compact },
  { name: 'costUsd', label: 'Cost', format: usd },
  { name: 'costPerCall', label: 'Cost per call', format: usd, better: 'less' },
  { name: 'inputPerCall', label: 'Input tokens per call', format: compact },
  { name: 'outputPerCall', label: 'Output tokens per call', format: compact },
  { name: 'cachedShare', label: 'Cached input', format: percent, better: 'more' },
  { name: 'latencyP50', label: 'Latency, p50', format: milliseconds, better: 'less' },
  { name: 'latencyP95', label: 'Latency, p95', format: milliseconds, better: 'less' },
  { name: 'tokensPerSecond', label: 'Tokens per second', format: perSecond, better: 'more' },
  { name: 'errorRate', label: 'Error rate', format: percent, better: 'less' },
  { name: 'truncatedRate', label: 'Truncated', format: percent, better: 'less' },
  { name: 'toolCallRate', label: 'Tool calls', format: percent },
];
