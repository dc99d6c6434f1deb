import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { localIn, momentOf } from './local-time.ts';

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Pacific/Auckland',
  'Australia/Lord_Howe',
];

describe('local time in a zone', () => {
  it('is what clocks in the zone show', () => {
    assert.equal(localIn(Date.UTC(2026, 6, 1, 10, 5), 'Europe/Berlin'), '2026-07-01T12:05');
    assert.equal(localIn(Date.UTC(2026, 0, 1, 0, 0), 'America/New_York'), '2025-12-31T19:00');
    assert.equal(localIn(Date.UTC(2026, 0, 1, 0, 0), 'UTC'), '2026-01-01T00:00');
  });

  it('converts back to the same instant, also on days when clocks change', () => {
    assert.equal(momentOf('2026-03-29T03:30', 'Europe/Berlin'), Date.UTC(2026, 2, 29, 1, 30));
    assert.equal(momentOf('2026-03-29T01:30', 'Europe/Berlin'), Date.UTC(2026, 2, 29, 0, 30));
    assert.equal(momentOf('2026-11-01T12:00', 'America/New_York'), Date.UTC(2026, 10, 1, 17));
  });

  it('survives the round trip in an hour that clocks show twice', () => {
    const minutes = fc.integer({ min: Date.UTC(2020, 0, 1) / 60_000, max: Date.UTC(2035, 0, 1) / 60_000 });
    fc.assert(
      fc.property(minutes, fc.constantFrom(...ZONES), (minute, zone) => {
        const local = localIn(minute * 60_000, zone);
        const moment = momentOf(local, zone);
        assert.ok(moment !== null);
        assert.equal(localIn(moment, zone), local);
      }),
    );
  });

  it('converts to null when it is not a valid time', () => {
    assert.equal(momentOf('', 'UTC'), null);
    assert.equal(momentOf('tomorrow', 'UTC'), null);
  });
});
