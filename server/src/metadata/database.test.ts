import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { eventually } from '../../test/support/eventually.ts';
import { testMetadata } from '../../test/support/metadata.ts';
import { createApplication } from '../accounts/applications/create-application.ts';
import { listApplications } from '../accounts/applications/list-applications.ts';
import { change } from './change.ts';
import { MetadataUnavailable, metadataRefusal } from './failure.ts';
import { migrateMetadata } from './migrations/migrations.ts';
import { openSqlite } from './sqlite.ts';

/** Writes repeatedly in a thread of its own, as the command line and the drain do. */
const WRITER = `
  const { parentPort, workerData } = require('node:worker_threads');
  (async () => {
    const { openMetadata } = await import(workerData.here + 'database.ts');
    const { createApplication } = await import(workerData.here + '../accounts/applications/create-application.ts');
    const { addToLedger } = await import(workerData.here + '../cluster/ledger.ts');
    const { db, close } = openMetadata(workerData.address);
    parentPort.postMessage('ready');
    await new Promise((resolve) => parentPort.once('message', resolve));
    for (let i = 1; i <= workerData.times; i++) {
      await createApplication(db, { name: workerData.name + i });
      await addToLedger(db, workerData.name, [], { segment: i, offset: 0 });
    }
    await close();
    parentPort.close();
  })();
`;

test('concurrent writers wait for each other, and none fails', async (t) => {
  const { db, address } = await testMetadata(t);
  const here = new URL('./', import.meta.url).href;
  const workers = ['a', 'b', 'c'].map(
    (name) => new Worker(WRITER, { eval: true, workerData: { here, address, name, times: 10 } }),
  );
  await Promise.all(workers.map((worker) => once(worker, 'message')));
  const ends = workers.map((worker) => once(worker, 'exit'));
  for (const worker of workers) worker.postMessage('go');
  await Promise.all(ends);
  assert.equal((await listApplications(db)).length, 30);
  const positions = await db.selectFrom('ledger_position').select('segment').execute();
  assert.deepEqual(
    positions.map(({ segment }) => segment),
    [10, 10, 10],
  );
});

test('the version changes after a write of another connection, and not otherwise', async (t) => {
  const metadata = await testMetadata(t);
  const other = metadata.connect();
  const before = metadata.externalVersion();
  await metadata.db.insertInto('account').values({ id: 'acc_1', name: 'A', created_at: 0 }).execute();
  assert.equal(metadata.externalVersion(), before);
  await change(other.db, async (tx) => {
    await tx.insertInto('account').values({ id: 'acc_2', name: 'B', created_at: 0 }).execute();
  });
  await eventually('the version has changed', () => metadata.externalVersion() !== before);
});

test('only values that SQLite supports can be parameters', async (t) => {
  const { db } = openSqlite(':memory:');
  t.after(() => db.destroy());
  await migrateMetadata(db);
  const odd = JSON.parse('{"id":{},"name":"x","created_at":0}');
  await assert.rejects(db.insertInto('account').values(odd).execute(), /cannot be a parameter/);
});

test('a change on a full disk is refused as a whole with the reason, and succeeds once there is room', async (t) => {
  const { db } = openSqlite(':memory:');
  t.after(() => db.destroy());
  await migrateMetadata(db);
  const make = (name: string) => change(db, (tx) => createApplication(tx, { name }));
  await make('A');
  const names = async () => (await listApplications(db)).map(({ name }) => name);
  await sql`PRAGMA max_page_count = 1`.execute(db);
  for (const text of ['B'.repeat(1_000_000), 'C'.repeat(1_000_000)])
    await assert.rejects(make(text), (error) => {
      assert.ok(error instanceof MetadataUnavailable, String(error));
      assert.match(error.message, /The disk is full/);
      assert.equal(metadataRefusal(error)?.status, 503);
      return true;
    });
  assert.deepEqual(await names(), ['A']);
  await sql`PRAGMA max_page_count = 1000000`.execute(db);
  await make('D');
  assert.deepEqual(await names(), ['A', 'D']);
});
