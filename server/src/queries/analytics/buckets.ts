/**
 * Where buckets begin, by the clocks of a zone: when they first show the beginning of a bucket, or jump
 * over it. Clocks that go back make the bucket longer in which they do so; when they go back by a whole
 * bucket and more, what they show twice is two buckets.
 */
import type { Bucket } from '@parley/contract';
import { evenStretches } from '../../clocks/offsets.ts';
import type { Range } from '../../clocks/range.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Times of clocks are written as if they were UTC. */
type Kind = {
  /** The longest there is, give or take a day for clocks that change. */
  length: number;
  /** The beginning of the bucket that a time of clocks lies in. */
  floor: (wall: number) => number;
  /** The beginning of the next one. */
  next: (start: number) => number;
};

const KINDS: Record<Bucket, Kind> = {
  minute: even(MINUTE),
  '5minutes': even(5 * MINUTE),
  '15minutes': even(15 * MINUTE),
  hour: even(HOUR),
  '6hours': even(6 * HOUR),
  day: even(DAY),
  // The first of January 1970 was a Thursday.
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

/** The beginnings of all buckets that a range touches, in milliseconds; null when there are more than `most`. */
export function bucketStarts(range: Range, bucket: Bucket, timeZone: string, most: number): number[] | null {
  const { length, floor, next } = KINDS[bucket];
  if (range.to - range.from > most * (length + DAY)) return null;
  let starts: number[] = [];
  const begin = (start: number) => {
    // The range begins in the last one of those that begin before it.
    if (start <= range.from) starts = [start];
    else if (start < range.to) starts.push(start);
  };
  // So early that the bucket in which the range begins is seen to begin.
  const seen = { from: range.from - length - 2 * DAY, to: range.to };
  let current = Number.NEGATIVE_INFINITY;
  let offsetBefore = Number.NEGATIVE_INFINITY;
  for (const { from, to, offset } of evenStretches(seen, timeZone)) {
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
