import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compact, percent } from '../lib/format.ts';
import { usd } from '../lib/money.ts';
import { evenTicks, type Tick, ticksByClock } from './time-axis.ts';
import { valueScale, valueTicks } from './value-axis.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const widthOf = (text: string) => text.length * 6;
const LEFT = 40;
const RIGHT = 8;

function timesFrom(from: string, step: number, count: number): string[] {
  return Array.from({ length: count }, (_, i) => new Date(Date.parse(from) + i * step).toISOString());
}

function roomFor(times: readonly string[], width: number) {
  return { step: width / times.length, count: times.length, left: LEFT, right: RIGHT, widthOf };
}

const texts = (ticks: readonly Tick[]) => ticks.map(({ text }) => text);

describe('the time axis', () => {
  it('ticks are at round times: days where hours would be too many, hours within a day', () => {
    const week = timesFrom('2026-11-09T06:00:00Z', 6 * 60 * MINUTE, 29);
    assert.deepEqual(texts(ticksByClock(week, 'UTC', roomFor(week, 600), 'en-GB')), [
      '10 Nov',
      '11 Nov',
      '12 Nov',
      '13 Nov',
      '14 Nov',
      '15 Nov',
      '16 Nov',
    ]);
    const day = timesFrom('2026-11-15T10:15:00Z', 15 * MINUTE, 97);
    assert.deepEqual(texts(ticksByClock(day, 'UTC', roomFor(day, 600), 'en-GB')), [
      '12:00',
      '15:00',
      '18:00',
      '21:00',
      '16 Nov',
      '03:00',
      '06:00',
      '09:00',
    ]);
    const year = timesFrom('2025-11-17T00:00:00Z', 7 * DAY, 53);
    assert.deepEqual(texts(ticksByClock(year, 'UTC', roomFor(year, 300), 'en-US')), [
      '2026',
      'Mar',
      'May',
      'Jul',
      'Sep',
      'Nov',
    ]);
  });

  it('ticks follow the time zone', () => {
    const day = timesFrom('2026-11-15T18:30:00Z', 60 * MINUTE, 48);
    const [first] = ticksByClock(day, 'Asia/Kolkata', roomFor(day, 500), 'en-GB');
    assert.equal(first?.text, '16 Nov');
  });

  it('dates are in the reader’s order', () => {
    const day = timesFrom('2026-11-15T18:30:00Z', 60 * MINUTE, 48);
    const first = (locale: string) => texts(ticksByClock(day, 'Asia/Kolkata', roomFor(day, 500), locale))[0];
    assert.deepEqual(['en-US', 'en-GB', 'de'].map(first), ['Nov 16', '16 Nov', '16. Nov.']);
  });

  it('labels are never cut off, duplicated or overlapping, whatever the range and the width', () => {
    const steps = [1, 5, 15, 60, 360, 1440, 7 * 1440, 30 * 1440];
    for (const minutes of steps)
      for (const count of [1, 2, 13, 30, 56, 91])
        for (const width of [120, 290, 560, 1300]) {
          const times = timesFrom('2026-03-20T07:00:00Z', minutes * MINUTE, count);
          const room = roomFor(times, width);
          for (const ticks of [
            ticksByClock(times, 'Europe/Berlin', room),
            evenTicks(times, (time) => time.slice(5, 10), room),
          ]) {
            const what = `${count} of ${minutes} min at ${width}: ${texts(ticks).join(' | ')}`;
            assert.ok(ticks.length > 0, what);
            assert.equal(new Set(texts(ticks)).size, ticks.length, what);
            let end = -LEFT;
            for (const { index, text } of ticks) {
              const center = room.step * (index + 0.5);
              assert.ok(center - widthOf(text) / 2 >= end, what);
              end = center + widthOf(text) / 2;
            }
            assert.ok(end <= width + RIGHT, what);
          }
        }
  });
});

describe('the value axis', () => {
  const ticksOf = (most: number, isWhole: boolean, format: (value: number) => string) =>
    valueTicks(valueScale([most], 190), isWhole, () => format).map(({ text }) => text);

  it('ticks of counts are integers, without duplicates', () => {
    assert.deepEqual(ticksOf(1, true, compact), ['0', '1']);
    assert.deepEqual(ticksOf(2, true, compact), ['0', '1', '2']);
    for (let most = 1; most < 40_000; most = Math.ceil(most * 1.3)) {
      const texts = ticksOf(most, true, compact);
      assert.equal(new Set(texts).size, texts.length, texts.join(' '));
    }
    for (const most of [0.0004, 0.013, 0.4, 1, 3.7, 42, 1234, 98_765])
      for (const format of [usd, percent]) {
        const texts = ticksOf(most, false, format);
        assert.equal(new Set(texts).size, texts.length, texts.join(' '));
      }
  });
});
