import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { collectWhenIdle } from './collect-when-idle.ts';

test('garbage is collected after a period without work, and not before', async () => {
  const done = collectWhenIdle(150);
  let garbage: object | null = { large: Buffer.alloc(1024) };
  const seen = new WeakRef(garbage);
  garbage = null;
  for (let i = 0; i < 4; i++) {
    done();
    await sleep(50);
  }
  assert.notEqual(seen.deref(), undefined);
  // An object dereferenced in this turn is kept alive until the next.
  await sleep(300);
  assert.equal(seen.deref(), undefined);
  assert.equal(garbage, null);
});
