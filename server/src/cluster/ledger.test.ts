import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testMetadata } from '../../test/support/metadata.ts';
import { createApplication } from '../accounts/applications/create-application.ts';
import {
  addToLedger,
  type Counts,
  type LedgerDay,
  noCounts,
  readDamaged,
  readLedger,
  UNKNOWN_APPLICATION,
} from './ledger.ts';

function day(appId: string, name: string, counts: Partial<Counts>): LedgerDay {
  return { appId, day: name, counts: { ...noCounts(), ...counts } };
}

test('an empty ledger has counted nothing', async (t) => {
  const { db } = await testMetadata(t);
  assert.deepEqual(await readLedger(db, 'node', 'app_1'), { days: [], counted: { segment: 0, offset: 0 } });
});

test('batches add up per application and day', async (t) => {
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
    { ...noCounts(), day: '2025-01-10', received: 5, stored: 2, duplicate: 1, rejected: 2 },
    { ...noCounts(), day: '2025-01-11', received: 1, stored: 1 },
  ]);
  assert.deepEqual({ ...counted }, { segment: 2, offset: 5 });
});

test('a repeated or earlier batch counts once', async (t) => {
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

test('nodes count separately, and their counts are read together', async (t) => {
  const { db } = await testMetadata(t);
  const batch = [day('app_1', '2025-01-10', { received: 1, stored: 1 })];
  await addToLedger(db, 'node-1', batch, { segment: 5, offset: 0 });
  await addToLedger(db, 'node-2', batch, { segment: 1, offset: 7 });
  const { days, counted } = await readLedger(db, 'node-2', 'app_1');
  assert.deepEqual(days, [{ ...noCounts(), day: '2025-01-10', received: 2, stored: 2 }]);
  assert.deepEqual({ ...counted }, { segment: 1, offset: 7 });
});

test('damaged payloads count for the application they name, or for none if it does not exist', async (t) => {
  const { db } = await testMetadata(t);
  const { id } = await createApplication(db, { name: 'One' });
  const days = [
    day(id, '2025-01-10', { received: 3, stored: 1, damaged: 2 }),
    day('app_damaged', '2025-01-10', { received: 1, damaged: 1 }),
    day(UNKNOWN_APPLICATION, '2025-01-10', { received: 4, damaged: 4 }),
    day('app_forgotten', '2025-01-10', { received: 1, stored: 1 }),
  ];
  await addToLedger(db, 'node', days, { segment: 1, offset: 10 });
  const countsOf = async (appId: string) => (await readLedger(db, 'node', appId)).days;
  assert.deepEqual(await countsOf(id), [
    { ...noCounts(), day: '2025-01-10', received: 3, stored: 1, damaged: 2 },
  ]);
  assert.deepEqual(await countsOf('app_damaged'), []);
  assert.deepEqual(await countsOf(UNKNOWN_APPLICATION), [
    { ...noCounts(), day: '2025-01-10', received: 5, damaged: 5 },
  ]);
  assert.deepEqual(await readDamaged(db), { damaged: 7, unattributed: 5 });
});
