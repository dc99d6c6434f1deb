/** Buckets and local times as SQL. Time zones are resolved here and passed as parameters: the store knows none. */
import type { Dimension } from '@parley/contract';
import { offsetSpans } from '../../clocks/offsets.ts';
import { QUARTER_HOUR, type Range } from '../../clocks/range.ts';
import type { ClockDimension } from '../field-sql.ts';

/**
 * The time column: rounded to a quarter of an hour where all times it is compared with are whole quarters, which
 * nearly all zones allow. The projection `by_quarter_hour` is keyed by it.
 */
export function timeColumn(edges: readonly number[]): string {
  const whole = edges.every((time) => time % QUARTER_HOUR === 0);
  return whole ? 'toStartOfFifteenMinutes(requested_at)' : 'requested_at';
}

/** Condition on the time, with parameters in milliseconds. */
export function timeCondition(range: Range, from = 'from', to = 'to'): string {
  const column = timeColumn([range.from, range.to]);
  if (column === 'requested_at') {
    return `requested_at >= fromUnixTimestamp64Milli({${from}:Int64}) AND requested_at < fromUnixTimestamp64Milli({${to}:Int64})`;
  }
  return `${column} >= toDateTime(intDiv({${from}:Int64}, 1000), 'UTC') AND ${column} < toDateTime(intDiv({${to}:Int64}, 1000), 'UTC')`;
}

const secondsOf = (column: string) => `toInt64(toUnixTimestamp(${column}))`;

/** Start of the bucket in seconds since 1970: one of the parameter `starts`. */
export function bucketSql(starts: readonly number[]): string {
  return `roundDown(${secondsOf(timeColumn(starts))}, {starts:Array(Int64)})`;
}

/** Offsets of local time from UTC, and the instants at which they begin; in seconds. */
export type Clock = { changes: number[]; offsets: number[] };

/** Times that the store can hold as quarters of an hour; the contract refuses earlier ones. */
const STORABLE: Range = { from: Date.UTC(2015, 0, 1), to: Date.UTC(2106, 0, 1) };

export function clockOf(range: Range, timeZone: string): Clock {
  const from = Math.min(Math.max(range.from, STORABLE.from), STORABLE.to - 1);
  const to = Math.max(Math.min(range.to, STORABLE.to), from + 1);
  const clock: Clock = { changes: [], offsets: [] };
  for (const stretch of offsetSpans({ from, to }, timeZone)) {
    if (clock.offsets.at(-1) === stretch.offset / 1000) continue;
    clock.changes.push(stretch.from / 1000);
    clock.offsets.push(stretch.offset / 1000);
  }
  return clock;
}

/** Local time in seconds, as if it were UTC. The members of the clock are parameters. */
function wallSql({ changes, offsets }: Clock): string {
  const seconds = secondsOf(timeColumn([...changes.slice(1), ...offsets].map((value) => value * 1000)));
  const since = `roundDown(${seconds}, {changes:Array(Int64)})`;
  return `(${seconds} + transform(${since}, {changes:Array(Int64)}, {offsets:Array(Int64)}, toInt64(0)))`;
}

export const TIME_DIMENSIONS: Record<ClockDimension, (clock: Clock) => string> = {
  hourOfDay: (clock) => `intDiv(${wallSql(clock)}, 3600) % 24`,
  /** Monday is 1; 1 January 1970 was a Thursday. */
  dayOfWeek: (clock) => `(intDiv(${wallSql(clock)}, 86400) + 3) % 7 + 1`,
};

export function isClockDimension(name: Dimension): name is ClockDimension {
  return Object.hasOwn(TIME_DIMENSIONS, name);
}
