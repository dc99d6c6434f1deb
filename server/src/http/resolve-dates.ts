import { CalendarDate, timeZoneNamed } from '@parley/contract';
import { z } from 'zod';
import { dayOf } from '../clocks/days.ts';

/**
 * Turns a date in `from` into the start of that day, and one in `to` into its end, in the `timezone` of the
 * request, else in that of the application. A request type that has a `timezone` then gets the same one.
 * Everything else is left to the schema.
 */
export async function resolveDates(
  schema: z.ZodType,
  asked: unknown,
  zone: () => Promise<string>,
): Promise<unknown> {
  if (!(schema instanceof z.ZodObject) || typeof asked !== 'object' || asked === null) return asked;
  const { from, to, timezone } = { from: null, to: null, timezone: null, ...asked };
  const [first, last] = [CalendarDate.safeParse(from).data, CalendarDate.safeParse(to).data];
  if (first === undefined && last === undefined) return asked;
  const timeZone = typeof timezone === 'string' ? (timeZoneNamed(timezone) ?? 'UTC') : await zone();
  return {
    ...('timezone' in schema.shape ? { timezone: timeZone } : {}),
    ...asked,
    ...(first === undefined ? {} : { from: Math.max(0, dayOf(first, timeZone).from) }),
    ...(last === undefined ? {} : { to: Math.max(0, dayOf(last, timeZone).to) }),
  };
}
