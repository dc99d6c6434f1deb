/**
 * Every zone of the time-zone database and every clock change since 2015, compared with the local time that
 * Intl shows.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { offsetSpans } from '../src/clocks/offsets.ts';
import type { Range } from '../src/clocks/range.ts';
import { bucketStarts } from '../src/queries/analytics/buckets.ts';
import { type Clock, clockOf } from '../src/queries/analytics/time.ts';

const MINUTE = 60_000;
const QUARTER_HOUR = 15 * MINUTE;
const HOUR = 4 * QUARTER_HOUR;
const DAY = 24 * HOUR;
const PERIOD = { from: Date.UTC(2015, 0, 1), to: Date.UTC(2028, 0, 1) };
/** The spans of every zone; finding them takes as long as checking them. */
const SPANS = new Map(
  Intl.supportedValuesOf('timeZone').map((timeZone) => [timeZone, [...offsetSpans(PERIOD, timeZone)]]),
);

/** Local time as if it were UTC, taken from Intl and not computed. */
function wallOf(timeZone: string): (time: number) => number {
  const format = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (time) => Date.parse(`${format.format(time).replace(' ', 'T')}Z`);
}

type Change = { timeZone: string; at: number };

/** All clock changes; one that several zones share is listed once. */
function changes(): Change[] {
  const found = new Map<string, Change>();
  for (const [timeZone, spans] of SPANS) {
    let before: number | undefined;
    for (const { from, offset } of spans) {
      if (before !== undefined && before !== offset) {
        found.set(`${from} ${before} ${offset}`, { timeZone, at: from });
      }
      before = offset;
    }
  }
  return [...found.values()];
}

const CHANGES = changes();

/**
 * Bucket starts found step by step: where the local bucket is a later one, or the clocks go back by a whole
 * bucket.
 */
function expectedStarts(
  wall: (time: number) => number,
  range: Range,
  length: number,
  step: number,
): number[] {
  const starts: number[] = [];
  let current = Number.NEGATIVE_INFINITY;
  let shownBefore = Number.NEGATIVE_INFINITY;
  const early = Math.floor((range.from - 2 * length) / step) * step;
  for (let time = early; time < range.to; time += step) {
    const shown = wall(time);
    const bucket = Math.floor(shown / length) * length;
    if (bucket > current || shownBefore + step - shown >= length) {
      starts.push(time);
      current = bucket;
    }
    shownBefore = shown;
  }
  return starts.slice(starts.findLastIndex((start) => start <= range.from));
}

test('every clock change of every zone is detected', () => {
  for (const [timeZone, spans] of SPANS) {
    const wall = wallOf(timeZone);
    for (const { from, to, offset } of spans) {
      for (let time = from; time < to; time += DAY)
        assert.equal(wall(time) - time, offset, `${timeZone} ${time}`);
    }
  }
});

test('hours and days begin at the local hour and day, at every clock change', () => {
  assert.ok(CHANGES.length > 300, `${CHANGES.length} changes`);
  for (const { timeZone, at } of CHANGES) {
    const wall = wallOf(timeZone);
    for (const [bucket, length, around] of [
      ['hour', HOUR, 5 * HOUR],
      ['day', DAY, 2 * DAY],
    ] as const) {
      const range = { from: at - around, to: at + around };
      // In 2020, Casey's clocks changed a minute after midnight; all other changes are at a quarter of an
      // hour.
      const step = at % QUARTER_HOUR === 0 ? QUARTER_HOUR : MINUTE;
      const expected = expectedStarts(wall, range, length, step);
      assert.deepEqual(bucketStarts(range, bucket, timeZone, 100), expected, `${timeZone} ${bucket} ${at}`);
    }
  }
});

test('weeks and months begin at the start of a day, at every clock change', () => {
  for (const { timeZone, at } of CHANGES) {
    const wall = wallOf(timeZone);
    const range = { from: at - 20 * DAY, to: at + 20 * DAY };
    const days = bucketStarts({ from: at - 60 * DAY, to: range.to }, 'day', timeZone, 200) ?? [];
    const dates = days.map((start) => new Date(wall(start)));
    for (const [bucket, isFirst] of [
      ['week', (date: Date) => date.getUTCDay() === 1],
      ['month', (date: Date) => date.getUTCDate() === 1],
    ] as const) {
      const firsts = days.filter((_, i) => isFirst(dates[i] ?? new Date(0)));
      const inRange = firsts.slice(firsts.findLastIndex((start) => start <= range.from));
      assert.deepEqual(bucketStarts(range, bucket, timeZone, 100), inRange, `${timeZone} ${bucket} ${at}`);
    }
  }
});

test('the store gets the correct local time, at every clock change', () => {
  const showing = ({ changes, offsets }: Clock, second: number) =>
    second + (offsets[changes.findLastIndex((change) => change <= second)] ?? Number.NaN);
  for (const { timeZone, at } of CHANGES) {
    const clock = clockOf({ from: at - DAY, to: at + DAY }, timeZone);
    const wall = wallOf(timeZone);
    for (const time of [at - DAY, at - 1000, at, at + DAY - 1000]) {
      assert.equal(showing(clock, time / 1000) * 1000, wall(time), timeZone);
    }
  }
});
