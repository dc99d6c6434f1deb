import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testMetadata } from '../../test/support/metadata.ts';
import { storeSteps } from './store-steps.ts';
import { withLease } from './with-lease.ts';

test("the steps of one store are separate from another's, and can be recorded twice", async (t) => {
  const { db } = await testMetadata(t);
  const [one, other] = [storeSteps(db, 'logs/a'), storeSteps(db, 'logs/b')];
  await one.write([0, 1]);
  await one.write([1, 2]);
  await other.write([]);
  assert.deepEqual([...(await one.read())].sort(), [0, 1, 2]);
  assert.equal((await other.read()).size, 0);
});

test('work under a lease is done by one server after the other', async (t) => {
  const metadata = await testMetadata(t);
  const other = metadata.connect();
  const done: string[] = [];
  const begun = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const first = withLease(metadata.db, 'tables', 'a', async () => {
    begun.resolve();
    await goOn.promise;
    done.push('a');
  });
  await begun.promise;
  const second = withLease(other.db, 'tables', 'b', async () => done.push('b'));
  goOn.resolve();
  await Promise.all([first, second]);
  assert.deepEqual(done, ['a', 'b']);
  await assert.rejects(
    withLease(metadata.db, 'tables', 'a', async () => {
      throw new Error('no');
    }),
  );
  await withLease(other.db, 'tables', 'b', async () => done.push('b'));
  assert.equal(done.length, 3, 'the lease is released, even after a failure');
});
