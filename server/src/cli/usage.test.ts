import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readBound, UsageError } from './usage.ts';

describe('a time on the command line', () => {
  const at = (text: string, flag: 'from' | 'to', timeZone = 'Europe/Berlin') =>
    new Date(readBound(text, flag)(timeZone)).toISOString();

  it("may be a date: the whole day in the application's time zone", () => {
    assert.equal(at('2026-07-01', 'from'), '2026-06-30T22:00:00.000Z');
    assert.equal(at('2026-07-01', 'to'), '2026-07-01T22:00:00.000Z');
  });

  it('is the same in every zone if it has one, and UTC if it has none', () => {
    for (const flag of ['from', 'to'] as const) {
      assert.equal(at('2026-07-01T12:00:00Z', flag), '2026-07-01T12:00:00.000Z');
      assert.equal(at('2026-07-01T12:00:00+02:00', flag), '2026-07-01T10:00:00.000Z');
      assert.equal(at('2026-07-01T12:00', flag), '2026-07-01T12:00:00.000Z');
    }
  });

  it('is refused with an explanation if it is invalid', () => {
    for (const text of ['yesterday', '2026-02-30', '2026-7-1', ''])
      assert.throws(
        () => readBound(text, 'to'),
        new UsageError(`--to "${text}" is no time: write 2026-07-01 or 2026-07-01T12:00:00Z.`),
      );
  });
});
