import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { collectWhenIdle } from './collect-when-idle.ts';

test('what is garbage is collected once nothing was done for a while, and not before', async () => {
  const done = collectWhenIdle(150);
  let garbage: object | null = { large: Buffer.alloc(1024) };
  const seen = new WeakRef(garbage);
  garbage = null;
  for (let i = 0; i < 4; i++) {
    done();
    await sleep(50);
  }
  assert.notEqual(seen.deref(), undefined);
  // What was looked at in this turn is kept until the next.
  await sleep(300);
  assert.equal(seen.deref(), undefined);
  assert.equal(garbage, null);
});
