import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Signs, storeHealth } from './store-health.ts';

const WELL: Signs = { hasAnswered: true, silentMs: 900, isPrepared: true, refused: null, lagMs: 300 };
const stateOf = (signs: Partial<Signs>) => storeHealth({ ...WELL, ...signs }).state;

describe('storeHealth', () => {
  it('is up while the store answers and stores what waits', () => {
    assert.deepEqual(storeHealth(WELL), { state: 'up', silentSeconds: 0, reason: null });
  });

  it('is silent once the store has missed more than one heartbeat', () => {
    assert.equal(stateOf({ silentMs: 3900 }), 'up');
    assert.deepEqual(storeHealth({ ...WELL, silentMs: 12_000, lagMs: 90_000 }), {
      state: 'silent',
      silentSeconds: 12,
      reason: null,
    });
  });

  it('is starting until the tables exist, and silent when that takes longer than any start', () => {
    assert.equal(stateOf({ hasAnswered: false, isPrepared: false, silentMs: 20_000 }), 'starting');
    assert.equal(stateOf({ isPrepared: false }), 'starting');
    assert.equal(stateOf({ hasAnswered: false, isPrepared: false, silentMs: 61_000 }), 'silent');
  });

  it('is behind when the store answers but nothing is stored', () => {
    assert.equal(stateOf({ lagMs: 61_000 }), 'behind');
  });

  it('says why nothing is written to the store', () => {
    const reason = 'A newer version has written to it.';
    assert.deepEqual(storeHealth({ ...WELL, isPrepared: false, refused: reason }), {
      state: 'refused',
      silentSeconds: 0,
      reason,
    });
  });
});
