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
  if (first !== null && next !== null) return daysText(first, next - 1, options);
  const start = dayOf(from, timeZone);
  const isOneDay = dayOf(to, timeZone) === start || next === start + 1;
  const exact = [from, to].some((ms) => ms % MINUTE_MS !== 0);
  const clock = (ms: number) => clockOf(ms, timeZone, locale, exact);
  const day = (number: number) => daysText(number, number, options);
  if (isOneDay) return `${day(start)}, ${clock(from)} – ${next === null ? clock(to) : '24:00'}`;
  return `${day(start)}, ${clock(from)} – ${day(dayOf(to, timeZone))}, ${clock(to)}`;
}

/** One day with its weekday, or the first and the last of several; with years other than this one. */
function daysText(first: number, last: number, { timeZone, now = Date.now(), locale = LOCALE }: Options) {
  const thisYear = yearOf(dayOf(now, timeZone));
  const year = yearOf(first) === thisYear && yearOf(last) === thisYear ? {} : { year: 'numeric' as const };
  const date = { day: 'numeric', month: 'short', timeZone: 'UTC', ...year } as const;
  if (first === last) return dateFormat(locale, { ...date, weekday: 'short' }).format(first * DAY_MS);
  return dateFormat(locale, date).formatRange(first * DAY_MS, last * DAY_MS);
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
