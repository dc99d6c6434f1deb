import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { indexOf } from './crosshair.ts';

describe('a moment pointed at in another chart', () => {
  const times = ['2026-11-16T08:00:00Z', '2026-11-16T09:00:00Z', '2026-11-16T10:00:00Z'];

  it('it is found by its time, not by its position', () => {
    assert.equal(indexOf(times, '2026-11-16T09:00:00.000Z'), 1);
    assert.equal(indexOf(times, '2026-11-16T09:45:00Z'), 1);
    assert.equal(indexOf(times, '2026-11-16T10:59:00Z'), 2);
  });

  it('it is not shown in a chart of another time', () => {
    assert.equal(indexOf(times, '2026-11-16T07:59:00Z'), null);
    assert.equal(indexOf(times, '2026-11-16T11:00:00Z'), null);
    assert.equal(indexOf([], '2026-11-16T11:00:00Z'), null);
    assert.equal(indexOf(times.slice(0, 1), '2026-11-16T08:00:00.000Z'), 0);
  });
});
