/**
 * How far the clocks of a zone are from UTC. The store is not asked: it has a time-zone database of its
 * own, older or newer than the one here, and what the two do not agree on would belong nowhere.
 */
import type { Range } from './range.ts';

/** A time in which clocks run evenly, in milliseconds; `offset` is what they show more than UTC. */
export type OffsetSpan = Range & { offset: number };

const SECOND = 1000;
/** No zone has moved its clocks there and back within a week. */
const WEEK = 7 * 24 * 3600 * SECOND;

/** A range and a little more, in stretches of a week at most. */
export function* evenStretches(range: Range, timeZone: string): Generator<OffsetSpan, void, undefined> {
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

/** The first second of another offset, between one that has this offset and one that has not. */
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

function offsetsOf(timeZone: string): OffsetAt {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  return (time) => {
    const match = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(format.format(time));
    if (!match) return 0;
    const [, sign, hours, minutes, seconds = 0] = match;
    const ms = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * SECOND;
    return sign === '-' ? -ms : ms;
  };
}
