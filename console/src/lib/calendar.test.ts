import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dayStarting, monthsBetween, startOfDay, startOfMonth, startOfWeek } from './calendar.ts';

const DAY = 86_400_000;
const dayOn = (date: string) => Date.parse(date) / DAY;
const dateOf = (day: number) => new Date(day * DAY).toISOString().slice(0, 10);

describe('a day of a time zone', () => {
  const CASES: readonly [date: string, timeZone: string, start: string, hours: number][] = [
    ['2026-11-16', 'UTC', '2026-11-16T00:00:00.000Z', 24],
    ['2026-11-16', 'Europe/Berlin', '2026-11-15T23:00:00.000Z', 24],
    ['2026-11-16', 'Asia/Kathmandu', '2026-11-15T18:15:00.000Z', 24],
    ['2026-11-16', 'Pacific/Kiritimati', '2026-11-15T10:00:00.000Z', 24],
    // Clocks change within the day.
    ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z', 23],
    ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z', 25],
    ['2026-11-01', 'America/New_York', '2026-11-01T04:00:00.000Z', 25],
    // Clocks skip midnight, show it twice, or fall back just before it.
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z', 23],
    ['2026-11-01', 'America/Havana', '2026-11-01T04:00:00.000Z', 25],
    ['2018-02-17', 'America/Sao_Paulo', '2018-02-17T02:00:00.000Z', 25],
    // The zone skipped the day.
    ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z', 0],
  ];
  for (const [date, timeZone, start, hours] of CASES)
    it(`${date} in ${timeZone} has ${hours} hours`, () => {
      const from = startOfDay(dayOn(date), timeZone);
      assert.equal(new Date(from).toISOString(), start);
      assert.equal((startOfDay(dayOn(date) + 1, timeZone) - from) / 3_600_000, hours);
    });

  it('begins at one moment only', () => {
    const midnight = Date.parse('2026-03-28T23:00:00Z');
    assert.equal(dayStarting(midnight, 'Europe/Berlin'), dayOn('2026-03-29'));
    assert.equal(dayStarting(midnight + 1, 'Europe/Berlin'), null);
    assert.equal(dayStarting(midnight, 'UTC'), null);
  });
});

describe('the calendar', () => {
  it('has weeks that begin on the day of the reader’s country', () => {
    // A Tuesday.
    const day = dayOn('2026-11-17');
    assert.deepEqual(
      [1, 2, 3, 6, 7].map((first) => dateOf(startOfWeek(day, first))),
      ['2026-11-16', '2026-11-17', '2026-11-11', '2026-11-14', '2026-11-15'],
    );
  });

  it('has months of any length, over years', () => {
    assert.equal(dateOf(startOfMonth(dayOn('2026-01-31'))), '2026-01-01');
    assert.equal(dateOf(startOfMonth(dayOn('2026-01-31'), 1)), '2026-02-01');
    assert.equal(dateOf(startOfMonth(dayOn('2026-01-31'), -1)), '2025-12-01');
    assert.equal(monthsBetween(dayOn('2025-11-01'), dayOn('2026-02-01')), 3);
    assert.equal(monthsBetween(dayOn('2025-11-02'), dayOn('2026-02-01')), null);
  });
});
