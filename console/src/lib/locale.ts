/**
 * The reader's locale, for the order of dates and the first day of the week. Years and digits are those of the
 * rest of the console.
 */
export const LOCALE = `${new Intl.DateTimeFormat().resolvedOptions().locale}-u-ca-gregory-nu-latn`;

type WeekInfo = { firstDay: number };
/** Browsers have one, the other, or neither. */
type LocaleWithWeek = Intl.Locale & { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo };

const MONDAY = 1;

/** The first day of the week: 1 is Monday, 7 is Sunday. */
export function firstDayOfWeek(locale: string): number {
  const named: LocaleWithWeek = new Intl.Locale(locale);
  return (named.getWeekInfo?.() ?? named.weekInfo)?.firstDay ?? MONDAY;
}
