/** A span of time in words, in the reader's order of dates: whole days by their dates, others with times. */
import { dayOf, dayStarting } from './calendar.ts';
import { dateFormat, LOCALE } from './locale.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

type Options = { timeZone: string; now?: number; locale?: string };

/** The end is exclusive: a span up to midnight ends with the day before. */
export function spanText(from: number, to: number, options: Options): string {
  const { timeZone, locale = LOCALE } = options;
  const [first, next] = [dayStarting(from, timeZone), dayStarting(to, timeZone)];
  if (first !== null && next !== null)
    return first === next - 1 ? dayText(first, options) : daysText(first, next - 1, options);
  const start = dayOf(from, timeZone);
  const isOneDay = dayOf(to, timeZone) === start || next === start + 1;
  const exact = [from, to].some((ms) => ms % MINUTE_MS !== 0);
  const clock = (ms: number) => clockOf(ms, timeZone, locale, exact);
  if (isOneDay) return `${dayText(start, options)}, ${clock(from)} – ${next === null ? clock(to) : '24:00'}`;
  const [startDay, endDay] = [start, dayOf(to, timeZone)].map((day) => daysText(day, day, options));
  return `${startDay}, ${clock(from)} – ${endDay}, ${clock(to)}`;
}

/** The first and the last day, which may be the same. */
function daysText(first: number, last: number, options: Options): string {
  const format = dateFormat(options.locale ?? LOCALE, dateOptions([first, last], options));
  return format.formatRange(first * DAY_MS, last * DAY_MS);
}

/** One day, with its weekday. */
function dayText(day: number, options: Options): string {
  const date = { ...dateOptions([day], options), weekday: 'short' } as const;
  return dateFormat(options.locale ?? LOCALE, date).format(day * DAY_MS);
}

/** Years are named unless they are this one. */
function dateOptions(days: readonly number[], { timeZone, now = Date.now() }: Options) {
  const thisYear = yearOf(dayOf(now, timeZone));
  const year = days.every((day) => yearOf(day) === thisYear) ? {} : { year: 'numeric' as const };
  return { day: 'numeric', month: 'short', timeZone: 'UTC', ...year } as const;
}

function yearOf(day: number): number {
  return new Date(day * DAY_MS).getUTCFullYear();
}

function clockOf(ms: number, timeZone: string, locale: string, seconds: boolean): string {
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone } as const;
  return dateFormat(locale, seconds ? { ...time, second: '2-digit' } : time).format(ms);
}

/** The zone's difference from UTC, such as UTC+5:30. */
export function offsetText(timeZone: string, at: number): string {
  const parts = dateFormat('en', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(at);
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  return offset.replace(/^GMT(\+0$)?/, 'UTC');
}
