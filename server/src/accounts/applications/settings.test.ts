import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { noticed, testMetadata } from '../../../test/support/metadata.ts';
import { addToLedger, noCounts, readLedger } from '../../cluster/ledger.ts';
import { readRevision } from '../../metadata/revision.ts';
import { Access } from '../access.ts';
import { initialise } from '../initialise.ts';
import { createToken } from '../keys/create-token.ts';
import { writeKeyUses } from '../keys/write-key-uses.ts';
import { setPrice } from '../prices/set-price.ts';
import { archiveApplication, restoreApplication } from './archive-application.ts';
import { createApplication } from './create-application.ts';
import { CurrentKeeping } from './current-keeping.ts';
import { findApplication, NoSuchApplication } from './find-application.ts';
import { forgetApplication, forgetLateCounts } from './forget-application.ts';
import { listApplications } from './list-applications.ts';
import { readRetention } from './read-retention.ts';
import { readSettings } from './read-settings.ts';
import { renameApplication } from './rename-application.ts';
import { requestDeletion } from './request-deletion.ts';
import { InvalidSettings, updateSettings } from './update-settings.ts';

/** A server's access to an application, and another process that changes it. */
async function serverAndAnother(t: TestContext) {
  const metadata = await testMetadata(t);
  const application = await createApplication(metadata.db, { name: 'One' });
  const access = await Access.load(metadata);
  const { db } = metadata.connect();
  /** Looks for changes as a payload does. */
  const seen = async () => {
    await noticed();
    await access.changes();
    return access.applications().get(application.appKey);
  };
  return { metadata, access, application, db, seen };
}

const COUNTS = { ...noCounts(), received: 1, stored: 1 };

test('a new application keeps everything for ever, in UTC', async (t) => {
  const { db } = await testMetadata(t);
  const { id } = await createApplication(db, { name: 'One', rateLimit: 5 });
  assert.deepEqual(await readSettings(db, id), {
    name: 'One',
    timeZone: 'UTC',
    rateLimit: 5,
    sessionTimeout: 10,
    retentionDays: null,
    bodyRetentionDays: null,
    storeBodies: true,
    keepVectors: false,
  });
});

test('a time zone is read by its name, and an invalid one of an earlier version as UTC', async (t) => {
  const { db } = await testMetadata(t);
  const { id } = await createApplication(db, { name: 'One' });
  for (const [stored, read] of [
    ['utc', 'UTC'],
    ['europe/berlin', 'Europe/Berlin'],
    ['Mars/Base', 'UTC'],
  ] as const) {
    await db.updateTable('application').set({ time_zone: stored }).where('id', '=', id).execute();
    assert.equal((await readSettings(db, id)).timeZone, read);
    assert.equal((await updateSettings(db, id, { rateLimit: 5 })).timeZone, read);
  }
});

test('an update changes the given settings and keeps the others', async (t) => {
  const { db } = await testMetadata(t);
  const { id } = await createApplication(db, { name: 'One' });
  const other = await createApplication(db, { name: 'Two' });
  const before = await readSettings(db, other.id);
  for (const changes of [
    { name: 'Shop' },
    { timeZone: 'Europe/Berlin' },
    { rateLimit: 2.5 },
    { sessionTimeout: 30 },
    { retentionDays: 90 },
    { bodyRetentionDays: 7 },
    { storeBodies: false },
    { keepVectors: true },
    { rateLimit: null, retentionDays: null, storeBodies: true },
  ]) {
    const expected = { ...(await readSettings(db, id)), ...changes };
    assert.deepEqual(await updateSettings(db, id, changes), expected);
    assert.deepEqual(await readSettings(db, id), expected);
  }
  assert.deepEqual(await readSettings(db, other.id), before);
});

test('an update that contradicts existing settings changes nothing', async (t) => {
  const { db } = await testMetadata(t);
  const { id } = await createApplication(db, { name: 'One' });
  await updateSettings(db, id, { bodyRetentionDays: 30 });
  const before = [await readSettings(db, id), await readRevision(db)];
  await assert.rejects(updateSettings(db, id, { retentionDays: 29 }), InvalidSettings);
  await assert.rejects(updateSettings(db, 'app_none', { retentionDays: 29 }), NoSuchApplication);
  assert.deepEqual([await readSettings(db, id), await readRevision(db)], before);
});

test('every change of an application raises the revision', async (t) => {
  const { db } = await testMetadata(t);
  const { id } = await createApplication(db, { name: 'One' });
  for (const change of [
    () => updateSettings(db, id, { sessionTimeout: 5 }),
    () => renameApplication(db, id, 'Two'),
    () => archiveApplication(db, id),
    () => restoreApplication(db, id),
    () => requestDeletion(db, id),
    () => forgetApplication(db, id),
  ]) {
    const before = await readRevision(db);
    await change();
    assert.ok((await readRevision(db)) > before);
  }
});

test('a running server applies a new rate limit and session timeout at once', async (t) => {
  const { application, db, seen } = await serverAndAnother(t);
  await updateSettings(db, application.id, { rateLimit: 2.5, sessionTimeout: 45 });
  const { rateLimit, sessionTimeout } = (await seen()) ?? {};
  assert.deepEqual([rateLimit, sessionTimeout], [2.5, 45]);
});

test('an archived application accepts nothing and can be read, until it is restored', async (t) => {
  const { access, application, db, seen } = await serverAndAnother(t);
  const { token } = await createToken(db, { appId: application.id, name: 'x', scopes: ['read'] });
  assert.equal(await archiveApplication(db, application.id), true);
  assert.equal(await archiveApplication(db, application.id), false);
  assert.equal(await seen(), undefined);
  assert.ok(await access.token(token));
  assert.notEqual((await listApplications(db))[0]?.archivedAt, null);
  assert.equal(await restoreApplication(db, application.id), true);
  assert.equal(await restoreApplication(db, application.id), false);
  assert.ok(await seen());
});

test('once its deletion is requested, an application is gone for everybody', async (t) => {
  const { access, application, db, seen } = await serverAndAnother(t);
  const { id, appKey, name } = application;
  const { token } = await createToken(db, { appId: id, name: 'x', scopes: ['read'] });
  await seen();
  assert.ok(await access.token(token));
  assert.equal(await requestDeletion(db, id), true);
  assert.equal(await requestDeletion(db, id), false);
  assert.equal(await seen(), undefined);
  assert.equal(await access.token(token), null);
  assert.deepEqual(await listApplications(db), []);
  for (const wanted of [id, appKey, name])
    await assert.rejects(findApplication(db, wanted), NoSuchApplication);
  await assert.rejects(readSettings(db, id), NoSuchApplication);
  await assert.rejects(updateSettings(db, id, { name: 'Two' }), NoSuchApplication);
  assert.equal(await archiveApplication(db, id), false);
});

test('a forgotten application leaves nothing but its id and the hash of its application key', async (t) => {
  const { application, db } = await serverAndAnother(t);
  const kept = await createApplication(db, { name: 'Kept' });
  const price = {
    model: '*',
    input: 1,
    output: 1,
    cachedInput: null,
    cacheWrite: null,
    from: null,
    to: null,
  };
  for (const appId of [application.id, kept.id]) {
    await createToken(db, { appId, name: 'x', scopes: ['read'] });
    await setPrice(db, { appId, ...price });
  }
  const days = [application.id, kept.id].map((appId) => ({ appId, day: '2025-01-10', counts: COUNTS }));
  await addToLedger(db, 'node', days, { segment: 1, offset: 1 });

  // Its deletion was not requested: nothing happens.
  await forgetApplication(db, kept.id);
  await requestDeletion(db, application.id);
  await forgetApplication(db, application.id);
  for (const table of ['api_key', 'read_token', 'price_override', 'ledger'] as const) {
    const rows = await db.selectFrom(table).select('app_id').execute();
    assert.deepEqual(
      rows.map(({ app_id }) => app_id),
      [kept.id],
      table,
    );
  }
  assert.deepEqual(
    (await db.selectFrom('application').select('id').execute()).map(({ id }) => id),
    [kept.id],
  );
  const { deleted, forgotten } = await readRetention(db);
  assert.deepEqual([deleted, forgotten], [[], [application.id]]);
  const [stone] = await db.selectFrom('deleted_application').selectAll().execute();
  assert.ok(!JSON.stringify(stone).includes(application.appKey));

  // Counts that another node added late are removed, too.
  await addToLedger(db, 'other', days, { segment: 1, offset: 1 });
  await forgetLateCounts(db);
  assert.deepEqual((await readLedger(db, 'node', application.id)).days, []);
  assert.equal((await readLedger(db, 'node', kept.id)).days[0]?.received, 2);
});

test('a deleted application of PARLEY_INIT_* does not come back at the next start', async (t) => {
  const { db } = await testMetadata(t);
  const initial = { appName: 'App', appKey: 'pk', apiKey: 'sk', readToken: 'rt' };
  await initialise(db, initial);
  const { id } = await findApplication(db, 'pk');
  await requestDeletion(db, id);
  await initialise(db, initial);
  assert.deepEqual(await listApplications(db), []);
  await forgetApplication(db, id);
  await initialise(db, initial);
  assert.deepEqual(await listApplications(db), []);
  assert.deepEqual(await db.selectFrom('read_token').selectAll().execute(), []);
});

test('a change of what an application keeps takes effect at the next refresh', async (t) => {
  const { db } = await testMetadata(t);
  const { id } = await createApplication(db, { name: 'One' });
  const keeping = await CurrentKeeping.load(db);
  const seen: string[] = [];
  for (const change of [
    async () => {},
    () => updateSettings(db, id, { storeBodies: false }),
    () => requestDeletion(db, id),
    () => forgetApplication(db, id),
  ]) {
    await change();
    await keeping.refresh();
    seen.push(keeping.of(id));
  }
  assert.deepEqual(seen, ['everything', 'numbers', 'nothing', 'nothing']);
  assert.equal(keeping.of('app_other'), 'everything');
});

test('past its retention, an application keeps nothing, or numbers only', async (t) => {
  const { db } = await testMetadata(t);
  const [limited, bodiless] = await Promise.all(['A', 'B'].map((name) => createApplication(db, { name })));
  assert.ok(limited && bodiless);
  await updateSettings(db, limited.id, { retentionDays: 90, bodyRetentionDays: 7 });
  await updateSettings(db, bodiless.id, { storeBodies: false, bodyRetentionDays: 7 });
  const keeping = await CurrentKeeping.load(db);
  const daysAgo = (days: number) => Date.now() - days * 86_400_000;
  const kept = (id: string) => [6, 8, 91].map((days) => keeping.of(id, daysAgo(days)));
  assert.deepEqual(kept(limited.id), ['everything', 'numbers', 'nothing']);
  assert.deepEqual(kept(bodiless.id), ['numbers', 'numbers', 'numbers']);
  assert.deepEqual(kept('app_other'), ['everything', 'everything', 'everything']);
  await requestDeletion(db, limited.id);
  await keeping.refresh();
  assert.deepEqual(kept(limited.id), ['nothing', 'nothing', 'nothing']);
});

test('the retention limits of all applications are read together', async (t) => {
  const { db } = await testMetadata(t);
  const [a, b, c] = await Promise.all(['A', 'B', 'C'].map((name) => createApplication(db, { name })));
  assert.ok(a && b && c);
  await updateSettings(db, a.id, { retentionDays: 90, bodyRetentionDays: 7 });
  await updateSettings(db, b.id, { retentionDays: 30 });
  await requestDeletion(db, b.id);
  assert.deepEqual(await readRetention(db), {
    records: new Map([[a.id, 90]]),
    bodies: new Map([[a.id, 7]]),
    deleted: [b.id],
    forgotten: [],
  });
});

test('the last use of a key never goes back, and other keys are left alone', async (t) => {
  const { db } = await testMetadata(t);
  const keys = await Promise.all(['A', 'B', 'C'].map((name) => createApplication(db, { name })));
  const [a, b, c] = keys.map(({ keyId }) => keyId);
  assert.ok(a && b && c);
  const lastUses = async () =>
    new Map((await listApplications(db)).flatMap((app) => app.keys.map((key) => [key.id, key.lastUsedAt])));
  await writeKeyUses(db, new Map());
  await writeKeyUses(
    db,
    new Map([
      [a, 1000],
      [b, 2000],
      ['key_none', 1],
    ]),
  );
  await writeKeyUses(
    db,
    new Map([
      [a, 999],
      [b, 2001],
    ]),
  );
  assert.deepEqual(
    await lastUses(),
    new Map([
      [a, 1000],
      [b, 2001],
      [c, null],
    ]),
  );
});
