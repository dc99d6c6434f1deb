import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { noticed, testMetadata } from '../../test/support/metadata.ts';
import { addToLedger, noCounts } from '../cluster/ledger.ts';
import { Credentials } from '../ingest/credentials.ts';
import { Access, applicationsByKey } from './access.ts';
import { archiveApplication } from './applications/archive-application.ts';
import { createApplication } from './applications/create-application.ts';
import { updateSettings } from './applications/update-settings.ts';
import { createToken } from './keys/create-token.ts';
import { revokeKey } from './keys/revoke-key.ts';
import { revokeToken } from './keys/revoke-token.ts';
import { rotateKey } from './keys/rotate-key.ts';

/** The server's access list, and another process that changes the metadata. */
async function serverAndAnother(t: TestContext) {
  const metadata = await testMetadata(t);
  const application = await createApplication(metadata.db, { name: 'One' });
  const access = await Access.load(metadata);
  const credentials = new Credentials({
    current: () => access.applications(),
    changes: () => access.changes(),
  });
  const maySend = async (apiKey: string, at = Date.now()) => {
    await credentials.changes();
    return credentials.authenticate(application.appKey, apiKey, at) !== null;
  };
  return { access, application, maySend, other: metadata.connect(), metadata };
}

test('an application created by another process can send at once', async (t) => {
  const { access, other } = await serverAndAnother(t);
  const { appKey } = await createApplication(other.db, { name: 'Two' });
  assert.equal(access.applications().has(appKey), false);
  await noticed();
  await access.changes();
  assert.equal(access.applications().has(appKey), true);
});

test('a key that another process revokes stops working at once', async (t) => {
  const { application, maySend, other } = await serverAndAnother(t);
  assert.equal(await maySend(application.apiKey), true);
  await revokeKey(other.db, application.keyId);
  await noticed();
  assert.equal(await maySend(application.apiKey), false);
});

test('a rotated key works beside the new one until the overlap ends', async (t) => {
  const { application, maySend, other } = await serverAndAnother(t);
  const { apiKey, oldKeysEndAt } = await rotateKey(other.db, application.id, 60_000);
  await noticed();
  assert.equal(await maySend(apiKey), true);
  assert.equal(await maySend(application.apiKey, oldKeysEndAt - 1), true);
  assert.equal(await maySend(application.apiKey, oldKeysEndAt), false);
  assert.equal(await maySend(apiKey, oldKeysEndAt), true);
});

test('a rate limit set by another process takes effect', async (t) => {
  const { access, application, other } = await serverAndAnother(t);
  await updateSettings(other.db, application.id, { rateLimit: 2.5 });
  await noticed();
  await access.changes();
  assert.equal(access.applications().get(application.appKey)?.rateLimit, 2.5);
});

test('without changes, callers do not wait', async (t) => {
  const { access } = await serverAndAnother(t);
  // PostgreSQL also notifies a server of its own changes.
  await noticed();
  await access.changes();
  for (let i = 0; i < 3; i++) {
    await noticed();
    assert.equal(access.changes(), undefined);
  }
});

test('concurrent callers share one reload of the metadata', async (t) => {
  const { access, other } = await serverAndAnother(t);
  await createApplication(other.db, { name: 'Two' });
  await noticed();
  const first = access.changes();
  assert.ok(first);
  assert.equal(access.changes(), first);
  await first;
});

test('a change that does not affect access, such as counts, keeps the loaded applications', async (t) => {
  const { access, application, other } = await serverAndAnother(t);
  const before = access.applications();
  const counts = { ...noCounts(), received: 1, stored: 1 };
  const days = [{ appId: application.id, day: '2025-01-10', counts }];
  await addToLedger(other.db, 'node', days, { segment: 1, offset: 1 });
  await noticed();
  await access.changes();
  assert.equal(access.applications(), before);
});

test('a failed reload is repeated at the next look', async (t) => {
  const { access, application, maySend, other, metadata } = await serverAndAnother(t);
  await revokeKey(other.db, application.keyId);
  await noticed();
  await other.db.schema.alterTable('read_token').renameTo('hidden').execute();
  assert.ok(access.changes(), 'a change was noticed');
  assert.equal(await maySend(application.apiKey), true, 'known keys stay valid meanwhile');
  await metadata.db.schema.alterTable('hidden').renameTo('read_token').execute();
  await noticed();
  assert.equal(await maySend(application.apiKey), false);
});

test('a token is valid until it is revoked or expires, and carries its scopes', async (t) => {
  const { access, application, other } = await serverAndAnother(t);
  const appId = application.id;
  const forever = await createToken(other.db, { appId, name: 'a', scopes: ['read', 'replay'] });
  const expired = await createToken(other.db, {
    appId,
    name: 'b',
    scopes: ['read'],
    expiresAt: Date.now() - 1,
  });
  const later = await createToken(other.db, {
    appId,
    name: 'c',
    scopes: ['read'],
    expiresAt: Date.now() + 60_000,
  });
  await noticed();
  const found = await access.token(forever.token);
  assert.deepEqual(
    [found?.id, found?.appId, found?.scopes],
    [forever.id, appId, new Set(['read', 'replay'])],
  );
  assert.equal((await access.token(later.token))?.id, later.id);
  for (const secret of [expired.token, '', 'rt_wrong', application.apiKey]) {
    assert.equal(await access.token(secret), null);
  }
  await revokeToken(other.db, forever.id);
  await noticed();
  assert.equal(await access.token(forever.token), null);
});

test('the cost of a change grows with the number of keys, not with applications times keys', () => {
  const APPLICATIONS = 5000;
  let looks = 0;
  const applications = Array.from({ length: APPLICATIONS }, (_, i) => ({
    id: `app_${i}`,
    app_key: `pk_${i}`,
    rate_limit: null,
    session_timeout: 10,
    keep_vectors: 0,
  }));
  const keys = Array.from({ length: 2 * APPLICATIONS }, (_, i) => ({
    id: `key_${i}`,
    get app_id() {
      looks++;
      return `app_${i % APPLICATIONS}`;
    },
    hash: '00',
    expires_at: null,
  }));
  const loaded = applicationsByKey(applications, keys);
  assert.equal(looks, keys.length);
  assert.equal(loaded.size, APPLICATIONS);
  assert.deepEqual(
    loaded.get('pk_4321')?.keys.map(({ id }) => id),
    ['key_4321', 'key_9321'],
  );
});

test('an application without keys and a key of an archived application load without error', async (t) => {
  const { access, application, other } = await serverAndAnother(t);
  const archived = await createApplication(other.db, { name: 'Archived' });
  await archiveApplication(other.db, archived.id);
  await revokeKey(other.db, application.keyId);
  await access.refresh();
  assert.deepEqual(
    [...access.applications().values()].map(({ id, keys }) => [id, keys]),
    [[application.id, []]],
  );
});
