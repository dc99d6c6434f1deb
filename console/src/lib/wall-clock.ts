/** The wall clock of a time zone at a moment. */
import { dateFormat, LOCALE } from './locale.ts';

export type Wall = { year: number; month: number; day: number; hour: number; minute: number };

export function wallClock(time: string | number, timeZone: string): Wall {
  const format = dateFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  const parts = new Map(format.formatToParts(new Date(time)).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  return {
    year: part('year'),
    month: part('month'),
    day: part('day'),
    hour: part('hour'),
    minute: part('minute'),
  };
}

/** Day and month, in the reader's order. */
export function dayText(wall: Wall, locale = LOCALE): string {
  return dateText(wall, { day: 'numeric', month: 'short' }, locale);
}

export function clockText({ hour, minute }: Wall): string {
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

/** The year is shown in January. */
export function monthText(wall: Wall, locale = LOCALE): string {
  return wall.month === 1 ? String(wall.year) : dateText(wall, { month: 'short' }, locale);
}

/** The month with its year. */
export function monthAndYear(wall: Wall, locale = LOCALE): string {
  return dateText(wall, { month: 'short', year: 'numeric' }, locale);
}

function dateText(wall: Wall, options: Intl.DateTimeFormatOptions, locale: string): string {
  return dateFormat(locale, { ...options, timeZone: 'UTC' }).format(dayNumber(wall) * DAY_MS);
}

const DAY_MS = 86_400_000;

/** Days since the epoch, by the calendar. */
export function dayNumber({ year, month, day }: Wall): number {
  return Date.UTC(year, month - 1, day) / DAY_MS;
}
