import assert from 'node:assert/strict';
import { it } from 'node:test';
import { StoreHeartbeat } from './store-heartbeat.ts';

it('the heartbeat knows since when a store has not answered, and whether it ever has', async () => {
  let now = 1000;
  let isThere = false;
  const ping = async () =>
    isThere ? { success: true as const } : { success: false as const, error: new Error('away') };
  const pulse = new StoreHeartbeat({ ping, close: async () => {} }, () => now);
  now = 4000;
  await pulse.look();
  assert.deepEqual([pulse.hasAnswered, pulse.silentMs], [false, 3000]);
  isThere = true;
  await pulse.look();
  assert.deepEqual([pulse.hasAnswered, pulse.silentMs], [true, 0]);
  isThere = false;
  now = 9000;
  await pulse.look();
  assert.deepEqual([pulse.hasAnswered, pulse.silentMs], [true, 5000]);
});
