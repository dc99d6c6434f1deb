import assert from 'node:assert/strict';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import {
  checkpointOf,
  type Draining,
  drainAll,
  hasReached,
  interactions,
  NODE,
  QUICK,
  startDrain,
  writeJournal,
} from '../../test/support/drains.ts';
import { eventually } from '../../test/support/eventually.ts';
import { FakeStore, type Fate, StoreDown } from '../../test/support/fake-store.ts';
import { headOf } from '../../test/support/interactions.ts';
import { flipBit } from '../../test/support/journals.ts';
import { tempFolder, withTempFolder } from '../../test/support/temp-folder.ts';
import { addToLedger, type Counts, noCounts, readCounted, readLedger } from '../cluster/ledger.ts';
import type { Head } from '../envelope/journal-entry.ts';
import { comparePositions, type Position } from '../journal/segments.ts';
import { openMetadata } from '../metadata/database.ts';
import { migrateMetadata } from '../metadata/migrations/migrations.ts';
import type { DrainOptions } from './drain.ts';

const HOUR = 3_600_000;

/** A drain that has seen an empty journal and that a burst has begun. */
async function startInBurst(
  t: TestContext,
  folder: string,
  store: FakeStore,
  options: Partial<DrainOptions>,
): Promise<Draining> {
  let steps = 0;
  const draining = await startDrain(folder, store, { ...options, onWorked: () => void steps++ });
  t.after(() => draining.drain.stop());
  draining.drain.giveWay(true);
  await eventually('it has seen an empty journal', () => steps > 0);
  return draining;
}

async function idsAreStored(t: TestContext, store: FakeStore, count: number): Promise<void> {
  t.assert.deepEqual(
    store.rows,
    interactions(count).map(({ id }) => id),
  );
}

test('everything in the journal is stored in order, across batches and segments', async (t) => {
  const folder = await tempFolder();
  const { end } = await writeJournal(folder, interactions(20));
  const store = new FakeStore();
  const { drained } = await drainAll(folder, store, end, { limits: { frames: 3, bytes: 10_000 } });
  await idsAreStored(t, store, 20);
  assert.equal(
    drained.reduce((sum, { stored }) => sum + stored, 0),
    20,
  );
});

test('frames committed later are drained later', async () => {
  const folder = await tempFolder();
  const { end, positions } = await writeJournal(folder, interactions(5));
  const store = new FakeStore();
  const draining = await startDrain(folder, store);
  draining.drain.advance(positions[2] ?? end);
  await eventually('two are stored', () => store.rows.length === 2);
  draining.drain.advance(end);
  await eventually('all are stored', () => store.rows.length === 5);
  draining.drain.stop();
  await draining.ended;
});

test('once everything is drained, the checkpoint says so and a restart sends nothing to the store', async () => {
  const folder = await tempFolder();
  const { end } = await writeJournal(folder, interactions(3));
  const store = new FakeStore();
  const first = await startDrain(folder, store);
  first.drain.advance(end);
  await eventually('the checkpoint is settled', async () => {
    const { drained, inserting } = await checkpointOf(folder);
    return inserting === null && comparePositions(drained, end) === 0;
  });
  first.drain.stop();
  await first.ended;

  const calls = store.calls;
  const second = await startDrain(folder, store);
  second.drain.advance(end);
  second.drain.stop();
  await second.ended;
  assert.equal(store.calls, calls);
});

test('empty segments are skipped: an idle journal counts as drained up to its end', async (t) => {
  const folder = await tempFolder();
  await writeJournal(folder, interactions(2));
  const { end } = await writeJournal(folder, [], { firstSegment: 8 });
  const store = new FakeStore();
  const { drained } = await drainAll(folder, store, end);
  assert.deepEqual(drained.at(-1), { to: end, stored: 0, damaged: 0, insertSeconds: null });
  await idsAreStored(t, store, 2);
});

test('while the store is down, inserts are retried, and then it has everything once', async () => {
  const folder = await tempFolder();
  const { end } = await writeJournal(folder, interactions(4));
  const store = new FakeStore();
  let down = 5;
  store.fate = () => ({ fails: down-- > 0, applies: false, forgetsToken: false });
  const draining = await startDrain(folder, store);
  draining.drain.advance(end);
  await eventually('the store was tried', () => down <= 0);
  store.fate = () => ({ fails: false, applies: true, forgetsToken: false });
  await eventually('everything is drained', () => hasReached(draining, end));
  draining.drain.stop();
  await draining.ended;
  assert.ok(draining.failures.length >= 5);
  assert.ok(draining.failures.every((error) => error instanceof StoreDown));
});

test('an insert that failed but arrived is not repeated, and still counts as stored', async (t) => {
  const folder = await tempFolder();
  const { end } = await writeJournal(folder, interactions(4));
  const store = new FakeStore();
  let first = true;
  store.fate = (call) => {
    const fails = first && call !== 'existing';
    if (fails) first = false;
    return { fails, applies: true, forgetsToken: true };
  };
  const { drained } = await drainAll(folder, store, end, { limits: { frames: 10, bytes: 100_000 } });
  await idsAreStored(t, store, 4);
  assert.equal(
    drained.reduce((sum, { stored }) => sum + stored, 0),
    4,
  );
});

test('stopping while the store fails ends the drain at once, and the next one repeats the batch', async (t) => {
  const folder = await tempFolder();
  const { end } = await writeJournal(folder, interactions(3));
  const store = new FakeStore();
  store.fate = () => ({ fails: true, applies: false, forgetsToken: false });
  const pace = { ...QUICK, retry: { firstMs: HOUR, mostMs: HOUR } };
  const draining = await startDrain(folder, store, { pace });
  draining.drain.advance(end);
  await eventually('the store has failed', () => draining.failures.length > 0);
  draining.drain.stop();
  await draining.ended;

  store.fate = () => ({ fails: false, applies: true, forgetsToken: false });
  await drainAll(folder, store, end);
  await idsAreStored(t, store, 3);
});

test('the drain pauses during a burst and catches up after it', async (t) => {
  const folder = await tempFolder();
  const { end } = await writeJournal(folder, interactions(5));
  const store = new FakeStore();
  const draining = await startInBurst(t, folder, store, { pace: { ...QUICK, maxPauseMs: HOUR } });
  draining.drain.advance(end);
  await sleep(150);
  assert.deepEqual(store.rows, []);
  draining.drain.giveWay(false);
  await eventually('all are stored', () => store.rows.length === 5);
  draining.drain.stop();
  await draining.ended;
});

test('the drain pauses once at most before it has caught up, however long the burst', async (t) => {
  const folder = await tempFolder();
  const { end, positions } = await writeJournal(folder, interactions(20));
  const store = new FakeStore();
  const rest = 300;
  const draining = await startInBurst(t, folder, store, {
    pace: { ...QUICK, maxPauseMs: rest },
    limits: { frames: 1, bytes: 10_000 },
  });
  const started = performance.now();
  draining.drain.advance(positions[19] ?? end);
  await eventually('19 are stored', () => store.rows.length === 19);
  const first = performance.now() - started;
  assert.ok(first >= rest - 1 && first < 5 * rest, `the first rest took ${first} ms`);

  await eventually('it has caught up', async () => (await checkpointOf(folder)).inserting === null);
  await sleep(50);
  const again = performance.now();
  draining.drain.advance(end);
  await eventually('all are stored', () => store.rows.length === 20);
  assert.ok(performance.now() - again >= rest - 1, 'it pauses again');
  draining.drain.stop();
  await draining.ended;
});

test('stopping ends a pause', async (t) => {
  const folder = await tempFolder();
  const { end } = await writeJournal(folder, interactions(1));
  const pace = { ...QUICK, maxPauseMs: HOUR };
  const draining = await startInBurst(t, folder, new FakeStore(), { pace });
  draining.drain.advance(end);
  await nextTurn();
  draining.drain.stop();
  await draining.ended;
});

test('stopping an idle drain ends it at once', async () => {
  const { drain, ended } = await startDrain(await tempFolder(), new FakeStore());
  drain.stop();
  await ended;
});

test('a checkpoint that cannot be written delays the drain but does not end it', async (t) => {
  const folder = await tempFolder();
  const { end } = await writeJournal(folder, interactions(3));
  const store = new FakeStore();
  // A folder in its place makes the file impossible to create, as a full disk would.
  const obstacle = join(folder, 'checkpoint.json.new');
  await mkdir(obstacle);
  const draining = await startDrain(folder, store);
  draining.drain.advance(end);
  await eventually('the checkpoint was tried', () => draining.failures.length > 1);
  assert.deepEqual(store.rows, []);
  await rm(obstacle, { recursive: true });
  await eventually('the checkpoint is settled', async () => (await checkpointOf(folder)).drained.offset > 0);

  // The same while there is nothing left to insert.
  await mkdir(obstacle);
  const later = await writeJournal(folder, [], { firstSegment: end.segment + 1 });
  const failures = draining.failures.length;
  draining.drain.advance(later.end);
  await eventually('the checkpoint was tried', () => draining.failures.length > failures);
  await rm(obstacle, { recursive: true });
  await eventually('the drain continued', () => hasReached(draining, later.end));
  draining.drain.stop();
  await draining.ended;
  await idsAreStored(t, store, 3);
});

test('a damaged frame is reported and only it is lost', async () => {
  const folder = await tempFolder();
  const { end, positions } = await writeJournal(folder, interactions(5), { segmentBytes: 100_000 });
  await flipBit(folder, { segment: 1, offset: (positions[2]?.offset ?? 0) + 30 });
  const store = new FakeStore();
  const damaged: Position[] = [];
  await drainAll(folder, store, end, { onDamage: async ({ position }) => void damaged.push(position) });
  assert.deepEqual(store.rows, ['id-0', 'id-1', 'id-3', 'id-4']);
  assert.deepEqual(damaged, [positions[2]]);
});

test('a duplicate that was left out stays one when a crash repeats the batch', async () => {
  const folder = await tempFolder();
  const heads = [headOf({ id: 'known', verified: false }), headOf({ id: 'new', verified: false })];
  const { end } = await writeJournal(folder, heads, { segmentBytes: 100_000 });
  const store = new FakeStore();
  store.rows.push('known');
  const first = await startDrain(folder, store);
  store.fate = (call) => {
    if (call !== 'existing') first.drain.stop();
    return { fails: call !== 'existing', applies: true, forgetsToken: true };
  };
  first.drain.advance(end);
  await first.ended;

  store.fate = () => ({ fails: false, applies: true, forgetsToken: false });
  const counts: Counts[] = [];
  await drainAll(folder, store, end, {
    count: async ({ ledger }) => void counts.push(...[...ledger.values()].map((day) => day.counts)),
  });
  assert.deepEqual(store.rows, ['known', 'new']);
  assert.deepEqual(counts, [{ ...noCounts(), received: 2, stored: 1, duplicate: 1 }]);
});

const REJECTION: Head = {
  kind: 'rejection',
  id: 'rejection',
  appId: 'app_1',
  receivedAt: Date.UTC(2025, 0, 10, 12),
  issues: [],
};

test('for an application that keeps numbers only, no bodies and no rejected payloads reach the store', async () => {
  const folder = await tempFolder();
  const heads = [headOf({ id: 'numbers' }), REJECTION, headOf({ id: 'all', appId: 'app_2' })];
  const { end } = await writeJournal(folder, heads);
  const store = new FakeStore();
  await drainAll(folder, store, end, {
    keeping: async () => (appId) => (appId === 'app_1' ? 'numbers' : 'everything'),
  });
  assert.deepEqual(
    store.interactions.map(({ record, keeping = 'everything' }) => [record.id, keeping]),
    [
      ['numbers', 'numbers'],
      ['all', 'everything'],
    ],
  );
  assert.deepEqual(store.payloads, ['']);
});

test('waiting frames of a deleted application are neither stored nor counted', async () => {
  const folder = await tempFolder();
  const heads = [headOf({ id: 'a' }), REJECTION, headOf({ id: 'b', appId: 'app_2' }), headOf({ id: 'c' })];
  const { end } = await writeJournal(folder, heads);
  const store = new FakeStore();
  const counted: string[] = [];
  const { drained } = await drainAll(folder, store, end, {
    keeping: async () => (appId) => (appId === 'app_1' ? 'nothing' : 'everything'),
    count: async ({ ledger }) => void counted.push(...[...ledger.values()].map(({ appId }) => appId)),
  });
  assert.deepEqual([store.rows, [...store.rejections], counted], [['b'], [], ['app_2']]);
  assert.equal(
    drained.reduce((sum, { stored }) => sum + stored, 0),
    1,
  );
});

test('an application deleted while the store is down leaves nothing once it is back', async () => {
  const folder = await tempFolder();
  const { end } = await writeJournal(folder, [headOf({ id: 'a' }), headOf({ id: 'b', appId: 'app_2' })]);
  const store = new FakeStore();
  store.fate = () => ({ fails: true, applies: false, forgetsToken: false });
  let deleted = false;
  const draining = await startDrain(folder, store, {
    keeping: async () => (appId) => (deleted && appId === 'app_1' ? 'nothing' : 'everything'),
  });
  draining.drain.advance(end);
  await eventually('the store was tried', () => draining.failures.length > 1);
  deleted = true;
  store.fate = () => ({ fails: false, applies: true, forgetsToken: false });
  await eventually('everything is drained', () => hasReached(draining, end));
  draining.drain.stop();
  await draining.ended;
  assert.deepEqual(store.rows, ['b']);
});

test('while it is unknown what applications keep, nothing is stored', async () => {
  const folder = await tempFolder();
  const { end } = await writeJournal(folder, [headOf({ id: 'a' })]);
  const store = new FakeStore();
  let known = false;
  const draining = await startDrain(folder, store, {
    async keeping() {
      if (!known) throw new Error('the metadata is unavailable');
      return () => 'everything';
    },
  });
  draining.drain.advance(end);
  await eventually('it was tried', () => draining.failures.length > 1);
  assert.deepEqual(store.rows, []);
  known = true;
  await eventually('everything is drained', () => hasReached(draining, end));
  draining.drain.stop();
  await draining.ended;
  assert.deepEqual(store.rows, ['a']);
});

/** One frame of a random journal. Small numbers make the same interaction occur twice. */
type Plan = { kind: 'new' | 'unverified' | 'duplicate' | 'rejection'; number: number };

function headsOf(plan: readonly Plan[]): Head[] {
  const common = { appId: 'app_1', receivedAt: Date.UTC(2025, 0, 10, 12) };
  return plan.map(({ kind, number }, i) => {
    if (kind === 'new') return headOf({ id: `new-${i}` });
    if (kind === 'unverified')
      return headOf({ id: `shared-${number}`, verified: false, receivedAt: common.receivedAt + i });
    if (kind === 'duplicate') return { ...common, kind, id: `shared-${number}` };
    return { ...common, kind, id: `rejection-${i}`, issues: [] };
  });
}

function expectedCounts(heads: readonly Head[], before: ReadonlySet<string>): Counts {
  const stored = new Set<string>(before);
  const counts = noCounts();
  for (const { kind, id } of heads) {
    counts.received++;
    if (kind === 'rejection') counts.rejected++;
    else if (kind === 'duplicate' || stored.has(id)) counts.duplicate++;
    else {
      counts.stored++;
      stored.add(id);
    }
  }
  return counts;
}

type Event = Fate & { crashes: boolean; losesCheckpoint: boolean };

test('wherever the process or the store fails, every interaction is stored once and counted once', async () => {
  const plan = fc.array(
    fc.record({
      kind: fc.constantFrom<Plan['kind']>('new', 'new', 'unverified', 'duplicate', 'rejection'),
      number: fc.nat(4),
    }),
    { minLength: 1, maxLength: 25 },
  );
  const event: fc.Arbitrary<Event> = fc.record({
    fails: fc.boolean(),
    applies: fc.boolean(),
    forgetsToken: fc.boolean(),
    crashes: fc.boolean(),
    losesCheckpoint: fc.boolean(),
  });
  const before = fc.uniqueArray(fc.nat(4), { maxLength: 3 });
  const sizes = fc.record({
    frames: fc.integer({ min: 1, max: 8 }),
    segmentBytes: fc.integer({ min: 1, max: 4000 }),
  });
  await fc.assert(
    fc.asyncProperty(
      plan,
      fc.array(event, { maxLength: 25 }),
      before,
      sizes,
      async (frames, events, known, size) => {
        await withTempFolder(async (folder) => {
          const heads = headsOf(frames);
          const { end } = await writeJournal(folder, heads, size);
          const metadata = openMetadata({ kind: 'sqlite', path: ':memory:' });
          await migrateMetadata(metadata.db);
          const store = new FakeStore();
          store.rows.push(...known.map((number) => `shared-${number}`));
          const existed = new Set(store.rows);

          const script = [...events];
          let current: Draining | undefined;
          let isLost = false;
          /** A crash: nothing that this drain still does has an effect. */
          const next = (): Event => {
            const now = script.shift() ?? {
              fails: false,
              applies: true,
              forgetsToken: false,
              crashes: false,
              losesCheckpoint: false,
            };
            if (now.crashes) {
              current?.drain.stop();
              isLost = now.losesCheckpoint;
            }
            // A call that neither fails nor does its work would be a store that lies.
            const fails = now.fails || now.crashes;
            return { ...now, fails, applies: now.applies || !fails };
          };
          store.fate = next;
          const count: DrainOptions['count'] = async ({ ledger, end }) => {
            const { fails, applies } = next();
            if (applies) await addToLedger(metadata.db, NODE, [...ledger.values()], end);
            if (fails) throw new StoreDown();
          };

          while (!current || !hasReached(current, end)) {
            if (isLost) await rm(join(folder, 'checkpoint.json'), { force: true });
            const draining = await startDrain(folder, store, {
              ...(current ? { leftOver: end } : {}),
              counted: await readCounted(metadata.db, NODE),
              count,
              limits: { frames: size.frames, bytes: 100_000 },
            });
            current = draining;
            draining.drain.advance(end);
            let over = false;
            void draining.ended.then(() => {
              over = true;
            });
            await eventually('the drain crashed or is done', () => over || hasReached(draining, end));
            draining.drain.stop();
            await draining.ended;
          }

          const { days } = await readLedger(metadata.db, NODE, 'app_1');
          await metadata.close();
          const ids = heads.flatMap(({ kind, id }) => (kind === 'interaction' ? [id] : []));
          assert.deepEqual(store.rows.toSorted(), [...new Set([...existed, ...ids])].sort());
          assert.deepEqual(
            store.rejections,
            new Set(heads.flatMap(({ kind, id }) => (kind === 'rejection' ? [id] : []))),
          );
          assert.deepEqual(days, [{ day: '2025-01-10', ...expectedCounts(heads, existed) }]);
        });
      },
    ),
    { numRuns: 40 },
  );
});
