/**
 * Offsets of a time zone from UTC. They do not come from the store, whose time-zone database may be older or newer
 * than the one here: interactions at times on which the two disagree would fall into no bucket.
 */
import type { Range } from './range.ts';

/** A span of constant offset; `offset` is local time minus UTC, in milliseconds. */
export type OffsetSpan = Range & { offset: number };

const SECOND = 1000;
/** No zone has changed its offset there and back within a week. */
const WEEK = 7 * 24 * 3600 * SECOND;

/** Spans of at most a week that cover a range; the last one may reach beyond it. */
export function* offsetSpans(range: Range, timeZone: string): Generator<OffsetSpan, void, undefined> {
  const offsetAt = offsetsOf(timeZone);
  let from = Math.floor(range.from / SECOND) * SECOND;
  let offset = offsetAt(from);
  while (from < range.to) {
    let to = from + WEEK;
    let next = offsetAt(to);
    if (next !== offset) {
      to = firstOther(offsetAt, offset, from, to);
      next = offsetAt(to);
    }
    yield { from, to, offset };
    from = to;
    offset = next;
  }
}

/** Bisects for the first second with another offset, between one that has `offset` and one that does not. */
function firstOther(offsetAt: OffsetAt, offset: number, start: number, end: number): number {
  let [before, after] = [start, end];
  while (after - before > SECOND) {
    const middle = before + Math.floor((after - before) / (2 * SECOND)) * SECOND;
    if (offsetAt(middle) === offset) before = middle;
    else after = middle;
  }
  return after;
}

type OffsetAt = (time: number) => number;

/** By zone: making one takes a hundred times as long as using it, and there are a few hundred zones. */
const FORMATS = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = FORMATS.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  FORMATS.set(timeZone, format);
  return format;
}

function offsetsOf(timeZone: string): OffsetAt {
  const format = formatOf(timeZone);
  return (time) => {
    const match = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(format.format(time));
    if (!match) return 0;
    const [, sign, hours, minutes, seconds = 0] = match;
    const ms = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * SECOND;
    return sign === '-' ? -ms : ms;
  };
}
