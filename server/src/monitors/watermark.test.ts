import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Watermark } from './watermark.ts';

test('the watermark is a time up to which everything received is stored, here and on other nodes', async () => {
  const now = { clock: 1000, end: 5, drained: 3, othersStoredAt: 0 };
  const watermark = new Watermark({
    end: () => now.end,
    hasDrained: (position) => now.drained >= position,
    othersHaveDrained: async (agoMs) => now.othersStoredAt >= now.clock - agoMs,
    now: () => now.clock,
  });
  assert.equal(await watermark.look(), 0, 'two frames wait here');
  Object.assign(now, { clock: 2000, end: 9, drained: 5 });
  assert.equal(await watermark.look(), 0, 'the other node has not stored what it had');
  Object.assign(now, { clock: 3000, othersStoredAt: 1500 });
  assert.equal(await watermark.look(), 1000, 'what came later does not matter');
  Object.assign(now, { clock: 4000, drained: 8, othersStoredAt: 4000 });
  assert.equal(await watermark.look(), 1000);
  now.drained = 9;
  assert.equal(await watermark.look(), 3000, 'the mark that was set then has passed');
});
