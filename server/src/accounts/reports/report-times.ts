/** When reports are due, and what they are about. */
import type { CalendarWindow, ReportSchedule } from '@parley/contract';
import { calendarPeriod } from '../../clocks/calendar-period.ts';
import type { Range } from '../../clocks/range.ts';

type Timed = { schedule: ReportSchedule; hour: number; timeZone: string };

const WINDOWS: Record<ReportSchedule, CalendarWindow> = { daily: 'day', weekly: 'week', monthly: 'month' };
const HOUR_MS = 3_600_000;

/** The first time after a moment. On a day when clocks change, it is an hour off. */
export function nextReport({ schedule, hour, timeZone }: Timed, after: number): number {
  const due = (later: number) =>
    calendarPeriod(after, WINDOWS[schedule], timeZone, later).from + hour * HOUR_MS;
  return due(0) > after ? due(0) : due(1);
}

/** The last whole period at a moment, and the one before it. */
export function reportedPeriods(
  { schedule, timeZone }: Omit<Timed, 'hour'>,
  at: number,
): { period: Range; before: Range } {
  const window = WINDOWS[schedule];
  return {
    period: calendarPeriod(at, window, timeZone, -1),
    before: calendarPeriod(at, window, timeZone, -2),
  };
}
