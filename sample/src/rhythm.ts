/**
 * When visits happen: more by day than by night, fewer on weekends, growing every week. Times are UTC. On one
 * day the upstreams fail for hours, and on another they are slow, so that the charts have something to show.
 */
import type { Random } from './random.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Relative activity of each hour, from midnight. */
const HOURS = [3, 2, 1, 1, 1, 2, 5, 10, 17, 22, 24, 23, 18, 21, 24, 23, 20, 16, 13, 12, 12, 10, 7, 4];

/** Share of visits within the last half hour, so that some sessions are always current. */
const JUST_NOW = 0.006;

export type Rhythm = {
  /** Start of one visit. */
  moment: (random: Random) => number;
  /** Share of exchanges that fail at this time. */
  errorRate: (at: number) => number;
  /** Latency factor at this time. */
  slowness: (at: number) => number;
};

export type Period = { until: number; days: number };

/** `weekend` is the activity at weekends, relative to 1 on a working day. */
export function makeRhythm({ until, days }: Period, weekend: number): Rhythm {
  const from = until - days * DAY;
  const hours = Math.max(1, Math.round(days * 24));
  const sums: number[] = [];
  let sum = 0;
  for (let hour = 0; hour < hours; hour++) {
    sum += busyness(from + hour * HOUR, hour / hours, weekend);
    sums.push(sum);
  }
  const bad = dayAt(from + days * 0.62 * DAY);
  const slow = dayAt(from + days * 0.83 * DAY);
  const within = (start: number, at: number) => at >= start + 8 * HOUR && at < start + 17 * HOUR;
  return {
    moment(random) {
      if (random.next() < JUST_NOW) return Math.floor(until - random.next() * 0.5 * HOUR);
      const wanted = random.next() * sum;
      const hour = sums.findIndex((reached) => reached > wanted);
      return Math.floor(from + (hour + random.next()) * HOUR);
    },
    errorRate: (at) => (within(bad, at) ? 0.42 : 0.012),
    slowness: (at) => (within(slow, at) ? 4.5 : 1),
  };
}

function busyness(at: number, progress: number, weekend: number): number {
  const date = new Date(at);
  const day = date.getUTCDay();
  const ofDay = day === 0 || day === 6 ? weekend : 1;
  return (HOURS[date.getUTCHours()] ?? 1) * ofDay * (0.55 + 0.9 * progress);
}

/** The start of that day, or of the next working day if it is on a weekend. */
function dayAt(at: number): number {
  const start = Math.floor(at / DAY) * DAY;
  const day = new Date(start).getUTCDay();
  if (day === 6) return start + 2 * DAY;
  return day === 0 ? start + DAY : start;
}
