/** Windows that monitors offer, and what they are called. */
const UNITS: Readonly<Record<string, string>> = { m: 'minute', h: 'hour', d: 'day' };

const CALENDAR: Readonly<Record<string, string>> = {
  day: 'calendar day',
  week: 'calendar week',
  month: 'calendar month',
};

const OFFERED = ['5m', '15m', '30m', '1h', '4h', '12h', '1d', '7d', '30d', 'day', 'week', 'month'];

/** `15m` as `15 minutes`, `1h` as `1 hour`, `month` as `calendar month`. */
export function windowText(window: string): string {
  const [, count = '', unit = ''] = /^(\d+)([mhd])$/.exec(window) ?? [];
  const name = UNITS[unit];
  if (name === undefined) return CALENDAR[window] ?? window;
  return `${count} ${name}${count === '1' ? '' : 's'}`;
}

export function isCalendar(window: string): boolean {
  return Object.hasOwn(CALENDAR, window);
}

/** The choices of a menu, among them the one that a monitor has. */
export function windowOptions(current: string): (readonly [string, string])[] {
  const windows = OFFERED.includes(current) ? OFFERED : [current, ...OFFERED];
  return windows.map((window) => [window, capital(windowText(window))] as const);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
