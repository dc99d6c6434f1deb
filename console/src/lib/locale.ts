/** The reader's locale: it decides the order of dates and the first day of the week. */

/** With the years and digits of the rest of the console. */
export const LOCALE = localeFor(navigator.language);

function localeFor(language: string): string {
  const options = { calendar: 'gregory', numberingSystem: 'latn' };
  try {
    return new Intl.Locale(language, options).toString();
  } catch {
    // Some systems report names such as `en-US@posix`.
    return new Intl.Locale('en', options).toString();
  }
}

type WeekInfo = { firstDay: number };
/** Browsers have one, the other, or neither. */
type LocaleWithWeek = Intl.Locale & { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo };

const MONDAY = 1;

/** The first day of the week: 1 is Monday, 7 is Sunday. */
export function firstDayOfWeek(locale = LOCALE): number {
  const named: LocaleWithWeek = new Intl.Locale(locale);
  return (named.getWeekInfo?.() ?? named.weekInfo)?.firstDay ?? MONDAY;
}

/** Cached: creating a formatter takes a hundred times as long as using one, and lists use them for every row. */
const formats = new Map<string, Intl.DateTimeFormat>();

export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, format);
  return format;
}
