/** Ranges and buckets of time, in the engine and here. */
import type { Bucket, Dimension, QueryBody } from '@parley/contract';

export type Range = { from: number; to: number };

const QUARTER_HOUR = 15 * 60 * 1000;
const HOUR = 4 * QUARTER_HOUR;
const DAY = 24 * HOUR;
const DEFAULT_RANGE = 30 * DAY;

/** The last 30 days when nothing else is asked, and up to the quarter of an hour that runs now. */
export function rangeOf({ from, to }: Pick<QueryBody, 'from' | 'to'>, now: number): Range {
  const end = to ?? Math.ceil((now + 1) / QUARTER_HOUR) * QUARTER_HOUR;
  return { from: from ?? end - DEFAULT_RANGE, to: end };
}

export function previous({ from, to }: Range): Range {
  return { from: Math.max(0, from - (to - from)), to: from };
}

/**
 * The time of an interaction: the quarter of an hour it lies in, where the range begins and ends with
 * one. No time zone has buckets that begin elsewhere, and the projection `by_quarter_hour` is by it.
 */
export function timeColumn({ from, to }: Range): string {
  const whole = from % QUARTER_HOUR === 0 && to % QUARTER_HOUR === 0;
  return whole ? 'toStartOfFifteenMinutes(requested_at)' : 'requested_at';
}

/** With the parameters `from` and `to`, in milliseconds. */
export function timeCondition(range: Range, from = 'from', to = 'to'): string {
  const column = timeColumn(range);
  if (column === 'requested_at') {
    return `requested_at >= fromUnixTimestamp64Milli({${from}:Int64}) AND requested_at < fromUnixTimestamp64Milli({${to}:Int64})`;
  }
  return `${column} >= toDateTime(intDiv({${from}:Int64}, 1000), 'UTC') AND ${column} < toDateTime(intDiv({${to}:Int64}, 1000), 'UTC')`;
}

/** The beginning of the bucket, in seconds since 1970. `timezone` is a parameter. */
export const BUCKET_SQL: Record<Bucket, (time: string) => string> = {
  hour: (time) => `toUnixTimestamp(toStartOfHour(toTimeZone(${time}, {timezone:String})))`,
  day: (time) => `toUnixTimestamp(toStartOfDay(${time}, {timezone:String}))`,
  week: (time) =>
    `toUnixTimestamp(toDateTime(toStartOfWeek(${time}, 1, {timezone:String}), {timezone:String}))`,
  month: (time) =>
    `toUnixTimestamp(toDateTime(toStartOfMonth(${time}, {timezone:String}), {timezone:String}))`,
};

export const TIME_DIMENSIONS: Partial<Record<Dimension, (time: string) => string>> = {
  hourOfDay: (time) => `toHour(${time}, {timezone:String})`,
  /** Monday is 1. */
  dayOfWeek: (time) => `toDayOfWeek(${time}, 0, {timezone:String})`,
};

/** The beginnings of all buckets that a range touches, in milliseconds; null when there are too many. */
export function bucketStarts(range: Range, bucket: Bucket, timezone: string, most: number): number[] | null {
  const zone = new Zone(timezone);
  const starts: number[] = [];
  for (let start = zone.startOf(bucket, range.from); start < range.to; start = zone.next(bucket, start)) {
    if (starts.length === most) return null;
    starts.push(start);
  }
  return starts;
}

/** More than any bucket is long, and less than two of them: a step that lands in the next one. */
const STEP: Record<Bucket, number> = { hour: HOUR, day: DAY + 12 * HOUR, week: 8 * DAY, month: 32 * DAY };

class Zone {
  readonly #format: Intl.DateTimeFormat;

  constructor(timeZone: string) {
    const fields = {
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    } as const;
    this.#format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      era: 'short',
      ...fields,
      second: 'numeric',
    });
  }

  next(bucket: Bucket, start: number): number {
    return this.startOf(bucket, start + STEP[bucket]);
  }

  startOf(bucket: Bucket, time: number): number {
    const wall = this.#wall(time);
    if (bucket === 'hour') return time - (((wall % HOUR) + HOUR) % HOUR);
    const date = new Date(wall);
    const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
    if (bucket === 'month') return this.#instant(Date.UTC(year, month, 1));
    const sinceMonday = bucket === 'week' ? (date.getUTCDay() + 6) % 7 : 0;
    return this.#instant(Date.UTC(year, month, day - sinceMonday));
  }

  /** What clocks there show, as if it were UTC. */
  #wall(time: number): number {
    const parts = Object.fromEntries(
      this.#format.formatToParts(time).map(({ type, value }) => [type, Number(value)]),
    );
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second) + (((time % 1000) + 1000) % 1000);
  }

  /** When clocks there first show this, or, where they skip it, jump over it. */
  #instant(wall: number): number {
    const guess = wall - (this.#wall(wall) - wall);
    const better = wall - (this.#wall(guess) - guess);
    const candidates = [guess, better].filter((time) => this.#wall(time) === wall);
    return candidates.length > 0 ? Math.min(...candidates) : Math.max(guess, better);
  }
}
