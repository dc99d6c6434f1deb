import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { periodOf, type Range, rangeOfPreset, shifted } from './presets.ts';
import { comparedRange, lastsUntilNow, rangeOf, readView, type View, viewBeside } from './view.ts';

const BERLIN = 'Europe/Berlin';
/** A Tuesday, 11:02 in Berlin. */
const NOW = Date.parse('2026-11-17T10:02:00Z');

const iso = ({ from, to }: Range) => [from, to].map((ms) => new Date(ms).toISOString().slice(0, 16));
const local = (view: View, now = NOW) => {
  const format = new Intl.DateTimeFormat('sv', { timeZone: BERLIN, dateStyle: 'short', timeStyle: 'short' });
  const { from, to } = rangeOf({ tz: BERLIN, ...view }, now);
  return [from, to].map((ms) => format.format(ms));
};

describe('a preset', () => {
  it('of the calendar begins at midnight of the zone, and lasts until now', () => {
    assert.deepEqual(local({ range: 'today' }), ['2026-11-17 00:00', '2026-11-17 11:15']);
    assert.deepEqual(local({ range: 'yesterday' }), ['2026-11-16 00:00', '2026-11-17 00:00']);
    assert.deepEqual(local({ range: 'this-month' }), ['2026-11-01 00:00', '2026-11-17 11:15']);
    // In Auckland it is 23:02 of the same day, in Honolulu midnight has just passed.
    assert.deepEqual(iso(rangeOfPreset('today', 'Pacific/Auckland', NOW)), [
      '2026-11-16T11:00',
      '2026-11-17T10:15',
    ]);
    assert.deepEqual(iso(rangeOfPreset('today', 'Pacific/Honolulu', NOW)), [
      '2026-11-17T10:00',
      '2026-11-17T10:15',
    ]);
  });

  it('of a week begins on the first day of the reader’s week', () => {
    const week = (firstDay: number) => iso(periodOf('this-week', 'UTC', NOW, firstDay));
    assert.deepEqual(week(1), ['2026-11-16T00:00', '2026-11-23T00:00']);
    assert.deepEqual(week(7), ['2026-11-15T00:00', '2026-11-22T00:00']);
    assert.deepEqual(week(6), ['2026-11-14T00:00', '2026-11-21T00:00']);
  });

  it('of the last minutes has all of them', () => {
    assert.deepEqual(iso(rangeOf({ range: '15m' }, NOW)), ['2026-11-17T09:48', '2026-11-17T10:03']);
    assert.deepEqual(iso(rangeOf({ range: '1h' }, NOW)), ['2026-11-17T09:03', '2026-11-17T10:03']);
  });

  it('of a day on which the clocks change has 23 or 25 hours', () => {
    const hours = (now: string) => {
      const { from, to } = rangeOf({ range: 'yesterday', tz: BERLIN }, Date.parse(now));
      return (to - from) / 3_600_000;
    };
    assert.equal(hours('2026-03-30T08:00:00Z'), 23);
    assert.equal(hours('2026-10-26T08:00:00Z'), 25);
  });

  it('goes live only if it lasts until now', () => {
    const presets = ['today', 'this-week', 'this-month', '15m', '7d', 'yesterday'] as const;
    assert.deepEqual(
      presets.map((range) => lastsUntilNow({ range })),
      [true, true, true, true, true, false],
    );
    assert.ok(lastsUntilNow({}));
    assert.ok(!lastsUntilNow({ from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' }));
  });
});

describe('the period before and after', () => {
  const steps = (view: View, ways: readonly (-1 | 1)[], now = NOW) => {
    const views: (View | null)[] = [];
    for (const way of ways) {
      const last = views.length === 0 ? { tz: BERLIN, ...view } : views.at(-1);
      views.push(last ? viewBeside(last, way, now) : null);
    }
    return views.map((one) => one && (one.range ?? local(one, now)));
  };

  it('is a day, and ends with today', () => {
    assert.deepEqual(steps({ range: 'today' }, [-1, -1, 1, 1, 1]), [
      'yesterday',
      ['2026-11-15 00:00', '2026-11-16 00:00'],
      'yesterday',
      'today',
      null,
    ]);
  });

  it('is a month, whatever its length', () => {
    assert.deepEqual(steps({ range: 'this-month' }, [-1, -1, 1, 1]), [
      ['2026-10-01 00:00', '2026-11-01 00:00'],
      ['2026-09-01 00:00', '2026-10-01 00:00'],
      ['2026-10-01 00:00', '2026-11-01 00:00'],
      'this-month',
    ]);
  });

  it('is a week, and comes back to this one', () => {
    const [before, after] = steps({ range: 'this-week' }, [-1, 1]);
    assert.ok(Array.isArray(before) && before[0]?.endsWith('00:00'));
    assert.equal(after, 'this-week');
  });

  it('is of the same length for others, and comes back to the preset', () => {
    assert.deepEqual(steps({ range: '24h' }, [-1, 1, 1]), [
      ['2026-11-15 11:15', '2026-11-16 11:15'],
      '24h',
      null,
    ]);
    const custom = { from: '2026-11-17T08:00:00.000Z', to: '2026-11-17T09:30:00.000Z' };
    assert.deepEqual(steps(custom, [-1, 1, 1, 1]), [
      ['2026-11-17 07:30', '2026-11-17 09:00'],
      ['2026-11-17 09:00', '2026-11-17 10:30'],
      ['2026-11-17 09:45', '2026-11-17 11:15'],
      null,
    ]);
  });

  it('of several days does not go beyond today', () => {
    const days = { from: '2026-11-12T23:00:00.000Z', to: '2026-11-15T23:00:00.000Z' };
    assert.deepEqual(steps(days, [1, 1]), [['2026-11-15 00:00', '2026-11-18 00:00'], null]);
  });

  it('keeps the filters', () => {
    assert.deepEqual(viewBeside({ range: 'today', model: ['m'], tz: BERLIN }, -1, NOW), {
      range: 'yesterday',
      model: ['m'],
      tz: BERLIN,
    });
  });

  it('of days on which the clocks change is as long as they are', () => {
    const monday = { from: Date.parse('2026-03-29T22:00:00Z'), to: Date.parse('2026-03-30T22:00:00Z') };
    const sunday = shifted(monday, -1, BERLIN);
    assert.equal((sunday.to - sunday.from) / 3_600_000, 23);
    assert.deepEqual(shifted(sunday, 1, BERLIN), monday);
  });
});

describe('a range is compared', () => {
  const compared = (view: View, now = NOW) => iso(comparedRange({ tz: 'UTC', ...view }, now));

  it('with the day before, if it is a day', () => {
    assert.deepEqual(compared({ range: 'yesterday' }), ['2026-11-15T00:00', '2026-11-16T00:00']);
    const { from, to } = comparedRange(
      { range: 'yesterday', tz: BERLIN },
      Date.parse('2026-03-31T08:00:00Z'),
    );
    assert.equal((to - from) / 3_600_000, 23);
  });

  it('with as much of the period before, if it lasts until now', () => {
    assert.deepEqual(compared({ range: 'today' }), ['2026-11-16T00:00', '2026-11-16T10:15']);
    assert.deepEqual(compared({ range: 'this-month' }), ['2026-10-01T00:00', '2026-10-17T10:15']);
    const lastOfMarch = Date.parse('2026-03-31T10:02:00Z');
    assert.deepEqual(compared({ range: 'this-month' }, lastOfMarch), [
      '2026-02-01T00:00',
      '2026-03-01T00:00',
    ]);
  });

  it('with the same length before, otherwise', () => {
    assert.deepEqual(compared({ range: '7d' }), ['2026-11-03T10:15', '2026-11-10T10:15']);
    const custom = { from: '2026-11-17T08:00:00.000Z', to: '2026-11-17T09:30:00.000Z' };
    assert.deepEqual(compared(custom), ['2026-11-17T06:30', '2026-11-17T08:00']);
  });
});

describe('a range in the address', () => {
  it('is a name or two times, or the default', () => {
    assert.deepEqual(readView({ range: 'today' }), { range: 'today' });
    assert.deepEqual(readView({ range: 'tomorrow' }), {});
    assert.deepEqual(readView({ range: 'toString' }), {});
    assert.deepEqual(readView({ from: 'soon', to: '2026-01-01T00:00:00Z' }), {});
    assert.deepEqual(readView({ to: '2026-01-01T00:00:00Z' }), {});
  });
});
