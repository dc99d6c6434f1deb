/** Numbers with units and separators, times in the viewer's zone. */
import { dateFormat, LOCALE } from './locale.ts';
import { wallClock } from './wall-clock.ts';

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/**
 * Cached: creating a formatter takes a hundred times as long as using one, and lists use them for every row.
 */
const numbers = new Map<string, Intl.NumberFormat>();
function numberText(value: number, options: Intl.NumberFormatOptions): string {
  const key = JSON.stringify(options);
  const format = numbers.get(key) ?? new Intl.NumberFormat('en', options);
  numbers.set(key, format);
  return format.format(value);
}

export const NONE = '–';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export function count(value: number | null | undefined): string {
  return value === null || value === undefined ? NONE : whole.format(value);
}

/** Compact: 12.3K. */
export function compact(value: number | null | undefined): string {
  if (value === null || value === undefined) return NONE;
  return Math.abs(value) < 10_000 ? whole.format(value) : short.format(value);
}

/** Fixed decimals for columns: 449 ms, 1.30 s, 12.3 s. */
export function milliseconds(value: number | null | undefined): string {
  if (value === null || value === undefined) return NONE;
  if (value < 1000) return `${Math.round(value)} ms`;
  if (value < MINUTE_MS) return `${decimals(value / 1000, value < 10_000 ? 2 : 1)} s`;
  return duration(value);
}

/** Durations on an axis, all in one unit. */
export function millisecondsAxis(ticks: readonly number[]): (value: number) => string {
  const most = Math.max(...ticks);
  const [size, unit] = UNITS.find(([, , below]) => most < below) ?? [HOUR_MS, 'h'];
  return (value) => `${shortest(value / size)} ${unit}`;
}

/** The upper limit of each unit. */
const UNITS = [
  [1, 'ms', 1000],
  [1000, 's', 2 * MINUTE_MS],
  [MINUTE_MS, 'min', 2 * HOUR_MS],
] as const;

/** Without trailing zeros: 2 s, 1.5 s, 90 s. */
export function plainMilliseconds(value: number): string {
  return millisecondsAxis([value])(value);
}

/** Two decimals only where one would round to zero. */
export function percent(value: number | null | undefined): string {
  if (value === null || value === undefined) return NONE;
  if (value === 0 || value === 1) return `${value * 100}%`;
  // Never rounded to 0 % or 100 %.
  if (value < 0.0001) return '<0.01%';
  return `${decimals(Math.min(value * 100, 99.9), value < 0.001 ? 2 : 1)}%`;
}

export function percentAxis(): (value: number) => string {
  return (value) => `${shortest(value * 100)}%`;
}

const decimals = (value: number, digits: number) =>
  numberText(value, { minimumFractionDigits: digits, maximumFractionDigits: digits });

const shortest = (value: number) => numberText(value, { maximumFractionDigits: 2 });

export function bytes(value: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  const power = value < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(value) / 3));
  return `${numberText(value / 1000 ** power, { maximumFractionDigits: power === 0 ? 0 : 1 })} ${units[power]}`;
}

/** 4 min, 2 h 5 min, 3 d. */
export function duration(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return `${Math.round(ms / 1000)} s`;
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  return `${Math.floor(hours / 24)} d`;
}

const DAY = { day: 'numeric', month: 'short' } as const;
const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/** The exact time, for tooltips. */
export function exactTime(iso: string, timeZone: string, locale = LOCALE): string {
  const exact = { ...DAY, year: 'numeric', ...CLOCK, second: '2-digit', fractionalSecondDigits: 3 } as const;
  return `${dateFormat(locale, { ...exact, timeZone }).format(new Date(iso))} ${timeZone}`;
}

/** Today: time; this year: day and time; else: date. Dates are in the reader's order, clocks have 24 hours. */
export function shortTime(iso: string, timeZone: string, now = new Date(), locale = LOCALE): string {
  const date = new Date(iso);
  const text = (options: Intl.DateTimeFormatOptions) =>
    dateFormat(locale, { ...options, timeZone }).format(date);
  const [then, today] = [date, now].map((value) => wallClock(value.getTime(), timeZone));
  if (then?.year !== today?.year) return text({ ...DAY, year: 'numeric' });
  const isToday = then?.month === today?.month && then?.day === today?.day;
  return text(isToday ? { ...CLOCK, second: '2-digit' } : { ...DAY, ...CLOCK });
}

/** 5 s ago, 3 min ago, 20 h ago, in 4 min; one unit only. */
export function relativeTime(iso: string, now = Date.now()): string {
  const ms = now - Date.parse(iso);
  const away = Math.abs(ms);
  if (away < 2000) return 'now';
  const text = duration(away < HOUR_MS ? away : Math.floor(away / HOUR_MS) * HOUR_MS);
  return ms >= 0 ? `${text} ago` : `in ${text}`;
}
