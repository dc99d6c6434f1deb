/** Moments as they are asked for. */
import { z } from 'zod';

const FORMS = 'ISO 8601 with a time zone, or milliseconds since 1970';
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
  .describe(FORMS);

/** A day of the calendar, such as 2026-11-16. */
export const CalendarDate = z.iso.date();

const error = `Write a date such as 2026-11-16, a time with its zone such as 2026-11-16T12:00:00Z, or milliseconds since 1970`;

/**
 * Both ends of a range. A date is the whole day: `from` begins with it, `to` ends with it. Here the day is one of
 * UTC; a server that knows the application's time zone has replaced it by the moment before it checks a request.
 */
export const From = z
  .union([Instant, CalendarDate.transform((date) => Math.max(0, Date.parse(date)))], { error })
  .describe(`Inclusive: ${FORMS}, or a date: the beginning of that day`);
export const To = z
  .union([Instant, CalendarDate.transform((date) => Math.max(0, Date.parse(date) + DAY_MS))], { error })
  .describe(`Exclusive: ${FORMS}, or a date: the end of that day, which is included`);
