/** The figures of a model, and their formats. */
import { compact, count, milliseconds, percent } from '../../lib/format.ts';
import { exactUsd, usdColumn } from '../../lib/money.ts';
import type { Figures } from './model-figures.ts';

type Format = (value: number | null) => string;

export type FigureKind = {
  name: keyof Figures;
  label: string;
  /** For the head of a narrow column. */
  short?: string;
  /** A format for these values in one column or row. */
  formatFor: (values: readonly (number | null)[]) => Format;
  /** The figure in full, for a tooltip. */
  exact?: Format;
  /** Which direction is better; absent if neither is. */
  better?: 'less' | 'more';
};

const always = (format: Format) => () => format;
const perSecond: Format = (value) => (value === null ? count(value) : `${count(value)}/s`);

export const FIGURE_KINDS: readonly FigureKind[] = [
  { name: 'interactions', label: 'Calls', formatFor: always(compact) },
  { name: 'costUsd', label: 'Cost', formatFor: usdColumn, exact: exactUsd },
  {
    name: 'costPerCall',
    label: 'Cost per call',
    short: 'Cost/call',
    formatFor: usdColumn,
    exact: exactUsd,
    better: 'less',
  },
  { name: 'inputPerCall', label: 'Input tokens per call', short: 'Input/call', formatFor: always(compact) },
  {
    name: 'outputPerCall',
    label: 'Output tokens per call',
    short: 'Output/call',
    formatFor: always(compact),
  },
  {
    name: 'cachedShare',
    label: 'Cached input',
    short: 'Cached',
    formatFor: always(percent),
    better: 'more',
  },
  {
    name: 'latencyP50',
    label: 'Latency, p50',
    short: 'p50',
    formatFor: always(milliseconds),
    better: 'less',
  },
  {
    name: 'latencyP95',
    label: 'Latency, p95',
    short: 'p95',
    formatFor: always(milliseconds),
    better: 'less',
  },
  {
    name: 'tokensPerSecond',
    label: 'Output tokens per second',
    short: 'Speed',
    formatFor: always(perSecond),
    better: 'more',
  },
  { name: 'errorRate', label: 'Error rate', short: 'Errors', formatFor: always(percent), better: 'less' },
  { name: 'truncatedRate', label: 'Truncated', formatFor: always(percent), better: 'less' },
  { name: 'toolCallRate', label: 'Tool calls', formatFor: always(percent) },
];
