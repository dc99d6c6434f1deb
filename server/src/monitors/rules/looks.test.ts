import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MonitorDefinition } from '@parley/contract';
import { cadenceOf, nextTime } from './cadence.ts';
import { looksOf, rangesOf } from './looks.ts';

const DEFINITION: MonitorDefinition = {
  ...{ measure: 'interactions', filters: {}, groupBy: null, window: 'day', condition: { above: 5 } },
  ...{ steps: null, minimum: 0, for: 0, margin: 0, noData: 'ok', every: null },
};
const at = (time: string) => Date.parse(`${time}Z`);
const NOW = at('2026-11-18T10:00');

function rangesAt(
  definition: Partial<MonitorDefinition>,
  judgedAt: number | null,
  timeZone = 'UTC',
): string[] {
  const monitor = { definition: { ...DEFINITION, ...definition }, timeZone, judgedAt };
  const short = (time: number) => new Date(time).toISOString().slice(5, 16);
  return rangesOf(looksOf(monitor, NOW)).map(({ from, to }) => `${short(from)} ${short(to)}`);
}

describe('the windows of a monitor', () => {
  it('roll up to what is known, and are compared with the window before or a week ago', () => {
    assert.deepEqual(rangesAt({ window: '2h' }, null), ['11-18T08:00 11-18T10:00']);
    const condition = { changedBy: 0.5, against: 'previous' } as const;
    assert.deepEqual(rangesAt({ window: '2h', condition }, null)[1], '11-18T06:00 11-18T08:00');
    const weekBefore = { ...condition, against: 'weekBefore' } as const;
    assert.deepEqual(rangesAt({ window: '2h', condition: weekBefore }, null)[1], '11-11T08:00 11-11T10:00');
  });

  it('are the calendar’s in the time zone of the application', () => {
    assert.deepEqual(rangesAt({}, null, 'Asia/Tokyo'), ['11-17T15:00 11-18T10:00']);
    assert.deepEqual(rangesAt({ window: 'month' }, null, 'Asia/Tokyo'), ['10-31T15:00 11-18T10:00']);
  });

  it('include a period that ended since, once and as a whole, however long nothing was judged', () => {
    const today = '11-18T00:00 11-18T10:00';
    assert.deepEqual(rangesAt({}, at('2026-11-18T09:55')), [today]);
    assert.deepEqual(rangesAt({}, at('2026-11-17T23:55')), ['11-17T00:00 11-18T00:00', today]);
    assert.deepEqual(rangesAt({}, at('2026-11-02T12:00')), ['11-17T00:00 11-18T00:00', today]);
  });

  it('of what stays below, or changes, are periods that have ended', () => {
    assert.deepEqual(rangesAt({ condition: { below: 5 } }, at('2026-11-18T09:55')), []);
    assert.deepEqual(rangesAt({ condition: { below: 5 } }, null), []);
    const condition = { changedBy: -0.5, against: 'weekBefore' } as const;
    assert.deepEqual(rangesAt({ condition }, at('2026-11-17T09:55')), [
      '11-17T00:00 11-18T00:00',
      '11-10T00:00 11-11T00:00',
    ]);
  });
});

describe('the times of a monitor', () => {
  it('are a tenth of its window apart, between a minute and an hour', () => {
    assert.deepEqual(['5m', '30m', '5h', '30d'].map(cadenceOf), [60_000, 180_000, 1_800_000, 3_600_000]);
  });

  it('are the same for monitors that ask the same, and spread for others', () => {
    const next = (app: string, more: Partial<MonitorDefinition> = {}) =>
      nextTime({ app, definition: { ...DEFINITION, window: '1d', ...more }, timeZone: 'UTC' }, NOW);
    assert.equal(next('a'), next('a', { measure: 'costUsd', condition: { above: 1 } }));
    const times = Array.from({ length: 1000 }, (_, i) => next(`app ${i}`));
    assert.ok(times.every((time) => time > NOW && time <= NOW + 3_600_000));
    const perMinute = Map.groupBy(times, (time) => Math.floor((time - NOW) / 60_000));
    assert.ok(Math.max(...[...perMinute.values()].map(({ length }) => length)) < 50);
    assert.equal(
      Math.floor(next('a', { window: 'day', condition: { below: 1 } }) / 60_000) * 60_000,
      at('2026-11-19T00:00'),
    );
  });
});
