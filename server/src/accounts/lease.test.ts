import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testMetadata } from '../../test/support/metadata.ts';
import { releaseLease, takeLease } from './lease.ts';

test('a lease has one holder until it ends or is given back', async (t) => {
  const metadata = await testMetadata(t);
  const other = metadata.connect();
  const take = (holder: string, now: number) =>
    takeLease(holder === 'a' ? metadata.db : other.db, 'retention', holder, { now, milliseconds: 100 });
  assert.equal(await take('a', 1000), true);
  assert.equal(await take('b', 1000), false);
  assert.equal(await take('a', 1050), true, 'renewed');
  assert.equal(await take('b', 1149), false);
  assert.equal(await take('b', 1150), true, 'ended');
  assert.equal(await take('a', 1151), false);
  await releaseLease(metadata.db, 'retention', 'a');
  assert.equal(await take('a', 1152), false, 'only the holder gives it back');
  await releaseLease(metadata.db, 'retention', 'b');
  assert.equal(await take('a', 1153), true);
});
