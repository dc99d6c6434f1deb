import { wallClock } from '../../lib/wall-clock.ts';

type Span = { from: string; to: string };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The hour, in a time zone, that contains a moment, clipped to the range. */
export function hourAround(time: string, timeZone: string, range: Span): Span {
  const at = Date.parse(time);
  const start = at - wallClock(at, timeZone).minute * MINUTE_MS - (at % MINUTE_MS);
  return {
    from: new Date(Math.max(start, Date.parse(range.from))).toISOString(),
    to: new Date(Math.min(start + HOUR_MS, Date.parse(range.to))).toISOString(),
  };
}
