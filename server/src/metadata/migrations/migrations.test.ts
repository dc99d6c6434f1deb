import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifyPassword } from 'better-auth/crypto';
import { Migrator, sql } from 'kysely';
import { emptyMetadata, testMetadata } from '../../../test/support/metadata.ts';
import { createApplication } from '../../accounts/applications/create-application.ts';
import { listApplications } from '../../accounts/applications/list-applications.ts';
import { hashPassword } from '../../accounts/people/passwords.ts';
import { SchemaTooNew } from '../../base/schema-too-new.ts';
import { appliedMigrations, MIGRATIONS, migrateMetadata } from './migrations.ts';

test('migrating again, even from another connection, changes nothing', async (t) => {
  const metadata = await testMetadata(t);
  await createApplication(metadata.db, { name: 'One' });
  const before = await listApplications(metadata.db);
  await migrateMetadata(metadata.db);
  await migrateMetadata(metadata.connect().db);
  assert.deepEqual(await listApplications(metadata.db), before);
});

test('metadata of a newer version is refused with an explanation and left unchanged', async (t) => {
  const { db } = await emptyMetadata(t);
  const steps = Object.entries(MIGRATIONS);
  const earlier = Object.fromEntries(steps.slice(0, -1));
  await new Migrator({ db, provider: { getMigrations: async () => earlier } }).migrateToLatest();
  await sql`INSERT INTO kysely_migration (name, timestamp) VALUES ('999-of-tomorrow', '')`.execute(db);
  const taken = await appliedMigrations(db);
  await assert.rejects(migrateMetadata(db), (error: Error) => {
    assert.match(
      error.message,
      /^This (data folder|PostgreSQL database) was used by a newer version of Parley/,
    );
    assert.match(error.message, /\(schema step 999-of-tomorrow, this version knows /);
    return error instanceof SchemaTooNew;
  });
  assert.deepEqual(await appliedMigrations(db), taken);
});

test('a key of an application that does not exist is refused', async (t) => {
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
  await assert.rejects(db.insertInto('read_token').values(orphan).execute(), /foreign key/i);
});

test('an owner from before there were people keeps the account, the role and the password', async (t) => {
  const { db } = await emptyMetadata(t);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } });
  await migrator.migrateTo('003-application-settings');
  const hash = await hashPassword('the password of before');
  await sql`INSERT INTO account (id, name, created_at) VALUES ('acc_1', 'Acme', 1)`.execute(db);
  await sql`INSERT INTO member (id, account_id, email, role, password_hash, created_at)
    VALUES ('mem_1', 'acc_1', 'owner@example.com', 'owner', ${hash}, 1700000000000),
           ('mem_2', 'acc_1', 'other@example.com', 'viewer', NULL, 1700000000000)`.execute(db);
  await migrateMetadata(db);

  const members = await db
    .selectFrom('member')
    .innerJoin('person', 'person.id', 'member.person_id')
    .leftJoin('credential', 'credential.person_id', 'person.id')
    .select(['member.id', 'account_id', 'email', 'role', 'member.created_at', 'password_hash'])
    .orderBy('member.id')
    .execute();
  assert.deepEqual(
    members.map(({ password_hash, ...member }) => ({ ...member, password: password_hash !== null })),
    [
      {
        id: 'mem_1',
        account_id: 'acc_1',
        email: 'owner@example.com',
        role: 'owner',
        created_at: 1_700_000_000_000,
        password: true,
      },
      {
        id: 'mem_2',
        account_id: 'acc_1',
        email: 'other@example.com',
        role: 'viewer',
        created_at: 1_700_000_000_000,
        password: false,
      },
    ],
  );
  // As sign-in verifies it.
  const check = (password: string) => verifyPassword({ hash: members[0]?.password_hash ?? '', password });
  assert.deepEqual([await check('the password of before'), await check('another one')], [true, false]);
});
