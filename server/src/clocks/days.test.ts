import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dayOf } from './days.ts';

const hours = (date: string, timeZone: string) => {
  const { from, to } = dayOf(date, timeZone);
  return [new Date(from).toISOString(), (to - from) / 3_600_000];
};

describe('a day', () => {
  it('begins and ends at local midnight of the zone', () => {
    assert.deepEqual(hours('2026-11-16', 'UTC'), ['2026-11-16T00:00:00.000Z', 24]);
    assert.deepEqual(hours('2026-11-16', 'Europe/Berlin'), ['2026-11-15T23:00:00.000Z', 24]);
    assert.deepEqual(hours('2026-11-16', 'Pacific/Kiritimati'), ['2026-11-15T10:00:00.000Z', 24]);
    assert.deepEqual(hours('2026-11-16', 'Pacific/Pago_Pago'), ['2026-11-16T11:00:00.000Z', 24]);
    assert.deepEqual(hours('2026-11-16', 'Asia/Kathmandu'), ['2026-11-15T18:15:00.000Z', 24]);
  });

  it('is shorter or longer when the clocks change', () => {
    assert.deepEqual(hours('2026-03-29', 'Europe/Berlin'), ['2026-03-28T23:00:00.000Z', 23]);
    assert.deepEqual(hours('2026-10-25', 'Europe/Berlin'), ['2026-10-24T22:00:00.000Z', 25]);
  });

  it('begins with its first hour if the clocks skip midnight', () => {
    assert.deepEqual(hours('2018-11-04', 'America/Sao_Paulo'), ['2018-11-04T03:00:00.000Z', 23]);
  });

  it('begins at the first of two midnights, and not while the clocks are turned back just before midnight', () => {
    assert.deepEqual(hours('2026-11-01', 'America/Havana'), ['2026-11-01T04:00:00.000Z', 25]);
    assert.deepEqual(hours('2018-02-18', 'America/Sao_Paulo'), ['2018-02-18T03:00:00.000Z', 24]);
    assert.deepEqual(hours('2018-02-17', 'America/Sao_Paulo'), ['2018-02-17T02:00:00.000Z', 25]);
  });

  it('is empty if the zone skipped it', () => {
    assert.deepEqual(hours('2011-12-30', 'Pacific/Apia'), ['2011-12-30T10:00:00.000Z', 0]);
  });
});
