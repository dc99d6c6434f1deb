import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { type TestMetadata, testMetadata } from '../../../test/support/metadata.ts';
import { readRevision } from '../../metadata/revision.ts';
import type { Tables } from '../../metadata/tables.ts';
import { initialise } from '../initialise.ts';
import { createToken } from '../keys/create-token.ts';
import { revokeKey } from '../keys/revoke-key.ts';
import { revokeToken } from '../keys/revoke-token.ts';
import { rotateKey } from '../keys/rotate-key.ts';
import { isWellFormedSecret } from '../secrets.ts';
import { createApplication } from './create-application.ts';
import { findApplication, NoSuchApplication } from './find-application.ts';
import { listApplications } from './list-applications.ts';

/** Every byte of the SQLite files; on PostgreSQL, every value. */
async function bytesOnDisk({ address, db }: TestMetadata): Promise<Buffer> {
  if (address.kind === 'postgres') {
    const tables = await db.introspection.getTables();
    const names = tables.map(({ name }) => name as keyof Tables);
    const rows = await Promise.all(names.map((name) => db.selectFrom(name).selectAll().execute()));
    return Buffer.from(JSON.stringify(rows));
  }
  const folder = dirname(address.path);
  return Buffer.concat(
    await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name)))),
  );
}

async function counts({ db }: TestMetadata) {
  const tables = ['account', 'member', 'application', 'api_key', 'read_token'] as const;
  const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()));
  return Object.fromEntries(tables.map((table, i) => [table, rows[i]?.length]));
}

test('an application is created with its own keys, in the first account', async (t) => {
  const metadata = await testMetadata(t);
  const one = await createApplication(metadata.db, { name: 'One' });
  const two = await createApplication(metadata.db, { name: 'Two', rateLimit: 5 });
  assert.ok(isWellFormedSecret(one.appKey) && isWellFormedSecret(one.apiKey));
  assert.deepEqual(await counts(metadata), {
    account: 1,
    member: 0,
    application: 2,
    api_key: 2,
    read_token: 0,
  });
  const listed = await listApplications(metadata.db);
  assert.deepEqual(
    listed.map(({ id, name, appKey, rateLimit }) => ({ id, name, appKey, rateLimit })),
    [
      { id: one.id, name: 'One', appKey: one.appKey, rateLimit: null },
      { id: two.id, name: 'Two', appKey: two.appKey, rateLimit: 5 },
    ],
  );
  assert.deepEqual(
    listed[0]?.keys.map(({ id, hint }) => ({ id, hint })),
    [{ id: one.keyId, hint: one.apiKey.slice(-4) }],
  );
});

test('given keys are used, and empty ones are replaced by new keys', async (t) => {
  const { db } = await testMetadata(t);
  const given = await createApplication(db, { name: 'A', appKey: 'pk-mine', apiKey: 'sk-mine' });
  assert.deepEqual([given.appKey, given.apiKey], ['pk-mine', 'sk-mine']);
  const empty = await createApplication(db, { name: 'B', appKey: '', apiKey: '' });
  assert.ok(isWellFormedSecret(empty.appKey) && isWellFormedSecret(empty.apiKey));
});

test('two applications cannot share an application key, and a failed creation leaves no rows behind', async (t) => {
  const metadata = await testMetadata(t);
  await createApplication(metadata.db, { name: 'A', appKey: 'pk' });
  const before = [await counts(metadata), await readRevision(metadata.db)];
  await assert.rejects(createApplication(metadata.db, { name: 'B', appKey: 'pk' }));
  assert.deepEqual([await counts(metadata), await readRevision(metadata.db)], before);
});

test('an application is found by id, application key or name, but not by an ambiguous name', async (t) => {
  const { db } = await testMetadata(t);
  const { id, appKey, name } = await createApplication(db, { name: 'One' });
  for (const wanted of [id, appKey, name]) assert.equal((await findApplication(db, wanted)).id, id);
  await assert.rejects(findApplication(db, 'Two'), NoSuchApplication);
  await createApplication(db, { name: 'One' });
  await assert.rejects(findApplication(db, 'One'), /give the id instead/);
});

test('a rotation creates a new key and expires the old ones after the overlap, never later', async (t) => {
  const { db } = await testMetadata(t);
  const { id, keyId } = await createApplication(db, { name: 'One' });
  const first = await rotateKey(db, id, 60_000);
  const second = await rotateKey(db, id, 3_600_000);
  const [application] = await listApplications(db);
  assert.deepEqual(
    application?.keys.map((key) => [key.id, key.expiresAt]),
    [
      [keyId, first.oldKeysEndAt],
      [first.keyId, second.oldKeysEndAt],
      [second.keyId, null],
    ],
  );
  assert.ok(isWellFormedSecret(second.apiKey));
});

test('a rotation leaves revoked keys and other applications alone', async (t) => {
  const { db } = await testMetadata(t);
  const one = await createApplication(db, { name: 'One' });
  const two = await createApplication(db, { name: 'Two' });
  await revokeKey(db, one.keyId);
  await rotateKey(db, one.id, 0);
  const [first, second] = await listApplications(db);
  assert.equal(first?.keys[0]?.expiresAt, null);
  assert.equal(second?.keys[0]?.id, two.keyId);
  assert.equal(second?.keys[0]?.expiresAt, null);
});

test('a key is revoked once', async (t) => {
  const { db } = await testMetadata(t);
  const { keyId } = await createApplication(db, { name: 'One' });
  assert.equal(await revokeKey(db, keyId), true);
  assert.equal(await revokeKey(db, keyId), false);
  assert.equal(await revokeKey(db, 'key_none'), false);
});

test('every change to keys and tokens raises the revision', async (t) => {
  const { db } = await testMetadata(t);
  const { id, keyId } = await createApplication(db, { name: 'One' });
  const token = await createToken(db, { appId: id, name: 'x', scopes: ['read'] });
  for (const change of [
    () => createApplication(db, { name: 'Two' }),
    () => createToken(db, { appId: id, name: 'y', scopes: ['read', 'replay'] }),
    () => rotateKey(db, id, 0),
    () => revokeKey(db, keyId),
    () => revokeToken(db, token.id),
  ]) {
    const before = await readRevision(db);
    await change();
    assert.ok((await readRevision(db)) > before);
  }
});

test('no secret is stored in plain text', async (t) => {
  const metadata = await testMetadata(t);
  const { db } = metadata;
  const created = await createApplication(db, { name: 'One' });
  const { apiKey } = await rotateKey(db, created.id, 1000);
  const { token } = await createToken(db, { appId: created.id, name: 'x', scopes: ['read'] });
  const initial = {
    email: 'owner@example.com',
    password: 'correct horse battery staple',
    appName: 'Initial',
    appKey: 'pk-initial-application',
    apiKey: 'sk-initial-secret-0123456789',
    readToken: 'rt-initial-secret-0123456789',
  };
  await initialise(db, initial);
  const bytes = await bytesOnDisk(metadata);
  assert.ok(bytes.includes(created.appKey) && bytes.includes(initial.appKey));
  for (const secret of [created.apiKey, apiKey, token, initial.password, initial.apiKey, initial.readToken]) {
    assert.equal(bytes.includes(secret), false);
    assert.equal(bytes.includes(secret.slice(0, 20)), false);
  }
});
