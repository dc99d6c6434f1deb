import assert from 'node:assert/strict';
import { symlink } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { Me } from '@parley/contract';
import type { Kysely } from 'kysely';
import { metadataPath } from '../../src/data-folder/data-folder.ts';
import { readMetadata, withMetadataSnapshot, writeMetadata } from '../../src/metadata/copy-metadata.ts';
import type { Tables } from '../../src/metadata/tables.ts';
import { Browser, PASSWORD } from '../support/browser.ts';
import { type ConsoleServer, sharedConsoleServer } from '../support/console-server.ts';
import { testMetadata } from '../support/metadata.ts';
import { databaseOf, ON_POSTGRES } from '../support/metadata-address.ts';
import { metadataOf } from '../support/metadata-of.ts';
import { NO_STORE, startServer } from '../support/server-process.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { nextTotp, secretIn, totp } from '../support/totp.ts';

type Started = { uri: string; backupCodes: string[] };

/** A person with the second factor enabled. */
async function withSecondFactor(server: ConsoleServer, email: string) {
  const browser = await new Browser(server).signUp(email);
  const started = await browser.post('/v1/auth/second-factor', { password: PASSWORD });
  assert.equal(started.status, 200, started.text);
  const { uri, backupCodes } = started.json as Started;
  const secret = secretIn(uri);
  const on = await browser.post('/v1/auth/second-factor/confirm', { code: totp(secret) });
  assert.equal(on.status, 200, on.text);
  return { browser, secret, backupCodes };
}

/** A browser that has passed the password and not the second factor. */
async function halfSignedIn(server: ConsoleServer, email: string): Promise<Browser> {
  const browser = new Browser(server);
  const answer = await browser.post('/v1/auth/sign-in', { email, password: PASSWORD });
  assert.deepEqual([answer.status, answer.json], [200, { status: 'second_factor' }]);
  return browser;
}

describe('the second factor', () => {
  const shared = sharedConsoleServer();

  it('is enabled by a first valid code, and keeps the session in which it was enabled', async () => {
    const server = shared();
    const browser = await new Browser(server).signUp('ann@example.com');
    const start = (password?: string) => browser.post('/v1/auth/second-factor', { password });
    const confirm = (code: string) => browser.post('/v1/auth/second-factor/confirm', { code });
    assert.equal((await start()).status, 403);
    assert.equal((await start('wrong password')).status, 403);
    assert.equal((await confirm('123456')).status, 409);
    const { uri } = (await start(PASSWORD)).json as Started;
    assert.match(uri, /^otpauth:\/\/totp\/Parley:ann(@|%40)example\.com\?/);
    const wrong = totp(secretIn(uri), Date.now() - 3_600_000);
    assert.equal((await confirm(wrong)).status, 403);
    assert.equal(Me.parse((await browser.get('/v1/me')).json).person.secondFactor, false);
    assert.equal((await confirm(totp(secretIn(uri)))).status, 200);
    assert.equal(Me.parse((await browser.get('/v1/me')).json).person.secondFactor, true);
    assert.equal((await start(PASSWORD)).status, 409);
  });

  it('is required at sign-in, and there is no session before it', async () => {
    const server = shared();
    const email = 'bob@example.com';
    const { secret } = await withSecondFactor(server, email);
    const browser = await halfSignedIn(server, email);
    assert.equal((await browser.get('/v1/me')).status, 401);
    assert.ok(![...browser.cookies.keys()].some((name) => name.includes('session_token')));
    const finish = (code: string) => browser.post('/v1/auth/sign-in/second-factor', { code });
    const wrong = await finish(totp(secret, Date.now() - 3_600_000));
    assert.deepEqual([wrong.status, wrong.json.code], [401, 'invalid_credentials']);
    assert.equal((await finish('12345')).status, 422);
    assert.equal((await finish(nextTotp(secret))).status, 200);
    assert.equal((await browser.get('/v1/me')).status, 200);
  });

  it("cannot be skipped with another person's code or without the password", async () => {
    const server = shared();
    const mine = await withSecondFactor(server, 'cid@example.com');
    await withSecondFactor(server, 'dan@example.com');
    const browser = await halfSignedIn(server, 'dan@example.com');
    const answer = await browser.post('/v1/auth/sign-in/second-factor', { code: nextTotp(mine.secret) });
    assert.equal(answer.status, 401);
    const nobody = await new Browser(server).post('/v1/auth/sign-in/second-factor', {
      code: nextTotp(mine.secret),
    });
    assert.equal(nobody.status, 401);
  });

  it('cannot be guessed', async () => {
    const server = shared();
    const email = 'eve@example.com';
    const { secret } = await withSecondFactor(server, email);
    const browser = await halfSignedIn(server, email);
    for (let i = 0; i < 5; i++) {
      const code = totp(secret, Date.now() - 3_600_000 * (i + 1));
      assert.equal((await browser.post('/v1/auth/sign-in/second-factor', { code })).status, 401);
    }
    // The challenge is used up: even a valid code needs a new sign-in now.
    const late = await browser.post('/v1/auth/sign-in/second-factor', { code: nextTotp(secret) });
    assert.equal(late.status, 401);
    const again = await halfSignedIn(server, email);
    const right = await again.post('/v1/auth/sign-in/second-factor', { code: nextTotp(secret) });
    assert.equal(right.status, 200);
  });

  it('has backup codes that work once each and can be renewed', async () => {
    const server = shared();
    const email = 'fay@example.com';
    const { browser, backupCodes } = await withSecondFactor(server, email);
    const [first = '', second = ''] = backupCodes;
    const finish = async (backupCode: string) => {
      const half = await halfSignedIn(server, email);
      return (await half.post('/v1/auth/sign-in/second-factor', { backupCode })).status;
    };
    assert.equal(await finish(first), 200);
    assert.equal(await finish(first), 401);
    assert.equal((await browser.post('/v1/auth/second-factor/backup-codes', {})).status, 403);
    const renewed = await browser.post('/v1/auth/second-factor/backup-codes', { password: PASSWORD });
    const [fresh = ''] = (renewed.json as Started).backupCodes;
    assert.equal(await finish(second), 401);
    assert.equal(await finish(fresh), 200);
  });

  it('can be disabled with the password', async () => {
    const server = shared();
    const email = 'gus@example.com';
    const { browser } = await withSecondFactor(server, email);
    const off = (password: string) => browser.post('/v1/auth/second-factor/off', { password });
    assert.equal((await off('wrong password')).status, 403);
    assert.equal((await off(PASSWORD)).status, 200);
    assert.equal((await browser.get('/v1/me')).status, 200);
    await new Browser(server).signIn(email);
    const codes = await browser.post('/v1/auth/second-factor/backup-codes', { password: PASSWORD });
    assert.equal(codes.status, 409);
  });
});

describe('a code of an authenticator app', () => {
  const shared = sharedConsoleServer();
  const finish = async (browser: Browser, code: string) =>
    (await browser.post('/v1/auth/sign-in/second-factor', { code })).status;
  const signsIn = async (server: ConsoleServer, email: string, code: string) =>
    finish(await halfSignedIn(server, email), code);

  it('works once, and invalidates earlier ones', async () => {
    const server = shared();
    const email = 'hal@example.com';
    const { secret } = await withSecondFactor(server, email);
    const code = nextTotp(secret);
    assert.equal(await signsIn(server, email, code), 200);
    assert.equal(await signsIn(server, email, code), 401);
    assert.equal(await signsIn(server, email, totp(secret)), 401);
    assert.equal(await signsIn(server, email, totp(secret, Date.now() - 30_000)), 401);
  });

  it('that enabled the second factor does not sign in, and one that signed in does not confirm', async () => {
    const server = shared();
    const email = 'ida@example.com';
    const browser = await new Browser(server).signUp(email);
    const { uri } = (await browser.post('/v1/auth/second-factor', { password: PASSWORD })).json as Started;
    const secret = secretIn(uri);
    const confirm = async (code: string) =>
      (await browser.post('/v1/auth/second-factor/confirm', { code })).status;
    const first = totp(secret);
    assert.equal(await confirm(first), 200);
    assert.equal(await signsIn(server, email, first), 401);
    assert.equal(await confirm(first), 403);
    const second = nextTotp(secret);
    assert.equal(await signsIn(server, email, second), 200);
    assert.equal(await confirm(second), 403);
  });

  it('is refused a second time without ending the sign-in', async () => {
    const server = shared();
    const email = 'jon@example.com';
    const browser = await new Browser(server).signUp(email);
    const { uri } = (await browser.post('/v1/auth/second-factor', { password: PASSWORD })).json as Started;
    const secret = secretIn(uri);
    const code = totp(secret);
    assert.equal((await browser.post('/v1/auth/second-factor/confirm', { code })).status, 200);
    const half = await halfSignedIn(server, email);
    assert.equal(await finish(half, code), 401);
    assert.equal((await half.get('/v1/me')).status, 401);
    assert.equal(await finish(half, nextTotp(secret)), 200);
  });

  it('works again after a new secret was set up', async (test) => {
    const server = shared();
    const email = 'kim@example.com';
    const { browser, secret } = await withSecondFactor(server, email);
    assert.equal(await signsIn(server, email, nextTotp(secret)), 200);
    assert.equal((await browser.post('/v1/auth/second-factor/off', { password: PASSWORD })).status, 200);
    const { uri } = (await browser.post('/v1/auth/second-factor', { password: PASSWORD })).json as Started;
    const code = totp(secretIn(uri));
    assert.equal((await browser.post('/v1/auth/second-factor/confirm', { code })).status, 200);

    // Used codes are deleted with the person, and copied with the metadata.
    const db = metadataOf(test, server);
    const steps = (from: Kysely<Tables>) =>
      from
        .selectFrom('second_factor')
        .innerJoin('person', 'person.id', 'person_id')
        .select(['last_step', 'second_factor.id'])
        .where('email', '=', email)
        .execute();
    const [used, ...others] = await steps(db);
    assert.ok(used && typeof used.last_step === 'number' && others.length === 0);
    const copy = await testMetadata(test);
    await withMetadataSnapshot(db, (tx) => writeMetadata(copy.db, readMetadata(tx)));
    assert.deepEqual(
      (await steps(copy.db)).map((row) => ({ ...row })),
      [{ ...used }],
    );
    await copy.db.deleteFrom('person').where('email', '=', email).execute();
    const left = await copy.db.selectFrom('second_factor').select('id').where('id', '=', used.id).execute();
    assert.deepEqual(left, []);
  });

  it('signs in only one of several clients that send it at the same time to two nodes', async (test) => {
    const first = shared();
    const data = await tempFolder();
    if (!ON_POSTGRES) await symlink(metadataPath(first.data), metadataPath(data));
    const second = await startServer({
      data,
      clickhouseUrl: NO_STORE,
      env: { PARLEY_GRACE: '0', PARLEY_TRUST_PROXY: '1', ...databaseOf(first.data) },
    });
    test.after(async () => {
      await second.stop();
    });
    const email = 'lou@example.com';
    const { secret } = await withSecondFactor(first, email);
    const halves: Browser[] = [];
    for (const server of [first, second, first, second])
      halves.push(await halfSignedIn({ ...server, data: first.data }, email));
    const code = nextTotp(secret);
    const statuses = await Promise.all(halves.map((half) => finish(half, code)));
    assert.deepEqual(statuses.toSorted(), [200, 401, 401, 401]);
    const inside = await Promise.all(halves.map(async (half) => (await half.get('/v1/me')).status));
    assert.deepEqual(inside, statuses);
  });
});
