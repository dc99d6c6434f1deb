/** Frames that were acknowledged and cannot be read any more are counted once, as damaged. */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { drainAll, NODE, writeJournal } from '../../test/support/drains.ts';
import { FakeStore } from '../../test/support/fake-store.ts';
import { headOf } from '../../test/support/interactions.ts';
import { flipBit } from '../../test/support/journals.ts';
import { testMetadata } from '../../test/support/metadata.ts';
import { tempFolder } from '../../test/support/temp-folder.ts';
import { createApplication } from '../accounts/applications/create-application.ts';
import { addToLedger, noCounts, readCounted, readDamaged, readLedger } from '../cluster/ledger.ts';
import type { Position } from '../journal/segments.ts';
import type { DrainOptions } from './drain.ts';

const NOON = Date.UTC(2025, 0, 10, 12);
const DAY = '2025-01-10';

/** Five interactions of one application in one segment, and a drain over them. */
async function fiveInteractions(t: TestContext) {
  const folder = await tempFolder();
  const { db } = await testMetadata(t);
  const { id: appId } = await createApplication(db, { name: 'One' });
  const heads = [0, 1, 2, 3, 4].map((i) => headOf({ id: `id-${i}`, appId, receivedAt: NOON + i }));
  const { end, positions } = await writeJournal(folder, heads, { segmentBytes: 100_000 });
  const store = new FakeStore();
  const ledger = async () => (await readLedger(db, NODE, appId)).days;
  const run = async (options: Partial<DrainOptions> = {}) =>
    drainAll(folder, store, end, {
      counted: await readCounted(db, NODE),
      leftOver: end,
      count: ({ ledger, end }) => addToLedger(db, NODE, [...ledger.values()], end),
      ...options,
    });
  /** Flips a bit of a frame, at this byte or, if negative, counted from its end. */
  const hit = (i: number, at: number) => {
    const next = positions[i + 1] ?? end;
    const offset = at < 0 ? next.offset + at : (positions[i]?.offset ?? 0) + at;
    return flipBit(folder, { segment: 1, offset });
  };
  return { folder, db, end, store, ledger, run, hit };
}

test('a damaged frame counts as received and damaged, for its application and day', async (t) => {
  const { store, ledger, run, hit, db } = await fiveInteractions(t);
  await hit(2, -1);
  const { drained } = await run();
  assert.deepEqual(store.rows, ['id-0', 'id-1', 'id-3', 'id-4']);
  assert.deepEqual(await ledger(), [{ ...noCounts(), day: DAY, received: 5, stored: 4, damaged: 1 }]);
  assert.equal(
    drained.reduce((sum, { damaged }) => sum + damaged, 0),
    1,
  );
  assert.deepEqual(await readDamaged(db), { damaged: 1, unattributed: 0 });
});

test('adjacent damaged frames and those at the end of a segment are counted one by one', async (t) => {
  const { store, ledger, run, hit } = await fiveInteractions(t);
  for (const i of [1, 2, 4]) await hit(i, -1);
  await run();
  assert.deepEqual(store.rows, ['id-0', 'id-3']);
  assert.deepEqual(await ledger(), [{ ...noCounts(), day: DAY, received: 5, stored: 2, damaged: 3 }]);
});

test('a journal that is entirely damaged is counted and skipped', async (t) => {
  const { store, ledger, run, hit } = await fiveInteractions(t);
  for (let i = 0; i < 5; i++) await hit(i, -1);
  await run();
  assert.deepEqual(store.rows, []);
  assert.deepEqual(await ledger(), [{ ...noCounts(), day: DAY, received: 5, damaged: 5 }]);
});

test('a frame whose head cannot be read counts for no application, and is still counted', async (t) => {
  const { ledger, run, hit, db } = await fiveInteractions(t);
  // In the application's name: the head is {"kind":"interaction","id":"id-1","appId":"app_…
  await hit(1, 12 + 1 + 12 + '{"kind":"interaction","id":"id-1","appId":"app_'.length);
  await run();
  assert.deepEqual(await ledger(), [{ ...noCounts(), day: DAY, received: 4, stored: 4 }]);
  assert.deepEqual(await readDamaged(db), { damaged: 1, unattributed: 1 });
  assert.deepEqual((await readLedger(db, NODE, '')).days, [
    { ...noCounts(), day: DAY, received: 1, damaged: 1 },
  ]);
});

test('damage that is read again counts once, even if it occurred after the first reading', async (t) => {
  const { folder, ledger, run, hit } = await fiveInteractions(t);
  await hit(1, -1);
  await run({ limits: { frames: 2, bytes: 100_000 } });
  await hit(3, -1);
  await rm(join(folder, 'checkpoint.json'));
  await run();
  assert.deepEqual(await ledger(), [{ ...noCounts(), day: DAY, received: 5, stored: 4, damaged: 1 }]);
});

test('damage of a deleted application is not counted', async (t) => {
  const { ledger, run, hit, db } = await fiveInteractions(t);
  await hit(1, -1);
  await run({ keeping: async () => () => 'nothing' });
  assert.deepEqual(await ledger(), []);
  assert.deepEqual(await readDamaged(db), { damaged: 0, unattributed: 0 });
});

test('damage that cannot be set aside is counted once it can be', async (t) => {
  const { ledger, run, hit } = await fiveInteractions(t);
  await hit(1, -1);
  let full = 2;
  const met: Position[] = [];
  await run({
    onDamage: async ({ position }) => {
      if (full-- > 0) throw new Error('the disk is full');
      met.push(position);
    },
  });
  assert.equal(met.length, 1);
  assert.deepEqual(await ledger(), [{ ...noCounts(), day: DAY, received: 5, stored: 4, damaged: 1 }]);
});
