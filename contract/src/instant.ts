/** Points in time as parameters of requests. */
import { z } from 'zod';

const INSTANT_FORMATS = 'ISO 8601 with a time zone, or milliseconds since 1970';
const DAY_MS = 24 * 60 * 60 * 1000;

/** ISO 8601 with a time zone, or milliseconds since 1970. */
export const Instant = z
  .union([
    z.iso.datetime({ offset: true }),
    z.stringFormat('milliseconds', /^\d{1,15}$/),
    z.int().nonnegative().max(999_999_999_999_999),
  ])
  .transform((value) => {
    if (typeof value === 'number') return value;
    return /^\d+$/.test(value) ? Number(value) : Date.parse(value);
  })
  .describe(INSTANT_FORMATS);

/** A calendar date, such as 2026-11-16. */
export const CalendarDate = z.iso.date();

const error = `Write a date such as 2026-11-16, a time with its zone such as 2026-11-16T12:00:00Z, or milliseconds since 1970`;

/**
 * Both ends of a range. A date means the whole day: `from` is its beginning, `to` its end. Dates are read as
 * UTC here; the server replaces them by points in time, in the application's time zone, before it checks a
 * request.
 */
export const From = z
  .union([Instant, CalendarDate.transform((date) => Math.max(0, Date.parse(date)))], { error })
  .describe(`Inclusive: ${INSTANT_FORMATS}, or a date: the beginning of that day`);
export const To = z
  .union([Instant, CalendarDate.transform((date) => Math.max(0, Date.parse(date) + DAY_MS))], { error })
  .describe(`Exclusive: ${INSTANT_FORMATS}, or a date: the end of that day, which is included`);
