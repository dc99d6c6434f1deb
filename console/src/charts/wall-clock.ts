/** The wall clock of a time zone at a moment. */
export type Wall = { year: number; month: number; day: number; hour: number; minute: number };

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Cached: creating a formatter takes a hundred times as long as using one. */
const formats = new Map<string, Intl.DateTimeFormat>();

export function wallClock(time: string | number, timeZone: string): Wall {
  const format = formats.get(timeZone) ?? formatOf(timeZone);
  formats.set(timeZone, format);
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

function formatOf(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
}

export function dayText({ day, month }: Wall): string {
  return `${day} ${MONTHS[month - 1]}`;
}

export function clockText({ hour, minute }: Wall): string {
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

/** The year is shown in January. */
export function monthText({ month, year }: Wall): string {
  return month === 1 ? String(year) : (MONTHS[month - 1] ?? '');
}

/** Days since the epoch, by the calendar. */
export function dayNumber({ year, month, day }: Wall): number {
  return Date.UTC(year, month - 1, day) / 86_400_000;
}
