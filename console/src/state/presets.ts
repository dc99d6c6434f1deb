/** Named ranges. Names are in addresses and saved views, so never rename one. */
import { dayOf, dayStarting, monthsBetween, startOfDay, startOfMonth, startOfWeek } from '../lib/calendar.ts';
import { firstDayOfWeek } from '../lib/locale.ts';

/** In milliseconds; `to` is exclusive. */
export type Range = { from: number; to: number };

const MINUTE = 60_000;
const QUARTER_HOUR = 15 * MINUTE;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Ranges that end now. */
export const RELATIVE = {
  '15m': { label: 'Last 15 minutes', ms: QUARTER_HOUR },
  '1h': { label: 'Last hour', ms: HOUR },
  '24h': { label: 'Last 24 hours', ms: DAY },
  '7d': { label: 'Last 7 days', ms: 7 * DAY },
  '30d': { label: 'Last 30 days', ms: 30 * DAY },
  '90d': { label: 'Last 90 days', ms: 90 * DAY },
} as const;
/** Days, weeks and months of the calendar, in the time zone of the view. */
export const CALENDAR = {
  today: { label: 'Today' },
  yesterday: { label: 'Yesterday' },
  'this-week': { label: 'This week' },
  'this-month': { label: 'This month' },
} as const;
export const PRESETS = { ...CALENDAR, ...RELATIVE };
export type Preset = keyof typeof PRESETS;

export const DEFAULT_PRESET: Preset = '7d';

export function isPreset(name: unknown): name is Preset {
  return typeof name === 'string' && Object.hasOwn(PRESETS, name);
}

function isRelative(name: Preset): name is keyof typeof RELATIVE {
  return Object.hasOwn(RELATIVE, name);
}

/** The whole period of a preset, of which a part may lie ahead. */
export function periodOf(name: Preset, timeZone: string, now: number, firstDay = firstDayOfWeek()): Range {
  if (isRelative(name)) return endingAt(endOf(RELATIVE[name].ms, now), RELATIVE[name].ms);
  const today = dayOf(now, timeZone);
  const days = (from: number, to: number) => daysIn(from, to, timeZone);
  switch (name) {
    case 'today':
      return days(today, today + 1);
    case 'yesterday':
      return days(today - 1, today);
    case 'this-week': {
      const monday = startOfWeek(today, firstDay);
      return days(monday, monday + 7);
    }
    case 'this-month':
      return days(startOfMonth(today), startOfMonth(today, 1));
  }
}

/** The period of a preset up to now. */
export function rangeOfPreset(name: Preset, timeZone: string, now: number): Range {
  const { from, to } = periodOf(name, timeZone, now);
  return { from, to: Math.min(to, endOf(DAY, now)) };
}

/**
 * The end of a range that lasts until now: the next quarter of an hour, so that the server can answer from its
 * pre-computed sums; for short ranges, of which that would be a large part, the next minute.
 */
function endOf(ms: number, now: number): number {
  const step = ms <= HOUR ? MINUTE : QUARTER_HOUR;
  return Math.ceil((now + 1) / step) * step;
}

function endingAt(to: number, ms: number): Range {
  return { from: to - ms, to };
}

function daysIn(from: number, to: number, timeZone: string): Range {
  return { from: startOfDay(from, timeZone), to: startOfDay(to, timeZone) };
}

/** The period before (-1) or after (1): months and days by the calendar, whatever their length in hours. */
export function shifted({ from, to }: Range, way: -1 | 1, timeZone: string): Range {
  const [first, next] = [dayStarting(from, timeZone), dayStarting(to, timeZone)];
  if (first === null || next === null || next <= first) {
    const ms = way * (to - from);
    return { from: from + ms, to: to + ms };
  }
  const months = monthsBetween(first, next);
  if (months !== null)
    return daysIn(startOfMonth(first, way * months), startOfMonth(next, way * months), timeZone);
  const days = way * (next - first);
  return daysIn(first + days, next + days, timeZone);
}

/** The preset that is this period at the moment. */
export function presetOf({ from, to }: Range, timeZone: string, now: number): Preset | undefined {
  const names = Object.keys(PRESETS).filter(isPreset);
  return names.find((name) => {
    const period = periodOf(name, timeZone, now);
    return period.from === from && period.to === to;
  });
}

/** A period of the same length that does not reach beyond now, or beyond today if it has whole days. */
export function latest(range: Range, timeZone: string, now: number): Range {
  const [first, next] = [dayStarting(range.from, timeZone), dayStarting(range.to, timeZone)];
  const length = range.to - range.from;
  if (first === null || next === null) return endingAt(endOf(length, now), length);
  const tomorrow = dayOf(now, timeZone) + 1;
  return daysIn(tomorrow - (next - first), tomorrow, timeZone);
}
