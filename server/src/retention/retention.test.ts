import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { eventually } from '../../test/support/eventually.ts';
import { testMetadata } from '../../test/support/metadata.ts';
import { createApplication } from '../accounts/applications/create-application.ts';
import { readRetention } from '../accounts/applications/read-retention.ts';
import { requestDeletion } from '../accounts/applications/request-deletion.ts';
import { updateSettings } from '../accounts/applications/update-settings.ts';
import { createToken } from '../accounts/keys/create-token.ts';
import { takeLease } from '../cluster/lease.ts';
import type { Cutoffs, ExpiringTable } from '../store/rewrite/expired-rows.ts';
import { enforceRetention, type Removed } from './enforce-retention.ts';
import { type RetentionOptions, startRetention } from './start-retention.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 6, 1);

type Row = { table: ExpiringTable; appId: string; at: number; body: string };

/** The store's rows in memory. */
class MemoryRows {
  rows: Row[] = [];
  log: string[] = [];

  add(appId: string, daysOld: number, table: ExpiringTable = 'interactions', now = NOW): void {
    this.rows.push({ table, appId, at: now - daysOld * DAY, body: 'said' });
  }

  async remove(table: ExpiringTable, cutoffs: Cutoffs): Promise<number> {
    this.log.push(`remove ${table}`);
    const before = this.rows.length;
    this.rows = this.rows.filter((row) => !isOld(row, table, cutoffs));
    return before - this.rows.length;
  }

  async blank(table: ExpiringTable, cutoffs: Cutoffs): Promise<number> {
    this.log.push(`blank ${table}`);
    const old = this.rows.filter((row) => isOld(row, table, cutoffs) && row.body !== '');
    for (const row of old) row.body = '';
    return old.length;
  }

  async removeHidden(): Promise<void> {
    this.log.push('remove hidden');
  }

  left(): [string, number, string][] {
    return this.rows.map(({ appId, at, body }) => [appId, (NOW - at) / DAY, body]);
  }
}

function isOld(row: Row, table: ExpiringTable, cutoffs: Cutoffs): boolean {
  return row.table === table && row.at < (cutoffs.get(row.appId) ?? 0);
}

async function twoApplications(t: TestContext) {
  const { db } = await testMetadata(t);
  const one = await createApplication(db, { name: 'One' });
  const two = await createApplication(db, { name: 'Two' });
  const rows = new MemoryRows();
  const enforce = async (drained = async () => {}): Promise<Removed> =>
    enforceRetention({ db, rows, drained }, await readRetention(db), NOW, new AbortController().signal);
  return { db, one: one.id, two: two.id, rows, enforce };
}

test('without limits and deletions the store is not queried', async (t) => {
  const { rows, enforce } = await twoApplications(t);
  assert.deepEqual(await enforce(), { rows: 0, bodies: 0, applications: [] });
  assert.deepEqual(rows.log, []);
});

test("records and bodies are removed after their application's retention, rejections, outlines and scores too", async (t) => {
  const { db, one, two, rows, enforce } = await twoApplications(t);
  await updateSettings(db, one, { retentionDays: 30, bodyRetentionDays: 7 });
  for (const appId of [one, two]) for (const days of [1, 8, 31]) rows.add(appId, days);
  for (const table of ['rejections', 'outlines', 'scores'] as const)
    for (const days of [8, 31]) rows.add(one, days, table);
  assert.deepEqual(await enforce(), { rows: 4, bodies: 4, applications: [] });
  assert.deepEqual(rows.left(), [
    [one, 1, 'said'],
    [one, 8, ''],
    [two, 1, 'said'],
    [two, 8, 'said'],
    [two, 31, 'said'],
    [one, 8, ''],
    [one, 8, ''],
    [one, 8, ''],
  ]);
  assert.deepEqual(await enforce(), { rows: 0, bodies: 0, applications: [] });
});

test('a deleted application is removed after the journal is drained, and forgotten after it is removed', async (t) => {
  const { db, one, two, rows, enforce } = await twoApplications(t);
  await createToken(db, { appId: one, name: 'x', scopes: ['read'] });
  for (const appId of [one, two]) rows.add(appId, 1);
  await requestDeletion(db, one);
  const removed = await enforce(async () => {
    rows.log.push('drained');
    // The last batch that the drain began before the deletion.
    rows.add(one, 0);
  });
  assert.deepEqual(removed, { rows: 2, bodies: 0, applications: [one] });
  assert.equal(rows.log[0], 'drained');
  assert.deepEqual(rows.left(), [[two, 1, 'said']]);
  const { deleted, forgotten } = await readRetention(db);
  assert.deepEqual([deleted, forgotten], [[], [one]]);
  assert.deepEqual(await db.selectFrom('read_token').selectAll().execute(), []);

  // A late batch of another server is removed the next time.
  rows.add(one, 0);
  assert.deepEqual(await enforce(), { rows: 1, bodies: 0, applications: [] });
  assert.deepEqual(rows.left(), [[two, 1, 'said']]);
});

test('a deletion that fails in the store is not forgotten', async (t) => {
  const { db, one, rows, enforce } = await twoApplications(t);
  await requestDeletion(db, one);
  const { remove } = rows;
  rows.remove = async () => {
    throw new Error('the store is away');
  };
  await assert.rejects(enforce(), /away/);
  assert.deepEqual((await readRetention(db)).deleted, [one]);
  rows.remove = remove;
  assert.deepEqual((await enforce()).applications, [one]);
});

test('a table that cannot be changed does not hold up the others', async (t) => {
  const { db, one, two, rows, enforce } = await twoApplications(t);
  await updateSettings(db, one, { retentionDays: 30, bodyRetentionDays: 7 });
  await requestDeletion(db, two);
  for (const table of ['interactions', 'rejections', 'outlines'] as const)
    for (const days of [8, 31]) rows.add(one, days, table);
  const { remove } = rows;
  rows.remove = async (table, cutoffs) => {
    if (table === 'interactions') throw new Error('an earlier change fails');
    return remove.call(rows, table, cutoffs);
  };
  await assert.rejects(enforce(), /1 of 9 failed: an earlier change fails/);
  assert.deepEqual(rows.left(), [
    [one, 8, ''],
    [one, 31, ''],
    [one, 8, ''],
    [one, 8, ''],
  ]);
  assert.deepEqual((await readRetention(db)).deleted, [two], 'what may still be there is not forgotten');
});

async function running(t: TestContext, options: Partial<RetentionOptions> = {}) {
  const { db, one, two, rows } = await twoApplications(t);
  const failures: unknown[] = [];
  let rotations = 0;
  const start = (more: Partial<RetentionOptions> = {}) => {
    const retention = startRetention({
      db,
      rows,
      node: 'node-1',
      drained: async () => {},
      rotateJournal: async () => void rotations++,
      onRemoved: () => {},
      onFailure: (error) => failures.push(error),
      onWorked: () => {},
      pace: { everyMs: 3_600_000, retryMs: 3_600_000, lookMs: 1 },
      ...options,
      ...more,
    });
    t.after(() => retention.stop());
    return retention;
  };
  return { db, one, two, rows, failures, start, rotations: () => rotations };
}

test('a changed limit and a deletion take effect soon, even across a restart', async (t) => {
  const { db, one, two, rows, start, rotations } = await running(t);
  for (const appId of [one, two]) rows.add(appId, 40, 'interactions', Date.now());
  await updateSettings(db, one, { retentionDays: 90 });
  const first = start();
  await eventually('it has run', () => rows.log.includes('remove hidden'));
  await updateSettings(db, one, { retentionDays: 30 });
  await eventually('the old row is removed', () => rows.rows.length === 1);
  assert.ok(rotations() > 0, 'it does not stay in the journal either');
  await first.stop();
  await requestDeletion(db, two);
  assert.equal(rows.rows.length, 1);
  const second = start();
  await eventually(
    'the application is forgotten',
    async () => (await readRetention(db)).forgotten.length === 1,
  );
  assert.deepEqual(rows.rows, []);
  await second.stop();
});

test('changes of other settings do not query the store', async (t) => {
  const { db, one, rows, start } = await running(t);
  await updateSettings(db, one, { retentionDays: 30 });
  const retention = start();
  await eventually('it has run', () => rows.log.includes('remove hidden'));
  const asked = rows.log.length;
  await updateSettings(db, one, { name: 'Renamed' });
  await updateSettings(db, one, { retentionDays: 31 });
  await eventually('it has run again', () => rows.log.length >= 2 * asked);
  await retention.stop();
  assert.equal(rows.log.length, 2 * asked);
});

test('while another server runs retention, this one waits', async (t) => {
  const { db, one, rows, start } = await running(t, { pace: { everyMs: 3_600_000, retryMs: 1, lookMs: 1 } });
  rows.add(one, 40, 'interactions', Date.now());
  await updateSettings(db, one, { retentionDays: 30 });
  assert.equal(await takeLease(db, 'retention', 'node-2', 60_000), true);
  let looks = 0;
  const retention = start({ rotateJournal: async () => void looks++ });
  await eventually('it has tried several times', () => looks > 2);
  assert.deepEqual(rows.log, []);
  await takeLease(db, 'retention', 'node-2', 0);
  await eventually('it runs once the lease is free', () => rows.rows.length === 0);
  await retention.stop();
  assert.deepEqual(await db.selectFrom('lease').selectAll().execute(), []);
});

test('a failure is reported and retried, less and less often', async (t) => {
  const { db, one, rows, failures, start } = await running(t, {
    pace: { everyMs: 3_600_000, retryMs: 20, lookMs: 1 },
  });
  const times: number[] = [];
  let worked = 0;
  await updateSettings(db, one, { retentionDays: 30 });
  rows.add(one, 40, 'interactions', Date.now());
  const { remove } = rows;
  rows.remove = async (table) => {
    if (table === 'interactions') times.push(performance.now());
    throw new Error('the store is away');
  };
  const retention = start({ onWorked: () => void worked++ });
  await eventually('it has failed five times', () => failures.length > 4);
  const waited = (times[4] ?? 0) - (times[3] ?? 0);
  // 160 ms after the fourth failure, half of it random.
  assert.ok(waited >= 75, `${waited} ms`);
  assert.equal(worked, 0);
  rows.remove = remove;
  await eventually('it is done', () => rows.rows.length === 0 && worked > 0);
  await retention.stop();
});

test('stopping ends it at once, whatever it waits for', async (t) => {
  const { db, one, start, failures } = await running(t);
  await requestDeletion(db, one);
  let waiting = false;
  const retention = start({
    drained: (signal) => {
      waiting = true;
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    },
  });
  await eventually('it waits for the drain', () => waiting);
  await retention.stop();
  assert.deepEqual(failures, []);
});
