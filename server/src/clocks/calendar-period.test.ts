import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CALENDAR_WINDOWS } from '@parley/contract';
import { calendarPeriod } from './calendar-period.ts';

const HOUR = 3_600_000;
const at = (time: string) => Date.parse(time);
const shown = ({ from, to }: { from: number; to: number }) => [from, to].map((one) => new Date(one).toJSON());

describe('a calendar period', () => {
  it('begins and ends at midnight of the zone', () => {
    assert.deepEqual(shown(calendarPeriod(at('2026-11-15T23:30:00Z'), 'day', 'Europe/Berlin')), [
      '2026-11-15T23:00:00.000Z',
      '2026-11-16T23:00:00.000Z',
    ]);
    assert.deepEqual(shown(calendarPeriod(at('2026-11-15T23:30:00Z'), 'week', 'Europe/Berlin')), [
      '2026-11-15T23:00:00.000Z',
      '2026-11-22T23:00:00.000Z',
    ]);
    assert.deepEqual(shown(calendarPeriod(at('2026-03-31T22:30:00Z'), 'month', 'Europe/Berlin')), [
      '2026-03-31T22:00:00.000Z',
      '2026-04-30T22:00:00.000Z',
    ]);
  });

  it('before is the one that ends where it begins, also over a year', () => {
    assert.deepEqual(shown(calendarPeriod(at('2026-01-10T00:00:00Z'), 'month', 'UTC', -1)), [
      '2025-12-01T00:00:00.000Z',
      '2026-01-01T00:00:00.000Z',
    ]);
  });

  it('holds its moment, and no moment lies in two or in none, when clocks change at midnight', () => {
    // The clocks of São Paulo went back at midnight in February and forward at midnight in November, Havana's went back.
    for (const timeZone of ['America/Havana', 'America/Sao_Paulo', 'Asia/Kathmandu'])
      for (const window of CALENDAR_WINDOWS)
        for (const start of [at('2018-02-16T00:00:00Z'), at('2018-11-02T00:00:00Z')]) {
          let last = calendarPeriod(start, window, timeZone);
          for (let time = start; time < start + 4 * 24 * HOUR; time += HOUR / 2) {
            const period = calendarPeriod(time, window, timeZone);
            assert.ok(period.from <= time && time < period.to, `${timeZone} ${window} ${time}`);
            assert.ok(period.from === last.from || period.from === last.to, `${timeZone} ${window} ${time}`);
            last = period;
          }
        }
  });
});
