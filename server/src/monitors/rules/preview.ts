/** When a monitor would have fired: the rules, run over the figures of past buckets. */
import {
  BUDGET_MEASURES,
  type Bucket,
  isCalendarWindow,
  type MonitorDefinition,
  type QueryMeasure,
  rollingWindow,
} from '@parley/contract';
import { calendarPeriod } from '../../clocks/calendar-period.ts';
import type { Range } from '../../clocks/range.ts';
import { evaluate, type Figures } from './evaluate.ts';
import type { GroupState } from './group-state.ts';
import type { Figure } from './judge.ts';
import { looksOf } from './looks.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Groups that are looked at. */
export const PREVIEWED_GROUPS = 10;

const FINEST = { bucket: '5minutes', length: 5 * MINUTE } as const;
const BUCKETS: readonly { bucket: Bucket; length: number }[] = [
  FINEST,
  { bucket: '15minutes', length: 15 * MINUTE },
  { bucket: 'hour', length: HOUR },
  { bucket: '6hours', length: 6 * HOUR },
  { bucket: 'day', length: DAY },
];

/** More points than a chart has pixels say nothing. */
const MOST_POINTS = 1000;

export type PreviewSpan = {
  bucket: Bucket;
  bucketMs: number;
  /** What is shown, and what has to be known for it. */
  shown: Range;
  known: Range;
};

type Asked = { definition: MonitorDefinition; timeZone: string; now: number };

export function previewSpan({ definition, timeZone, now }: Asked): PreviewSpan {
  const { window, condition } = definition;
  const isCalendar = isCalendarWindow(window);
  const length = isCalendar
    ? { day: DAY, week: 7 * DAY, month: 31 * DAY }[window]
    : (rollingWindow(window) ?? 0);
  // The course of a calendar period is seen in steps.
  const step = isCalendar ? Math.max(HOUR, length / 30) : length;
  const lookBack =
    'against' in condition ? length + (condition.against === 'previous' ? length : 7 * DAY) : length;
  const { bucket, length: bucketMs } = BUCKETS.findLast(({ length: one }) => one <= step) ?? FINEST;
  const to = Math.floor(now / bucketMs) * bucketMs;
  const span = window === 'month' ? 62 * DAY : 30 * DAY;
  // Periods begin at their beginning.
  const start = isCalendar ? calendarPeriod(to - span, window, timeZone).from : to - span;
  return { bucket, bucketMs, shown: { from: to - span, to }, known: { from: start - lookBack, to } };
}

/** A bucket of a group: what was measured between two times. */
export type BucketFigure = Figure & Range & { group: string };

export type Fired = { group: string; at: number; until: number | null; step: number | null };

export type PreviewPoint = { time: number; value: number | null };

export type Previewed = {
  points: PreviewPoint[];
  /** The group that the points are of. */
  group: string;
  fired: Fired[];
};

export function preview(
  { definition, timeZone }: Asked,
  { shown }: PreviewSpan,
  buckets: readonly BucketFigure[],
): Previewed {
  const inTime = buckets.toSorted((a, b) => a.from - b.from);
  const series = Map.groupBy(inTime, ({ group }) => group);
  const figuresOf = (range: Range): Figures => ({
    groups: new Map([...series].map(([group, all]) => [group, together(definition.measure, all, range)])),
    isCut: false,
  });
  // In the order of the answer: by importance.
  const [{ group: first } = { group: '' }] = buckets;
  const points: PreviewPoint[] = [];
  const fired: Fired[] = [];
  let states = new Map<string, GroupState>();
  let judgedAt: number | null = null;
  const ends = [...new Set(buckets.map(({ to }) => to))].sort((a, b) => a - b);
  for (const now of ends.filter((end) => end > shown.from && end <= shown.to)) {
    const looks = looksOf({ definition, timeZone, judgedAt }, now);
    const { states: after, messages } = evaluate({
      ...{ definition, states, judgedAt, looks, figuresOf, now, isMuted: false },
    });
    const seen = looks.kind === 'budget' ? looks.soFar : looks.looks.at(-1)?.range;
    const figure = seen && figuresOf(seen).groups.get(first);
    points.push({ time: now, value: pointOf(definition, after.get(first), figure) });
    for (const { type, group, step, again } of messages) {
      const open = fired.findLast((one) => one.group === group && one.until === null);
      if (type === 'monitor.recovered' || step !== null) if (open) open.until = now;
      if (type === 'monitor.firing' && !again) fired.push({ group, at: now, until: null, step });
    }
    states = after;
    judgedAt = now;
  }
  return { points: thinned(points, definition), group: first, fired };
}

/** Of as many points in a row as it takes, the one that is closest to firing. */
function thinned(points: readonly PreviewPoint[], { condition }: MonitorDefinition): PreviewPoint[] {
  const inRow = Math.ceil(points.length / MOST_POINTS);
  const isFloor = 'below' in condition || ('changedBy' in condition && condition.changedBy < 0);
  const badness = ({ value }: PreviewPoint) =>
    value === null ? Number.NEGATIVE_INFINITY : isFloor ? -value : value;
  const rows = Array.from({ length: Math.ceil(points.length / inRow) }, (_, i) =>
    points.slice(i * inRow, (i + 1) * inRow),
  );
  return rows.flatMap(([first, ...more]) =>
    first ? [more.reduce((worst, one) => (badness(one) > badness(worst) ? one : worst), first)] : [],
  );
}

function pointOf(
  { condition, minimum }: MonitorDefinition,
  state: GroupState | undefined,
  figure: Figure | undefined,
): number | null {
  const isTooFew = !('changedBy' in condition) && (figure?.interactions ?? 0) < minimum;
  return isTooFew ? null : (state?.value ?? figure?.value ?? null);
}

/** Sums; and shares of the interactions, which are weighted by them. */
const SUMS: readonly QueryMeasure[] = [
  ...BUDGET_MEASURES,
  'errors',
  'anonymousUsers',
  'latencyCount',
  'firstTokenCount',
];
const SHARES: readonly QueryMeasure[] = [
  'errorRate',
  'blockedRate',
  'truncatedRate',
  'toolCallRate',
  'costPerCall',
];

/** How many buckets, in the order of time, something is true of; it is false of all behind them. */
function countBefore(all: readonly BucketFigure[], isTrue: (one: BucketFigure) => boolean): number {
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const one = all[middle];
    if (one && isTrue(one)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The figure of a range from those of its buckets; of measures that cannot be joined, that of the last one. */
function together(measure: QueryMeasure, all: readonly BucketFigure[], { from, to }: Range): Figure {
  const inside = all.slice(
    countBefore(all, (one) => one.from < from),
    countBefore(all, (one) => one.to <= to),
  );
  const interactions = inside.reduce((sum, one) => sum + one.interactions, 0);
  if (SUMS.includes(measure) || measure.endsWith('.count'))
    return { interactions, value: inside.reduce((sum, { value }) => sum + (value ?? 0), 0) };
  if (!SHARES.includes(measure)) return { interactions, value: inside.at(-1)?.value ?? null };
  const weighted = inside.reduce((sum, one) => sum + (one.value ?? 0) * one.interactions, 0);
  return { interactions, value: interactions === 0 ? null : weighted / interactions };
}
