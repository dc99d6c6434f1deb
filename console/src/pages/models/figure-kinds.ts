/** The figures of a model: what the server is asked for, their formats, and what tells a difference from chance. */
import { type Measure, numberIn } from '../../charts/query/use-query.ts';
import { type Estimate, type Interval, NO_INTERVAL, shareInterval } from '../../lib/estimate.ts';
import { compact, count, milliseconds, millisecondsAxis, percent, percentAxis } from '../../lib/format.ts';
import { exactUsd, usdAxis, usdColumn } from '../../lib/money.ts';

type Format = (value: number | null) => string;
type Row = Record<string, unknown>;
type Calls = 'interactions' | 'latencyCount' | 'firstTokenCount';

export type FigureKind = {
  name: FigureName;
  label: string;
  /** For the head of a narrow column. */
  short?: string;
  /** A format for these values in one column or row. */
  formatFor: (values: readonly (number | null)[]) => Format;
  /** The figure in full, for a tooltip. */
  exact?: Format;
  axisFormat?: (ticks: readonly number[]) => (value: number) => string;
  /** Which direction is better; absent if neither is. */
  better?: 'less' | 'more';
  /** The measure of the calls behind the figure. */
  calls: Calls;
  /** The other measures. */
  measures: readonly Measure[];
  /** Absent where the figure is a measure of the same name. */
  figureFrom?: (row: Row) => number | null;
  intervalOf?: (row: Row, value: number | null, n: number) => Interval;
};

const FIGURES = [
  'interactions',
  'costUsd',
  'costPerCall',
  'errorRate',
  'inputPerCall',
  'outputPerCall',
  'cachedShare',
  'latencyP50',
  'latencyP95',
  'latencyP99',
  'firstTokenP50',
  'firstTokenP95',
  'firstTokenP99',
  'tokensPerSecond',
  'truncatedRate',
  'toolCallRate',
] as const;
export type FigureName = (typeof FIGURES)[number];

const always = (format: Format) => () => format;
const perSecond: Format = (value) => (value === null ? count(value) : `${count(value)}/s`);

/** The measures that have bounds in the API. */
type Bounded =
  | Exclude<FigureName, 'interactions' | 'costUsd' | `${string}PerCall` | `${string}Rate`>
  | 'costPerCall';

function bounded(name: Bounded): Pick<FigureKind, 'measures' | 'intervalOf'> {
  const [low, high] = [`${name}Low`, `${name}High`] as const;
  return {
    measures: [name, low, high],
    intervalOf: (row) => ({ low: numberIn(row, low), high: numberIn(row, high) }),
  };
}

const plain = (measure: Measure) => ({ calls: 'interactions', measures: [measure] }) as const;

const SHARE = {
  calls: 'interactions',
  formatFor: always(percent),
  axisFormat: percentAxis,
} as const;

function share(
  measure: Measure,
): Pick<FigureKind, 'calls' | 'formatFor' | 'axisFormat' | 'measures' | 'intervalOf'> {
  return { ...SHARE, measures: [measure], intervalOf: (_, value, n) => shareInterval(value, n) };
}

function perCall(tokens: Measure): Pick<FigureKind, 'calls' | 'formatFor' | 'measures' | 'figureFrom'> {
  return {
    calls: 'interactions',
    formatFor: always(compact),
    measures: [tokens],
    figureFrom(row) {
      const [sum, calls] = [numberIn(row, tokens), numberIn(row, 'interactions')];
      return sum === null || !calls ? null : sum / calls;
    },
  };
}

const duration = (calls: Calls) =>
  ({ calls, formatFor: always(milliseconds), axisFormat: millisecondsAxis, better: 'less' }) as const;

const KINDS: Record<FigureName, Omit<FigureKind, 'name'>> = {
  interactions: { label: 'Calls', formatFor: always(compact), calls: 'interactions', measures: [] },
  costUsd: {
    label: 'Cost',
    formatFor: usdColumn,
    exact: exactUsd,
    axisFormat: usdAxis,
    ...plain('costUsd'),
  },
  costPerCall: {
    label: 'Cost per call',
    short: 'Cost/call',
    formatFor: usdColumn,
    exact: exactUsd,
    axisFormat: usdAxis,
    better: 'less',
    calls: 'interactions',
    ...bounded('costPerCall'),
  },
  inputPerCall: { label: 'Input tokens per call', short: 'Input/call', ...perCall('inputTokens') },
  outputPerCall: { label: 'Output tokens per call', short: 'Output/call', ...perCall('outputTokens') },
  cachedShare: {
    label: 'Cached input',
    short: 'Cached',
    better: 'more',
    ...SHARE,
    ...bounded('cachedShare'),
  },
  latencyP50: {
    label: 'Latency, p50',
    short: 'Latency\np50',
    ...duration('latencyCount'),
    ...bounded('latencyP50'),
  },
  latencyP95: {
    label: 'Latency, p95',
    short: 'Latency\np95',
    ...duration('latencyCount'),
    ...bounded('latencyP95'),
  },
  latencyP99: {
    label: 'Latency, p99',
    short: 'Latency\np99',
    ...duration('latencyCount'),
    ...bounded('latencyP99'),
  },
  firstTokenP50: {
    label: 'First token, p50',
    short: 'First token\np50',
    ...duration('firstTokenCount'),
    ...bounded('firstTokenP50'),
  },
  firstTokenP95: {
    label: 'First token, p95',
    short: 'First token\np95',
    ...duration('firstTokenCount'),
    ...bounded('firstTokenP95'),
  },
  firstTokenP99: {
    label: 'First token, p99',
    short: 'First token\np99',
    ...duration('firstTokenCount'),
    ...bounded('firstTokenP99'),
  },
  tokensPerSecond: {
    label: 'Output tokens per second',
    short: 'Speed',
    formatFor: always(perSecond),
    better: 'more',
    calls: 'latencyCount',
    ...bounded('tokensPerSecond'),
  },
  errorRate: { label: 'Error rate', short: 'Errors', better: 'less', ...share('errorRate') },
  truncatedRate: { label: 'Truncated', better: 'less', ...share('truncatedRate') },
  toolCallRate: { label: 'Tool calls', ...share('toolCallRate') },
};

export const FIGURE_KINDS: readonly FigureKind[] = FIGURES.map((name) => ({ name, ...KINDS[name] }));

export function figureNamed(name: unknown): FigureKind | undefined {
  return FIGURE_KINDS.find((kind) => kind.name === name);
}

/** The measures of some figures, the number of calls first: groups are sorted by it. */
export function measuresOf(kinds: readonly FigureKind[]): Measure[] {
  return [
    ...new Set<Measure>(['interactions', ...kinds.flatMap(({ calls, measures }) => [calls, ...measures])]),
  ];
}

export function estimateIn(row: Row, { name, calls, figureFrom, intervalOf }: FigureKind): Estimate {
  const value = figureFrom ? figureFrom(row) : numberIn(row, name);
  const n = numberIn(row, calls) ?? 0;
  return { value, n, ...(intervalOf?.(row, value, n) ?? NO_INTERVAL) };
}
