/** Days, weeks and months on the calendar of a time zone. */
import type { CalendarWindow } from '@parley/contract';
import { dayOf } from './days.ts';
import { offsetSpans } from './offsets.ts';
import type { Range } from './range.ts';

/** The first day of the period of a date, and of the one that is `later` periods later. */
const FIRST_DAY: Record<CalendarWindow, (date: Date, later: number) => number> = {
  day: (date, later) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() + later),
  // Weeks begin on Monday.
  week: (date, later) =>
    Date.UTC(
      date.getUTCFullYear(),
      date.getUTCMonth(),
      date.getUTCDate() - ((date.getUTCDay() + 6) % 7) + 7 * later,
    ),
  month: (date, later) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later, 1),
};

/** The period that a moment lies in, or the one that is `later` periods later. */
export function calendarPeriod(time: number, window: CalendarWindow, timeZone: string, later = 0): Range {
  const date = localDate(time, timeZone);
  const start = (at: number) => midnight(FIRST_DAY[window](date, at), timeZone);
  return { from: start(later), to: start(later + 1) };
}

function midnight(day: number, timeZone: string): number {
  return dayOf(new Date(day).toISOString().slice(0, 10), timeZone).from;
}

/**
 * The date that belongs to a moment. Clocks that are turned back over midnight show the day before once more, but the
 * new day has begun.
 */
function localDate(time: number, timeZone: string): Date {
  const [span] = offsetSpans({ from: time, to: time + 1 }, timeZone);
  const shown = new Date(time + (span?.offset ?? 0));
  const next = new Date(FIRST_DAY.day(shown, 1));
  return time >= midnight(next.getTime(), timeZone) ? next : shown;
}
