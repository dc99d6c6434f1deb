/** How often a monitor is judged, and when next. */
import { hash } from 'node:crypto';
import { isCalendarWindow, type MonitorDefinition, rollingWindow } from '@parley/contract';
import { calendarPeriod } from '../../clocks/calendar-period.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** An overspent day should be told within minutes; a month is read at greater expense, and less urgent. */
const OF_CALENDAR = { day: 5 * MINUTE, week: 15 * MINUTE, month: 30 * MINUTE };

/** A tenth of the window, between a minute and an hour. */
export function cadenceOf(window: string): number {
  if (isCalendarWindow(window)) return OF_CALENDAR[window];
  return Math.min(HOUR, Math.max(MINUTE, (rollingWindow(window) ?? 0) / 10));
}

type Scheduled = { app: string; definition: MonitorDefinition; timeZone: string };

/**
 * The next time after `now`. Monitors that ask the same fall on the same moment, so that one question serves them; others
 * are spread.
 */
export function nextTime({ app, definition, timeZone }: Scheduled, now: number): number {
  const { window, filters, groupBy, condition } = definition;
  const spread = Number.parseInt(
    hash('sha256', JSON.stringify([app, window, filters, groupBy])).slice(0, 8),
    16,
  );
  // What a period stays below, or how it changed, is known at its end.
  if (isCalendarWindow(window) && !('above' in condition))
    return calendarPeriod(now, window, timeZone).to + (spread % MINUTE);
  const cadence = cadenceOf(window);
  const offset = spread % cadence;
  return (Math.floor((now - offset) / cadence) + 1) * cadence + offset;
}
