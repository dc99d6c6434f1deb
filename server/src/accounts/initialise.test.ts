import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fullTable } from '../../test/support/full-table.ts';
import { type TestMetadata, testMetadata } from '../../test/support/metadata.ts';
import { createApplication } from './applications/create-application.ts';
import { initialise } from './initialise.ts';
import { revokeKey } from './keys/revoke-key.ts';

const NOTHING = { account: 0, member: 0, application: 0, api_key: 0, read_token: 0 };
const ALL = { account: 1, member: 1, application: 1, api_key: 1, read_token: 1 };

async function counts({ db }: TestMetadata) {
  const tables = ['account', 'member', 'application', 'api_key', 'read_token'] as const;
  const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()));
  return Object.fromEntries(tables.map((table, i) => [table, rows[i]?.length]));
}

test('PARLEY_INIT_* creates its objects once, however often the server starts', async (t) => {
  const metadata = await testMetadata(t);
  const initial = {
    email: 'Owner@Example.com',
    password: 'secret',
    appName: 'App',
    appKey: 'pk',
    apiKey: 'sk',
    readToken: 'rt',
  };
  for (let i = 0; i < 3; i++) await initialise(metadata.db, initial);
  assert.deepEqual(await counts(metadata), ALL);
  const [member] = await metadata.db
    .selectFrom('member')
    .innerJoin('person', 'person.id', 'member.person_id')
    .select(['person.email', 'member.role'])
    .execute();
  assert.deepEqual({ ...member }, { email: 'owner@example.com', role: 'owner' });
});

test('an existing application is left as it is', async (t) => {
  const metadata = await testMetadata(t);
  const { keyId } = await createApplication(metadata.db, { name: 'App', appKey: 'pk', apiKey: 'first' });
  await revokeKey(metadata.db, keyId);
  await initialise(metadata.db, { appName: 'App', appKey: 'pk', apiKey: 'first' });
  assert.equal((await counts(metadata)).api_key, 1);
  await initialise(metadata.db, { appName: 'App' });
  assert.equal((await counts(metadata)).application, 1);
});

test('an application of PARLEY_INIT_* that was renamed or got another key is not created again', async (t) => {
  const metadata = await testMetadata(t);
  const { db } = metadata;
  const initial = { email: 'first@example.com', password: 'secret', appName: 'App', readToken: 'rt' };
  assert.equal(await initialise(db, initial), true);
  await db.updateTable('application').set({ name: 'Renamed' }).execute();
  await db.updateTable('person').set({ email: 'later@example.com' }).execute();
  await db.updateTable('read_token').set({ revoked_at: 1 }).execute();
  const before = await counts(metadata);
  assert.equal(await initialise(db, initial), false);
  assert.deepEqual(await counts(metadata), before);
});

test('an interrupted first start leaves nothing behind, and the next one creates everything', async (t) => {
  const metadata = await testMetadata(t);
  const { db } = metadata;
  const initial = { email: 'first@example.com', password: 'secret', appName: 'App', readToken: 'rt' };
  const makeRoom = await fullTable(db, 'read_token');
  await assert.rejects(initialise(db, initial), /full/);
  assert.deepEqual(await counts(metadata), NOTHING);
  await makeRoom();
  assert.equal(await initialise(db, initial), true);
  assert.deepEqual(await counts(metadata), ALL);
});

test('PARLEY_INIT_* creates nothing on a server with people, and an owner on one without', async (t) => {
  const metadata = await testMetadata(t);
  const { db } = metadata;
  const app = { appName: 'App', appKey: 'pk', apiKey: 'sk' };
  assert.equal(await initialise(db, app), true);
  // An application without people gets its owner later and keeps its keys.
  assert.equal(await initialise(db, { ...app, email: 'first@example.com', password: 'secret' }), true);
  const before = await counts(metadata);
  assert.deepEqual([before.member, before.application], [1, 1]);
  for (const late of [
    { email: 'second@example.com', password: 'secret' },
    { appName: 'Another', appKey: 'pk2' },
  ])
    assert.equal(await initialise(db, late), false);
  assert.deepEqual(await counts(metadata), before);
});

test('objects that an earlier version created from PARLEY_INIT_* are found, and revoked ones stay revoked', async (t) => {
  const metadata = await testMetadata(t);
  const { db } = metadata;
  const initial = { appName: 'App', appKey: 'pk', apiKey: 'sk', readToken: 'rt' };
  await initialise(db, initial);
  await db.deleteFrom('done_once').execute();
  await db.updateTable('api_key').set({ revoked_at: 1 }).execute();
  await db.updateTable('read_token').set({ revoked_at: 1 }).execute();
  const before = await counts(metadata);
  assert.equal(await initialise(db, initial), true);
  assert.deepEqual(await counts(metadata), before);
  assert.equal(await initialise(db, initial), false);
});

test('without PARLEY_INIT_* nothing is created', async (t) => {
  const metadata = await testMetadata(t);
  assert.equal(await initialise(metadata.db, {}), true);
  assert.deepEqual(await counts(metadata), NOTHING);
});
