import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../../test/support/eventually.ts';
import { testMetadata } from '../../test/support/metadata.ts';
import { releaseLease, takeLease } from './lease.ts';
import { tryWithLease } from './with-lease.ts';

const LONG_MS = 60_000;

test('a lease has one holder until it ends or is released', async (t) => {
  const metadata = await testMetadata(t);
  const other = metadata.connect();
  const take = (holder: string, milliseconds = LONG_MS) =>
    takeLease(holder === 'a' ? metadata.db : other.db, 'retention', holder, milliseconds);
  assert.equal(await take('a'), true);
  assert.equal(await take('b'), false);
  assert.equal(await take('a', 300), true, 'renewed, but not for long');
  assert.equal(await take('b'), false);
  await eventually('the lease has ended', () => take('b'));
  assert.equal(await take('a'), false);
  await releaseLease(metadata.db, 'retention', 'a');
  assert.equal(await take('a'), false, 'only the holder can release it');
  await releaseLease(metadata.db, 'retention', 'b');
  assert.equal(await take('a'), true);
});

test("a lease has one holder, however far apart the servers' clocks are", async (t) => {
  const metadata = await testMetadata(t);
  const other = metadata.connect();
  for (const aheadMs of [60_000, 60 * 60_000, -60_000]) {
    const held = await tryWithLease(metadata.db, 'retention', 'a', async () => {
      t.mock.timers.enable({ apis: ['Date'], now: Date.now() + aheadMs });
      const second = await tryWithLease(other.db, 'retention', 'b', async () => 'both have it');
      t.mock.timers.reset();
      return second;
    });
    assert.deepEqual(held, { done: null }, `${aheadMs} ms ahead`);
  }
});
