/** Days of a time zone, numbered since 1 January 1970 by the calendar. A day may have 23 or 25 hours. */
import { dayNumber, type Wall, wallClock } from './wall-clock.ts';

const MINUTE = 60_000;
/** Clocks change at whole quarters of an hour. */
const QUARTER_HOUR = 15 * MINUTE;
const DAY = 24 * 60 * MINUTE;

export function dayOf(ms: number, timeZone: string): number {
  return dayNumber(wallClock(ms, timeZone));
}

/** Cached: every label of a chart asks for the days around it. */
const starts = new Map<string, number>();

/** The first moment of a day, which is not midnight where the clocks skip it. */
export function startOfDay(day: number, timeZone: string): number {
  const key = `${day} ${timeZone}`;
  const start = starts.get(key) ?? findStart(day, timeZone);
  starts.set(key, start);
  return start;
}

function findStart(day: number, timeZone: string): number {
  const midnight = day * DAY;
  // The earliest moment that can be midnight, by the offsets before and after it.
  const offsets = [midnight - DAY, midnight + DAY].map((ms) => offsetAt(ms, timeZone));
  let moment = midnight - Math.max(...offsets);
  while (dayOf(moment, timeZone) < day) moment += QUARTER_HOUR;
  return moment;
}

/** The day that begins at this moment, if one does. */
export function dayStarting(ms: number, timeZone: string): number | null {
  if (ms % QUARTER_HOUR !== 0) return null;
  const day = dayOf(ms, timeZone);
  return startOfDay(day, timeZone) === ms ? day : null;
}

/** Local time minus UTC. */
function offsetAt(ms: number, timeZone: string): number {
  const wall = wallClock(ms, timeZone);
  return minuteOf(wall) * MINUTE - Math.floor(ms / MINUTE) * MINUTE;
}

function minuteOf(wall: Wall): number {
  return (dayNumber(wall) * DAY) / MINUTE + wall.hour * 60 + wall.minute;
}

/** The first day of the week that has this day; a week begins on a Monday (1) to Sunday (7). */
export function startOfWeek(day: number, firstDay: number): number {
  // 1 January 1970 was a Thursday.
  const weekday = modulo(day + 3, 7) + 1;
  return day - modulo(weekday - firstDay, 7);
}

/** The first day of a month, counted in months from the one that has this day. */
export function startOfMonth(day: number, monthsLater = 0): number {
  const date = new Date(day * DAY);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + monthsLater, 1) / DAY;
}

/** The number of months between two first days of months; null if one of them is not. */
export function monthsBetween(from: number, to: number): number | null {
  if (startOfMonth(from) !== from || startOfMonth(to) !== to) return null;
  const [a, b] = [new Date(from * DAY), new Date(to * DAY)];
  return 12 * (b.getUTCFullYear() - a.getUTCFullYear()) + b.getUTCMonth() - a.getUTCMonth();
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}
