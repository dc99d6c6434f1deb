/** Links that people receive by mail or from the operator. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Me } from '@parley/contract';
import { Browser, PASSWORD } from '../support/browser.ts';
import { type ConsoleServer, consoleServer, sharedConsoleServer } from '../support/console-server.ts';
import { eventually } from '../support/eventually.ts';
import { databaseOf } from '../support/metadata-address.ts';
import { metadataOf } from '../support/metadata-of.ts';
import { smtpServer } from '../support/smtp-server.ts';

const BIN = fileURLToPath(new URL('../../bin/parley.js', import.meta.url));
const NEW_PASSWORD = 'a brand new password';

const tokenOf = (link: string) => link.split('#token=')[1] ?? '';

/** The newest link for an address in the server's log. */
async function linkInLog(server: ConsoleServer, email: string): Promise<string> {
  const find = () =>
    server
      .output()
      .split('\n')
      .findLast((line) => line.includes(`"to":"${email}"`) && line.includes('"level":40'));
  await eventually('the link is in the log', () => find() !== undefined);
  return JSON.parse(find() ?? '').link;
}

async function canSignIn(server: ConsoleServer, email: string, password: string): Promise<boolean> {
  return (await new Browser(server).post('/v1/auth/sign-in', { email, password })).status === 200;
}

describe('a link without a mail server', () => {
  const shared = sharedConsoleServer();

  it('to set a password is logged, works once, and ends all sessions', async () => {
    const server = shared();
    const email = 'ann@example.com';
    const ann = await new Browser(server).signUp(email);
    const anywhere = new Browser(server);
    assert.equal((await anywhere.post('/v1/auth/reset', { email })).status, 200);
    const link = await linkInLog(server, email);
    assert.ok(link.startsWith(`${server.url}/reset-password#token=`));
    const confirm = (token: string, newPassword = NEW_PASSWORD) =>
      anywhere.post('/v1/auth/reset/confirm', { token, newPassword });
    assert.equal((await confirm('made-up-token')).status, 401);
    assert.equal((await confirm(tokenOf(link), 'short')).status, 422);
    assert.equal((await ann.get('/v1/me')).status, 200);
    assert.equal((await confirm(tokenOf(link))).status, 200);
    assert.equal((await ann.get('/v1/me')).status, 401);
    assert.equal((await confirm(tokenOf(link), 'yet another password')).status, 401);
    assert.deepEqual(
      [await canSignIn(server, email, NEW_PASSWORD), await canSignIn(server, email, PASSWORD)],
      [true, false],
    );
  });

  it('is not made for an unknown address, and the response does not reveal that', async () => {
    const server = shared();
    await new Browser(server).signUp('bob@example.com');
    const known = await new Browser(server).post('/v1/auth/reset', { email: 'bob@example.com' });
    const unknown = await new Browser(server).post('/v1/auth/reset', { email: 'nobody@example.com' });
    assert.deepEqual([unknown.status, unknown.text], [known.status, known.text]);
    await linkInLog(server, 'bob@example.com');
    assert.ok(!server.output().includes('"to":"nobody@example.com"'));
  });

  it('expires after an hour', async (test) => {
    const server = shared();
    const email = 'late@example.com';
    await new Browser(server).signUp(email);
    await new Browser(server).post('/v1/auth/reset', { email });
    const token = tokenOf(await linkInLog(server, email));
    const db = metadataOf(test, server);
    const [row] = await db.selectFrom('verification').selectAll().orderBy('created_at', 'desc').execute();
    assert.ok(row);
    const hours = (new Date(row.expires_at).getTime() - Date.now()) / 3_600_000;
    assert.ok(hours > 0.9 && hours <= 1);
    assert.ok(!JSON.stringify(row).includes(token));
    await db
      .updateTable('verification')
      .set({ expires_at: new Date(Date.now() - 1000).toISOString() })
      .execute();
    const answer = await new Browser(server).post('/v1/auth/reset/confirm', {
      token,
      newPassword: NEW_PASSWORD,
    });
    assert.equal(answer.status, 401);
  });

  it('can be made on the command line, which is recorded in the audit log', async () => {
    const server = shared();
    const email = 'cid@example.com';
    const cid = await new Browser(server).signUp(email);
    const env = { ...process.env, PARLEY_DATA: server.data, ...databaseOf(server.data) };
    const run = promisify(execFile);
    const args = [BIN, 'account', 'reset-link', '--email', email, '--json'];
    const { link } = JSON.parse((await run(process.execPath, args, { env })).stdout);
    assert.ok(link.startsWith(`${server.url}/reset-password#token=`));
    const log = await cid.get(`/v1/accounts/${await cid.account()}/audit?action=person.password`);
    assert.match(log.text, /"action":"person.password.reset-link","actor":"command line"/);
    const answer = await new Browser(server).post('/v1/auth/reset/confirm', {
      token: tokenOf(link),
      newPassword: NEW_PASSWORD,
    });
    assert.equal(answer.status, 200);
    assert.ok(await canSignIn(server, email, NEW_PASSWORD));
    await assert.rejects(
      run(process.execPath, [BIN, 'account', 'reset-link', '--email', 'x@y.zz'], { env }),
      {
        stderr: /There is no account for "x@y.zz"/,
      },
    );
  });

  it('to change an address takes effect when it is opened, and requires the password', async () => {
    const server = shared();
    const [before, later] = ['dan@example.com', 'daniel@example.com'];
    const dan = await new Browser(server).signUp(before);
    const ask = (password: string, email = later) => dan.post('/v1/auth/email', { email, password });
    assert.equal((await ask('wrong password')).status, 403);
    assert.equal((await ask(PASSWORD)).status, 200);
    const link = await linkInLog(server, later);
    assert.ok(link.startsWith(`${server.url}/confirm-email#token=`));
    assert.equal(Me.parse((await dan.get('/v1/me')).json).person.email, before);
    const confirm = () => new Browser(server).post('/v1/auth/email/confirm', { token: tokenOf(link) });
    const confirmed = await confirm();
    assert.deepEqual([confirmed.status, confirmed.headers.getSetCookie()], [200, []]);
    assert.equal((await confirm()).status, 401);
    assert.equal(Me.parse((await dan.get('/v1/me')).json).person.email, later);
    assert.deepEqual(
      [await canSignIn(server, later, PASSWORD), await canSignIn(server, before, PASSWORD)],
      [true, false],
    );
  });

  it('to change to a taken address is not made, and the response does not reveal that', async () => {
    const server = shared();
    await new Browser(server).signUp('taken@example.com');
    const eve = await new Browser(server).signUp('eve@example.com');
    const ask = (email: string) => eve.post('/v1/auth/email', { email, password: PASSWORD });
    const taken = await ask('taken@example.com');
    const free = await ask('free@example.com');
    assert.deepEqual([taken.status, taken.text], [free.status, free.text]);
    // If somebody else takes the address first, the link fails, and nobody loses their address.
    const link = await linkInLog(server, 'free@example.com');
    await new Browser(server).signUp('free@example.com');
    const confirmed = await eve.post('/v1/auth/email/confirm', { token: tokenOf(link) });
    assert.equal(confirmed.status, 401);
    assert.equal(Me.parse((await eve.get('/v1/me')).json).person.email, 'eve@example.com');
    assert.ok(!server.output().includes('"to":"taken@example.com"'));
  });
});

describe('a link by mail', () => {
  it('confirms an address before the person can sign in, and only they learn that it was taken', async (test) => {
    const mail = await smtpServer(test);
    const env = { PARLEY_SMTP_URL: mail.url, PARLEY_MAIL_FROM: 'Parley <log@example.com>' };
    const server = await consoleServer(test, env);
    const email = 'ann@example.com';
    const signUp = () => new Browser(server).post('/v1/auth/sign-up', { email, password: PASSWORD });
    const first = await signUp();
    assert.deepEqual(first.json, { status: 'ok', next: 'confirm_address' });
    const before = await new Browser(server).post('/v1/auth/sign-in', { email, password: PASSWORD });
    const wrong = await new Browser(server).post('/v1/auth/sign-in', { email, password: 'wrong password' });
    assert.deepEqual([before.status, before.json.message], [401, wrong.json.message]);
    const link = await mail.linkTo(email);
    const token = tokenOf(link);
    assert.equal((await new Browser(server).post('/v1/auth/email/confirm', { token })).status, 200);
    assert.ok(await canSignIn(server, email, PASSWORD));

    const letters = mail.letters.length;
    const second = await signUp();
    assert.deepEqual([second.status, second.text], [first.status, first.text]);
    await eventually('another mail has arrived', () => mail.letters.length > letters);
    assert.match(mail.letters.at(-1) ?? '', /signed up for Parley already/);

    // A reset by mail; nothing of it is logged.
    await new Browser(server).post('/v1/auth/reset', { email });
    await eventually('a mail with a reset link', () => /reset-password/.test(mail.letters.at(-1) ?? ''));
    const reset = tokenOf(await mail.linkTo(email));
    const body = { token: reset, newPassword: NEW_PASSWORD };
    assert.equal((await new Browser(server).post('/v1/auth/reset/confirm', body)).status, 200);
    assert.ok(await canSignIn(server, email, NEW_PASSWORD));
    assert.ok(!server.output().includes(reset) && !server.output().includes(token));

    // An invitation bound to an address is mailed; since its creator has the link, too, it proves nothing.
    const owner = await new Browser(server).signIn(email, NEW_PASSWORD);
    const guest = 'guest@example.com';
    const path = `/v1/accounts/${await owner.account()}/invitations`;
    assert.equal((await owner.post(path, { role: 'member', email: guest })).status, 200);
    const invitation = tokenOf(await mail.linkTo(guest));
    const newcomer = { email: guest, password: PASSWORD, invitation };
    assert.equal((await new Browser(server).post('/v1/auth/sign-up', newcomer)).status, 200);
    assert.equal(await canSignIn(server, guest, PASSWORD), false);
    await eventually('a mail with a confirmation link', () =>
      /confirm-email/.test(mail.letters.at(-1) ?? ''),
    );
    const proof = { token: tokenOf(await mail.linkTo(guest)) };
    assert.equal((await new Browser(server).post('/v1/auth/email/confirm', proof)).status, 200);
    const joined = await new Browser(server).signIn(guest);
    assert.equal(Me.parse((await joined.get('/v1/me')).json).accounts[0]?.role, 'member');
  });

  it('that cannot be sent is logged as an error, and the request does not wait for it', async (test) => {
    const env = { PARLEY_SMTP_URL: 'smtp://127.0.0.1:9', PARLEY_MAIL_FROM: 'log@example.com' };
    const server = await consoleServer(test, env);
    const body = { email: 'ann@example.com', password: PASSWORD };
    assert.equal((await new Browser(server).post('/v1/auth/sign-up', body)).status, 200);
    await eventually('the error is in the log', () => server.output().includes('could not send mail'));
  });
});
