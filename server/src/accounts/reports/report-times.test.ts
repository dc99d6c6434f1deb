import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextReport, reportedPeriods } from './report-times.ts';

const BERLIN = 'Europe/Berlin';
const at = (text: string) => Date.parse(text);
const iso = (time: number) => new Date(time).toISOString();

test('a report is due at its hour of the next day, Monday or first, by the clock of the application', () => {
  const next = (schedule: 'daily' | 'weekly' | 'monthly', after: string) =>
    iso(nextReport({ schedule, hour: 8, timeZone: BERLIN }, at(after)));
  assert.equal(next('daily', '2026-03-04T06:59:59Z'), '2026-03-04T07:00:00.000Z');
  assert.equal(next('daily', '2026-03-04T07:00:00Z'), '2026-03-05T07:00:00.000Z');
  assert.equal(next('weekly', '2026-03-04T12:00:00Z'), '2026-03-09T07:00:00.000Z');
  assert.equal(next('monthly', '2026-12-31T23:30:00Z'), '2027-01-01T07:00:00.000Z');
});

test('it is about the last whole period, and compares it with the one before', () => {
  const { period, before } = reportedPeriods(
    { schedule: 'weekly', timeZone: BERLIN },
    at('2026-03-31T06:00:00Z'),
  );
  // Clocks were set forward on Sunday: the week is an hour shorter.
  assert.deepEqual(
    [iso(period.from), iso(period.to)],
    ['2026-03-22T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
  );
  assert.deepEqual(
    [iso(before.from), iso(before.to)],
    ['2026-03-15T23:00:00.000Z', '2026-03-22T23:00:00.000Z'],
  );
});
