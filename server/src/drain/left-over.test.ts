/**
 * Frames that an earlier run left may be drained already, wholly or in part: a lost or old checkpoint cannot
 * tell.
 */
import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { checkpointOf, drainAll, interactions, NODE, writeJournal } from '../../test/support/drains.ts';
import { FakeStore } from '../../test/support/fake-store.ts';
import { headOf } from '../../test/support/interactions.ts';
import { testMetadata } from '../../test/support/metadata.ts';
import { tempFolder, withTempFolder } from '../../test/support/temp-folder.ts';
import { addToLedger, type Counts, readCounted, readLedger } from '../cluster/ledger.ts';
import type { Head } from '../envelope/journal-entry.ts';
import { comparePositions, type Position } from '../journal/segments.ts';
import { openMetadata } from '../metadata/database.ts';
import { migrateMetadata } from '../metadata/migrations/migrations.ts';
import type { DrainOptions } from './drain.ts';

const WHOLE = { segmentBytes: 100_000 };
const NOON = Date.UTC(2025, 0, 10, 12);
const REJECTION: Head = { kind: 'rejection', id: 'no', appId: 'app_1', receivedAt: NOON, issues: [] };
const DUPLICATE: Head = { kind: 'duplicate', id: 'id-0', appId: 'app_1', receivedAt: NOON };

type Setup = { folder: string; store: FakeStore; end: Position; positions: Position[]; db: Metadata };
type Metadata = Awaited<ReturnType<typeof testMetadata>>['db'];

async function setUp(t: TestContext, heads: readonly Head[]): Promise<Setup> {
  const folder = await tempFolder();
  const { db } = await testMetadata(t);
  const { end, positions } = await writeJournal(folder, heads, WHOLE);
  return { folder, store: new FakeStore(), end, positions, db };
}

/** A run that finds the whole journal as an earlier one left it. */
async function nextRun(
  { folder, store, end, db }: Setup,
  options: Partial<DrainOptions> = {},
): Promise<void> {
  await drainAll(folder, store, end, {
    leftOver: end,
    counted: await readCounted(db, NODE),
    count: ({ ledger, end }) => addToLedger(db, NODE, [...ledger.values()], end),
    ...options,
  });
}

const loseCheckpoint = ({ folder }: Setup) => rm(join(folder, 'checkpoint.json'));

async function countsIn({ db }: Setup): Promise<Counts[]> {
  return (await readLedger(db, NODE, 'app_1')).days.map(({ day, ...counts }) => counts);
}

test('without its checkpoint, a drained journal is neither stored nor counted again, however it is batched', async (t) => {
  const setup = await setUp(t, [...interactions(5), DUPLICATE, REJECTION]);
  await nextRun(setup, { limits: { frames: 2, bytes: 10_000 } });
  const counts = [{ received: 7, stored: 5, duplicate: 1, rejected: 1, ignored: 0, scores: 0, damaged: 0 }];
  assert.deepEqual(await countsIn(setup), counts);
  for (const frames of [1, 3, 100]) {
    await loseCheckpoint(setup);
    await nextRun(setup, { limits: { frames, bytes: 10_000 } });
    assert.deepEqual(
      setup.store.rows,
      interactions(5).map(({ id }) => id),
    );
    assert.deepEqual(await countsIn(setup), counts);
  }
});

test('a batch that reaches beyond the end of the ledger counts only what lies beyond it', async (t) => {
  const setup = await setUp(t, interactions(6));
  const upTo = setup.positions[4] ?? setup.end;
  await nextRun({ ...setup, end: upTo });
  await loseCheckpoint(setup);
  await nextRun(setup);
  assert.equal(setup.store.rows.length, 6);
  assert.deepEqual(await countsIn(setup), [
    { received: 6, stored: 6, duplicate: 0, rejected: 0, ignored: 0, scores: 0, damaged: 0 },
  ]);
});

test('after the checkpoint was lost, interactions that were stored but not counted count as stored, and those of other receipts as duplicates', async (t) => {
  const setup = await setUp(t, [
    headOf({ id: 'ours', verified: false }),
    headOf({ id: 'theirs', verified: false }),
    headOf({ id: 'new' }),
  ]);
  const [ours] = await storedBy(t, [headOf({ id: 'ours', verified: false })]);
  const [theirs] = await storedBy(t, [headOf({ id: 'theirs', receivedAt: NOON - 5 })]);
  for (const stored of [ours, theirs]) {
    assert.ok(stored);
    setup.store.rows.push(stored.record.id);
    setup.store.interactions.push(stored);
  }
  await nextRun(setup);
  assert.deepEqual(setup.store.rows, ['ours', 'theirs', 'new']);
  assert.deepEqual(await countsIn(setup), [
    { received: 3, stored: 2, duplicate: 1, rejected: 0, ignored: 0, scores: 0, damaged: 0 },
  ]);
});

/** Rows as another drain has stored them. */
async function storedBy(t: TestContext, heads: readonly Head[]): Promise<FakeStore['interactions']> {
  const setup = await setUp(t, heads);
  await nextRun(setup);
  return setup.store.interactions;
}

test('rows that the store has lost are stored again and not counted again', async (t) => {
  const setup = await setUp(t, interactions(4));
  await nextRun(setup);
  setup.store.rows.splice(1, 2);
  await loseCheckpoint(setup);
  await nextRun(setup, { limits: { frames: 3, bytes: 10_000 } });
  assert.deepEqual(setup.store.rows.toSorted(), ['id-0', 'id-1', 'id-2', 'id-3']);
  assert.deepEqual(await countsIn(setup), [
    { received: 4, stored: 4, duplicate: 0, rejected: 0, ignored: 0, scores: 0, damaged: 0 },
  ]);
});

test('expired interactions and bodies do not come back', async (t) => {
  const setup = await setUp(t, [
    headOf({ id: 'old', receivedAt: NOON }),
    headOf({ id: 'older bodies', receivedAt: NOON + 1000 }),
    headOf({ id: 'young', receivedAt: NOON + 2000 }),
    REJECTION,
  ]);
  const keeping: DrainOptions['keeping'] = async () => (_, at) => {
    if (at === NOON) return 'nothing';
    return at === NOON + 1000 ? 'numbers' : 'everything';
  };
  await nextRun(setup, { keeping });
  assert.deepEqual(
    setup.store.interactions.map(({ record, keeping = 'everything' }) => [record.id, keeping]),
    [
      ['older bodies', 'numbers'],
      ['young', 'everything'],
    ],
  );
  assert.deepEqual([...setup.store.rejections], []);
  assert.deepEqual(await countsIn(setup), [
    { received: 4, stored: 3, duplicate: 0, rejected: 1, ignored: 0, scores: 0, damaged: 0 },
  ]);
});

test('new payloads are kept until retention runs, however old their timestamps', async (t) => {
  const setup = await setUp(t, interactions(1));
  await nextRun(setup, {
    leftOver: { segment: 0, offset: 0 },
    keeping: async () => (_, at) => (at === undefined ? 'everything' : 'nothing'),
  });
  assert.deepEqual(setup.store.rows, ['id-0']);
});

test('a journal that starts again at the same positions is stored, not taken for the previous one', async (t) => {
  const first = await setUp(t, [headOf({ id: 'a' }), REJECTION]);
  const second = await setUp(t, [headOf({ id: 'b' }), { ...REJECTION, id: 'on' }]);
  assert.deepEqual(first.end, second.end);
  await nextRun(first);
  await nextRun({ ...second, store: first.store });
  assert.deepEqual(first.store.rows, ['a', 'b']);
  assert.deepEqual([...first.store.rejections], ['no', 'on']);
});

test('frames of this run are not compared one by one', async (t) => {
  const setup = await setUp(t, interactions(3));
  const asked: string[] = [];
  const { existing } = setup.store;
  setup.store.existing = (ids) => {
    asked.push(...ids);
    return existing.call(setup.store, ids);
  };
  await nextRun(setup, { leftOver: { segment: 0, offset: 0 } });
  assert.deepEqual(asked, []);
});

type Step = { upTo: number; frames: number; mishap: 'none' | 'lose' | 'restore' | 'damage' };

test('wherever the drain is when its checkpoint is lost, damaged or restored, everything is stored and counted once', async () => {
  const step: fc.Arbitrary<Step> = fc.record({
    upTo: fc.nat(20),
    frames: fc.integer({ min: 1, max: 6 }),
    mishap: fc.constantFrom<Step['mishap']>('none', 'lose', 'restore', 'damage'),
  });
  const kinds = fc.array(fc.constantFrom('new', 'new', 'shared', 'duplicate', 'rejection'), {
    minLength: 1,
    maxLength: 20,
  });
  await fc.assert(
    fc.asyncProperty(kinds, fc.array(step, { maxLength: 6 }), fc.nat(2000), async (plan, steps, size) => {
      await withTempFolder(async (folder) => {
        const heads = plan.map((kind, i): Head => {
          if (kind === 'new') return headOf({ id: `new-${i}` });
          if (kind === 'shared')
            return headOf({ id: `shared-${i % 3}`, verified: false, receivedAt: NOON + i });
          const common = { appId: 'app_1', receivedAt: NOON, issues: [] };
          return kind === 'duplicate'
            ? { ...common, kind, id: 'shared-0' }
            : { ...common, kind: 'rejection', id: `rejection-${i}` };
        });
        const { end, positions } = await writeJournal(folder, heads, { segmentBytes: size + 1 });
        const metadata = openMetadata({ kind: 'sqlite', path: ':memory:' });
        await migrateMetadata(metadata.db);
        const setup = { folder, store: new FakeStore(), end, positions, db: metadata.db };
        const path = join(folder, 'checkpoint.json');
        const copies: string[] = [];
        for (const { upTo, frames, mishap } of [...steps, { upTo: 20, frames: 3, mishap: 'none' } as const]) {
          const to = positions[upTo] ?? end;
          const { drained, inserting } = await checkpointOf(folder);
          if (comparePositions(inserting ?? drained, to) < 0)
            await nextRun({ ...setup, end: to }, { limits: { frames, bytes: 10_000 } });
          const old = copies.at(upTo % Math.max(1, copies.length));
          copies.push(JSON.stringify(await checkpointOf(folder)));
          if (mishap === 'lose') await rm(path, { force: true });
          if (mishap === 'damage') await writeFile(path, '');
          if (mishap === 'restore' && old !== undefined) await writeFile(path, old);
        }
        const ids = heads.flatMap(({ kind, id }) => (kind === 'interaction' ? [id] : []));
        const stored = new Set(ids).size;
        const duplicate = ids.length - stored + plan.filter((kind) => kind === 'duplicate').length;
        const rejected = plan.filter((kind) => kind === 'rejection').length;
        assert.deepEqual(setup.store.rows.toSorted(), [...new Set(ids)].sort());
        const [counts] = await countsIn(setup);
        assert.deepEqual(counts, {
          received: heads.length,
          stored,
          duplicate,
          rejected,
          ignored: 0,
          scores: 0,
          damaged: 0,
        });
        await metadata.close();
      });
    }),
    { numRuns: 20 },
  );
});
