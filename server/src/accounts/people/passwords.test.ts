import assert from 'node:assert/strict';
import { createHook } from 'node:async_hooks';
import { test } from 'node:test';
import { hashPassword, verifyPassword } from './passwords.ts';

test('a password matches its hash in either Unicode form, and no other password does', async () => {
  const hash = await hashPassword('caf\u00e9 au lait');
  assert.match(hash, /^[0-9a-f]{32}:[0-9a-f]{128}$/);
  assert.notEqual(await hashPassword('caf\u00e9 au lait'), hash, 'each has a salt of its own');
  assert.equal(await verifyPassword({ hash, password: 'cafe\u0301 au lait' }), true);
  assert.equal(await verifyPassword({ hash, password: 'cafe au lait' }), false);
  for (const broken of ['', ':', 'nonsense', hash.slice(0, -2)])
    assert.equal(await verifyPassword({ hash: broken, password: 'caf\u00e9 au lait' }), false, broken);
});

test('passwords are hashed one at a time, however many are tried at once', async () => {
  const running = new Set<number>();
  let most = 0;
  const hook = createHook({
    init(id, type) {
      if (type !== 'SCRYPTREQUEST') return;
      running.add(id);
      most = Math.max(most, running.size);
    },
    before: (id) => void running.delete(id),
  }).enable();
  await Promise.all(Array.from({ length: 4 }, (_, i) => hashPassword(`password ${i}`)));
  hook.disable();
  assert.equal(most, 1);
});
