/** Which windows a monitor looks at, at a moment up to which everything is known. */
import { isCalendarWindow, type MonitorDefinition, rollingWindow } from '@parley/contract';
import { calendarPeriod } from '../../clocks/calendar-period.ts';
import type { Range } from '../../clocks/range.ts';

/** A window to judge, and the earlier one that it is compared with. */
export type Look = {
  range: Range;
  earlier: Range | null;
  /** The start of the calendar period, if it is one. */
  period: number | null;
  /** The time of the judgement. */
  at: number;
};

export type Looks =
  | { kind: 'windows'; looks: readonly Look[] }
  | {
      kind: 'budget';
      steps: readonly number[];
      amount: number;
      period: Range;
      /** The period so far. */
      soFar: Range;
      closedPeriod: Range;
    };

type Judged = {
  definition: MonitorDefinition;
  timeZone: string;
  /** The end of what was judged last; null for the first time. */
  judgedAt: number | null;
};

const WEEK = 7 * 24 * 3_600_000;

export function looksOf({ definition, timeZone, judgedAt }: Judged, now: number): Looks {
  const { window, condition, steps } = definition;
  if (!isCalendarWindow(window)) {
    const length = rollingWindow(window) ?? 0;
    const range = { from: now - length, to: now };
    const earlier = 'against' in condition ? shifted(range, condition.against, length) : null;
    return { kind: 'windows', looks: [{ range, earlier, period: null, at: now }] };
  }
  const period = calendarPeriod(now, window, timeZone);
  const closed = calendarPeriod(now, window, timeZone, -1);
  if (steps !== null && 'above' in condition)
    return {
      ...{ kind: 'budget', steps, amount: condition.above, period, closedPeriod: closed },
      // A range has a length, also in the first moment of a period.
      soFar: { from: period.from, to: Math.max(now, period.from + 1) },
    };
  // A period that ended since the last judgement is judged once, as a whole.
  const looks: Look[] = [];
  if (judgedAt !== null && judgedAt < period.from)
    looks.push({
      range: closed,
      earlier:
        'against' in condition
          ? condition.against === 'previous'
            ? calendarPeriod(now, window, timeZone, -2)
            : calendarPeriod(closed.from - WEEK, window, timeZone)
          : null,
      period: closed.from,
      at: period.from,
    });
  // So far, a period says whether it is above something, but not whether it stays below.
  if ('above' in condition && now > period.from)
    looks.push({ range: { from: period.from, to: now }, earlier: null, period: period.from, at: now });
  return { kind: 'windows', looks };
}

function shifted({ from, to }: Range, against: 'previous' | 'weekBefore', length: number): Range {
  const by = against === 'previous' ? length : WEEK;
  return { from: from - by, to: to - by };
}

/** The ranges whose figures are needed. */
export function rangesOf(looks: Looks): Range[] {
  if (looks.kind === 'windows')
    return looks.looks.flatMap(({ range, earlier }) => (earlier ? [range, earlier] : [range]));
  return [looks.soFar, looks.closedPeriod];
}
