import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { periodText } from './period-text.ts';

const BERLIN = 'Europe/Berlin';

describe('the text of a period', () => {
  it('has days alone where the period is whole days', () => {
    const week = { from: '2026-11-08T23:00:00.000Z', to: '2026-11-15T23:00:00.000Z' };
    assert.equal(periodText(week, BERLIN), '9 Nov – 15 Nov');
    const day = { from: '2026-11-08T23:00:00.000Z', to: '2026-11-09T23:00:00.000Z' };
    assert.equal(periodText(day, BERLIN), '9 Nov');
  });

  it('names a day once where the period is within it', () => {
    const hour = { from: '2026-11-09T13:00:00.000Z', to: '2026-11-09T14:00:00.000Z' };
    assert.equal(periodText(hour, BERLIN), '9 Nov, 14:00 – 15:00');
  });

  it('has the time of both ends otherwise', () => {
    const day = { from: '2026-11-09T13:15:00.000Z', to: '2026-11-10T13:15:00.000Z' };
    assert.equal(periodText(day, BERLIN), '9 Nov, 14:15 – 10 Nov, 14:15');
  });
});
