import assert from 'node:assert/strict';
import { AsyncResource } from 'node:async_hooks';
import { test } from 'node:test';
import { sql } from 'kysely';
import { testMetadata } from '../../../test/support/metadata.ts';
import { ON_POSTGRES } from '../../../test/support/metadata-address.ts';
import { change } from '../../metadata/change.ts';
import { readRevision } from '../../metadata/revision.ts';
import { AuthWrites } from './auth-writes.ts';

const NO_CHECK = async () => {};

async function names(db: Awaited<ReturnType<typeof testMetadata>>['db']): Promise<string[]> {
  const rows = await db.selectFrom('account').select('name').orderBy('name').execute();
  return rows.map(({ name }) => name);
}

const account = (name: string) => ({ id: `acc_${name}`, name, created_at: 1 });

test('no lock is held before the first write, and the writes are committed together or not at all', async (t) => {
  const { db } = await testMetadata(t);
  await AuthWrites.run(db, NO_CHECK, async (writes) => {
    // A change by another caller in between: no lock is held yet.
    await change(db, (tx) => tx.insertInto('account').values(account('a')).execute());
    assert.equal(await writes.reading(), db);
    await (await writes.begin()).insertInto('account').values(account('b')).execute();
    assert.deepEqual(await names(await writes.reading()), ['a', 'b']);
    assert.equal(await writes.begin(), await writes.reading());
  });
  assert.deepEqual(await names(db), ['a', 'b']);
  const failing = AuthWrites.run(db, NO_CHECK, async (writes) => {
    await (await writes.begin()).insertInto('account').values(account('c')).execute();
    throw new Error('no');
  });
  await assert.rejects(failing, /no/);
  assert.deepEqual(await names(db), ['a', 'b']);
});

test('a check that fails at the first write stops it, even if the caller swallows the error', async (t) => {
  const { db } = await testMetadata(t);
  const check = async () => {
    throw new Error('signed out');
  };
  const swallowed = AuthWrites.run(db, check, async (writes) => {
    await writes.begin().catch(() => {});
    return 'done';
  });
  await assert.rejects(swallowed, /signed out/);
  // The connection was released.
  assert.deepEqual(await names(db), []);
});

test('a transaction that cannot be committed releases its connection', async (t) => {
  const { db } = await testMetadata(t);
  const orphan = {
    id: 'tok_1',
    app_id: 'none',
    name: 'x',
    hash: 'x',
    hint: '',
    scopes: 'read',
    created_at: 0,
  };
  // The foreign key is checked at commit.
  if (ON_POSTGRES)
    await sql`ALTER TABLE read_token ALTER CONSTRAINT read_token_app_id_fkey DEFERRABLE INITIALLY DEFERRED`.execute(
      db,
    );
  const broken = AuthWrites.run(db, NO_CHECK, async (writes) => {
    const tx = await writes.begin();
    if (!ON_POSTGRES) await sql`PRAGMA defer_foreign_keys = ON`.execute(tx);
    await tx
      .insertInto('read_token')
      .values({ ...orphan, expires_at: null, revoked_at: null })
      .execute();
  });
  await assert.rejects(broken, /foreign key/i);
  assert.deepEqual(await db.selectFrom('read_token').selectAll().execute(), []);
});

test('a sign-in does not bump the revision, and a change inside does', async (t) => {
  const { db } = await testMetadata(t);
  const before = await readRevision(db);
  await AuthWrites.run(db, NO_CHECK, async (writes) => {
    await writes.begin();
  });
  assert.equal(await readRevision(db), before);
  await AuthWrites.run(db, NO_CHECK, async (writes) => {
    await change(await writes.begin(), async () => {});
  });
  assert.ok((await readRevision(db)) > before);
});

test('background work after the call finds no current writes', async (t) => {
  const { db } = await testMetadata(t);
  const later = await AuthWrites.run(db, NO_CHECK, async (writes) => {
    assert.equal(AuthWrites.current(), writes);
    return AsyncResource.bind(() => AuthWrites.current());
  });
  assert.equal(later(), undefined);
});
