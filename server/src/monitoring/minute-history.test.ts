import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MinuteHistory } from './minute-history.ts';

describe('MinuteHistory', () => {
  const watched = () => {
    const now = { received: 5, stored: 5, lagMs: 0, time: Date.UTC(2026, 0, 1, 12) };
    const hour = new MinuteHistory(
      () => now,
      () => now.lagMs,
      () => now.time,
    );
    return { now, hour };
  };

  it('has the sums of each minute and its longest lag', () => {
    const { now, hour } = watched();
    Object.assign(now, { received: 15, stored: 8, lagMs: 4000 });
    hour.sample();
    Object.assign(now, { received: 16, lagMs: 500, time: now.time + 59_000 });
    hour.sample();
    Object.assign(now, { stored: 16, lagMs: 0, time: now.time + 1000 });
    assert.deepEqual(hour.read(), [
      { at: '2026-01-01T12:00:00.000Z', received: 11, stored: 3, lagSeconds: 4 },
      { at: '2026-01-01T12:01:00.000Z', received: 0, stored: 8, lagSeconds: 0 },
    ]);
  });

  it('drops minutes older than an hour', () => {
    const { now, hour } = watched();
    for (let minute = 0; minute < 90; minute++) {
      now.received++;
      hour.sample();
      now.time += 60_000;
    }
    const minutes = hour.read();
    assert.equal(minutes.length, 60);
    assert.equal(minutes[0]?.at, '2026-01-01T12:31:00.000Z');
  });
});
