import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testMetadata } from '../../test/support/metadata.ts';
import { addToLedger, type Counts, type LedgerDay, readLedger } from './ledger.ts';

function day(appId: string, name: string, counts: Partial<Counts>): LedgerDay {
  return { appId, day: name, counts: { received: 0, stored: 0, duplicate: 0, rejected: 0, ...counts } };
}

test('an empty ledger has counted nothing', async (t) => {
  const { db } = await testMetadata(t);
  assert.deepEqual(await readLedger(db, 'node', 'app_1'), { days: [], counted: { segment: 0, offset: 0 } });
});

test('batches add up, per application and day', async (t) => {
  const { db } = await testMetadata(t);
  const first = [
    day('app_1', '2025-01-10', { received: 3, stored: 2, duplicate: 1 }),
    day('app_2', '2025-01-10', { received: 9 }),
  ];
  const second = [
    day('app_1', '2025-01-10', { received: 2, rejected: 2 }),
    day('app_1', '2025-01-11', { received: 1, stored: 1 }),
  ];
  await addToLedger(db, 'node', first, { segment: 1, offset: 10 });
  await addToLedger(db, 'node', second, { segment: 2, offset: 5 });
  const { days, counted } = await readLedger(db, 'node', 'app_1');
  assert.deepEqual(days, [
    { day: '2025-01-10', received: 5, stored: 2, duplicate: 1, rejected: 2 },
    { day: '2025-01-11', received: 1, stored: 1, duplicate: 0, rejected: 0 },
  ]);
  assert.deepEqual({ ...counted }, { segment: 2, offset: 5 });
});

test('a batch that is repeated, or one before it, counts once', async (t) => {
  const { db } = await testMetadata(t);
  const batch = [day('app_1', '2025-01-10', { received: 1, stored: 1 })];
  for (const end of [
    { segment: 3, offset: 100 },
    { segment: 3, offset: 100 },
    { segment: 3, offset: 50 },
    { segment: 2, offset: 500 },
  ]) {
    await addToLedger(db, 'node', batch, end);
  }
  const { days } = await readLedger(db, 'node', 'app_1');
  assert.equal(days[0]?.received, 1);
  await addToLedger(db, 'node', batch, { segment: 4, offset: 0 });
  assert.equal((await readLedger(db, 'node', 'app_1')).days[0]?.received, 2);
});

test('nodes count for themselves, and their counts are read together', async (t) => {
  const { db } = await testMetadata(t);
  const batch = [day('app_1', '2025-01-10', { received: 1, stored: 1 })];
  await addToLedger(db, 'node-1', batch, { segment: 5, offset: 0 });
  await addToLedger(db, 'node-2', batch, { segment: 1, offset: 7 });
  const { days, counted } = await readLedger(db, 'node-2', 'app_1');
  assert.deepEqual(days, [{ day: '2025-01-10', received: 2, stored: 2, duplicate: 0, rejected: 0 }]);
  assert.deepEqual({ ...counted }, { segment: 1, offset: 7 });
});
