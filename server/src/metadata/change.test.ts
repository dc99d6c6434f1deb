import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { testMetadata } from '../../test/support/metadata.ts';
import { ON_POSTGRES } from '../../test/support/metadata-address.ts';
import { createApplication } from '../accounts/applications/create-application.ts';
import { listApplications } from '../accounts/applications/list-applications.ts';
import { change } from './change.ts';
import { readRevision } from './revision.ts';

test('nested changes are committed with the outer one, or not at all', async (t) => {
  const { db } = await testMetadata(t);
  const before = await readRevision(db);
  const undone = change(db, async (tx) => {
    await createApplication(tx, { name: 'One' });
    await createApplication(tx, { name: 'Two' });
    throw new Error('undone');
  });
  await assert.rejects(undone, /undone/);
  assert.deepEqual(await listApplications(db), []);
  assert.equal(await readRevision(db), before);
  await change(db, async (tx) => {
    await createApplication(tx, { name: 'One' });
    await createApplication(tx, { name: 'Two' });
  });
  assert.equal((await listApplications(db)).length, 2);
  assert.ok((await readRevision(db)) > before);
});

test('a change takes the lock before it reads, so that what it has read still holds when it writes', async (t) => {
  const { db, connect } = await testMetadata(t);
  const other = connect();
  await change(db, async () => {
    // Another connection may read, but waits to change.
    await other.db.selectFrom('account').selectAll().execute();
    const limitWait = ON_POSTGRES ? sql`SET lock_timeout = 1` : sql`PRAGMA busy_timeout = 1`;
    const busy = other.db.connection().execute(async (connection) => {
      await limitWait.execute(connection);
      await change(connection, async () => {});
    });
    await assert.rejects(busy, /locked|busy|lock timeout/);
  });
});
