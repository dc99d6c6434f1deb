import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testMetadata } from '../../test/support/metadata.ts';
import { createApplication } from './create-application.ts';
import { listApplications } from './list-applications.ts';
import { migrateMetadata } from './migrations.ts';

test('migrating again, also from another connection, changes nothing', async (t) => {
  const metadata = await testMetadata(t);
  await createApplication(metadata.db, { name: 'One' });
  const before = await listApplications(metadata.db);
  await migrateMetadata(metadata.db);
  await migrateMetadata(metadata.connect().db);
  assert.deepEqual(await listApplications(metadata.db), before);
});

test('a key of an application that does not exist cannot be', async (t) => {
  const { db } = await testMetadata(t);
  const orphan = {
    id: 'tok_1',
    app_id: 'app_none',
    name: 'x',
    hash: 'x',
    hint: '',
    scopes: 'read',
    created_at: 0,
    expires_at: null,
    revoked_at: null,
  };
  await assert.rejects(db.insertInto('read_token').values(orphan).execute(), /FOREIGN KEY/);
});
