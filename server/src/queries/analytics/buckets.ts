/**
 * Starts of buckets in the local time of a zone: the instant at which clocks first show the start of a bucket, or
 * jump over it. Clocks that go back prolong the current bucket; when they go back by a whole bucket or more, the
 * repeated time is two buckets.
 */
import type { Bucket } from '@parley/contract';
import { offsetSpans } from '../../clocks/offsets.ts';
import type { Range } from '../../clocks/range.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Local times are numbers as if they were UTC. */
type Kind = {
  /** Maximum length, give or take a day for clock changes. */
  length: number;
  /** Start of the bucket of a local time. */
  floor: (wall: number) => number;
  /** Start of the next bucket. */
  next: (start: number) => number;
};

const KINDS: Record<Bucket, Kind> = {
  minute: even(MINUTE),
  '5minutes': even(5 * MINUTE),
  '15minutes': even(15 * MINUTE),
  hour: even(HOUR),
  '6hours': even(6 * HOUR),
  day: even(DAY),
  // 1 January 1970 was a Thursday.
  week: even(7 * DAY, -3 * DAY),
  month: {
    length: 31 * DAY,
    floor: (wall) => monthAt(wall, 0),
    next: (start) => monthAt(start, 1),
  },
};

function even(length: number, first = 0): Kind {
  return {
    length,
    floor: (wall) => Math.floor((wall - first) / length) * length + first,
    next: (start) => start + length,
  };
}

function monthAt(wall: number, later: number): number {
  const date = new Date(wall);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later, 1);
}

/** Starts of all buckets that overlap a range, in milliseconds; null when there are more than `most`. */
export function bucketStarts(range: Range, bucket: Bucket, timeZone: string, most: number): number[] | null {
  const { length, floor, next } = KINDS[bucket];
  if (range.to - range.from > most * (length + DAY)) return null;
  let starts: number[] = [];
  const begin = (start: number) => {
    // Of the buckets that start before the range, only the last one overlaps it.
    if (start <= range.from) starts = [start];
    else if (start < range.to) starts.push(start);
  };
  // Early enough to see the start of the bucket that contains the start of the range.
  const seen = { from: range.from - length - 2 * DAY, to: range.to };
  let current = Number.NEGATIVE_INFINITY;
  let offsetBefore = Number.NEGATIVE_INFINITY;
  for (const { from, to, offset } of offsetSpans(seen, timeZone)) {
    const shown = floor(from + offset);
    if (shown > current || offsetBefore - offset >= length) {
      current = shown;
      begin(from);
    }
    for (let start = next(current); start - offset < to; start = next(start)) {
      current = start;
      begin(start - offset);
    }
    if (starts.length > most) return null;
    offsetBefore = offset;
  }
  return starts;
}
