/** An attacker signs up with a victim's address and waits for the victim to arrive. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { Me } from '@parley/contract';
import { Browser } from '../support/browser.ts';
import { consoleServer } from '../support/console-server.ts';
import { eventually } from '../support/eventually.ts';
import { metadataOf } from '../support/metadata-of.ts';
import { OIDC_CLIENT, oidcServer } from '../support/oidc-server.ts';
import { NO_STORE, startServer, type TestServer } from '../support/server-process.ts';
import { type SmtpServer, smtpServer } from '../support/smtp-server.ts';
import { nextTotp, secretIn, totp } from '../support/totp.ts';

const VICTIM = 'victim@example.com';
const VICTIM_PASSWORD = 'the password of the victim';
const ATTACKER_PASSWORD = 'the password of whoever waits';

const tokenOf = (link: unknown) => String(link).split('#token=')[1] ?? '';

async function withMail(test: TestContext, env: Record<string, string> = {}) {
  const mail = await smtpServer(test);
  const server = await consoleServer(test, { ...mailTo(mail), ...env });
  return { mail, server };
}

function mailTo(mail: SmtpServer): Record<string, string> {
  return { PARLEY_SMTP_URL: mail.url, PARLEY_MAIL_FROM: 'log@example.com' };
}

/** Signs up and returns the token from the confirmation mail. */
async function signUp(
  server: TestServer,
  mail: SmtpServer,
  password: string,
  more: Record<string, unknown> = {},
): Promise<string> {
  const links = () => mail.letters.flatMap((letter) => /confirm-email#token=(\S+)/.exec(letter)?.[1] ?? []);
  const before = links().length;
  const answer = await new Browser(server).post('/v1/auth/sign-up', { email: VICTIM, password, ...more });
  assert.deepEqual([answer.status, answer.json.next], [200, 'confirm_address']);
  await eventually('the mail has arrived', () => links().length > before);
  return links().at(-1) ?? '';
}

async function confirm(server: TestServer, token: string, password?: string): Promise<number> {
  const body = password === undefined ? { token } : { token, password };
  return (await new Browser(server).post('/v1/auth/email/confirm', body)).status;
}

async function whoComesIn(server: TestServer): Promise<{ victim: boolean; other: boolean }> {
  const [victim, other] = await Promise.all(
    [VICTIM_PASSWORD, ATTACKER_PASSWORD].map(
      async (password) =>
        (await new Browser(server).post('/v1/auth/sign-in', { email: VICTIM, password })).status === 200,
    ),
  );
  return { victim: victim === true, other: other === true };
}

describe('a sign-up that awaits confirmation', () => {
  it('creates no person and no rights before its link is opened', async (test) => {
    const { server, mail } = await withMail(test, {
      PARLEY_INIT_EMAIL: 'owner@example.com',
      PARLEY_INIT_PASSWORD: VICTIM_PASSWORD,
    });
    const db = metadataOf(test, server);
    const owner = await new Browser(server).signIn('owner@example.com', VICTIM_PASSWORD);
    const path = `/v1/accounts/${await owner.account()}/invitations`;
    const invitation = tokenOf((await owner.post(path, { role: 'admin' })).json.link);
    const token = await signUp(server, mail, ATTACKER_PASSWORD, { invitation });
    assert.deepEqual(await whoComesIn(server), { victim: false, other: false });
    const rows = async (table: 'person' | 'member' | 'account') =>
      (await db.selectFrom(table).selectAll().execute()).length;
    assert.deepEqual([await rows('person'), await rows('member'), await rows('account')], [1, 1, 1]);
    // The invitation is unchanged: it can be revoked, or used by somebody else.
    const [open] = (await owner.get(path)).json.data as { id: string }[];
    assert.equal((await owner.send('DELETE', `${path}/${open?.id}`)).status, 200);
    assert.equal(await confirm(server, token), 404);
    assert.equal(await rows('person'), 1);
  });

  it('takes effect with the password of the link that was opened, whoever signed up first', async (test) => {
    const { server, mail } = await withMail(test);
    const lurking = await signUp(server, mail, ATTACKER_PASSWORD, { accountName: 'A trap' });
    const theirs = await signUp(server, mail, VICTIM_PASSWORD, { accountName: 'Mine', name: 'Vic' });
    assert.notEqual(lurking, theirs);
    assert.equal(await confirm(server, theirs), 200);
    assert.deepEqual(await whoComesIn(server), { victim: true, other: false });
    // The other link is worthless now, and its account was not created.
    assert.equal(await confirm(server, lurking), 401);
    assert.deepEqual(await whoComesIn(server), { victim: true, other: false });
    const victim = await new Browser(server).signIn(VICTIM, VICTIM_PASSWORD);
    const me = Me.parse((await victim.get('/v1/me')).json);
    assert.deepEqual([me.person.name, me.accounts.map(({ name }) => name)], ['Vic', ['Mine']]);
    const audit = await victim.get(`/v1/accounts/${await victim.account()}/audit?action=person.sign-up`);
    assert.equal((audit.json.data as unknown[]).length, 1);
  });

  it('is not confirmed by its link together with another password', async (test) => {
    const { server, mail } = await withMail(test);
    const lurking = await signUp(server, mail, ATTACKER_PASSWORD);
    assert.equal(await confirm(server, lurking, VICTIM_PASSWORD), 401);
    assert.equal((await metadataOf(test, server).selectFrom('person').selectAll().execute()).length, 0);
    const theirs = await signUp(server, mail, VICTIM_PASSWORD);
    assert.equal(await confirm(server, theirs, VICTIM_PASSWORD), 200);
    assert.deepEqual(await whoComesIn(server), { victim: true, other: false });
  });

  it('is confirmed only if the sign-up policy at that time permits it', async (test) => {
    const { server, mail } = await withMail(test, { PARLEY_SIGNUP: 'invite' });
    // On a new server two people may both sign up as the first one; only one becomes it.
    const first = await signUp(server, mail, VICTIM_PASSWORD);
    const letters = mail.letters.length;
    const other = { email: 'other@example.com', password: ATTACKER_PASSWORD };
    assert.equal((await new Browser(server).post('/v1/auth/sign-up', other)).status, 200);
    await eventually('the mail has arrived', () => mail.letters.length > letters);
    const second = tokenOf(await mail.linkTo(other.email));
    assert.deepEqual([await confirm(server, first), await confirm(server, second)], [200, 403]);
  });
});

describe('an attacker with the account of an unconfirmed address', () => {
  /** Sets up everything that could persist on a server without mail, and then gives the server mail. */
  async function ambush(test: TestContext) {
    const before = await consoleServer(test);
    const other = await new Browser(before).post('/v1/auth/sign-up', {
      email: VICTIM,
      password: ATTACKER_PASSWORD,
    });
    assert.equal(other.status, 200);
    const lurker = await new Browser(before).signIn(VICTIM, ATTACKER_PASSWORD);
    const path = `/v1/accounts/${await lurker.account()}/invitations`;
    const invitation = tokenOf((await lurker.post(path, { role: 'owner' })).json.link);
    await lurker.post('/v1/auth/email', { email: 'lurker@example.com', password: ATTACKER_PASSWORD });
    await lurker.post('/v1/auth/reset', { email: VICTIM });
    const inLog = (page: string) => new RegExp(`${page}#token=([^"]+)`).exec(before.output())?.[1] ?? '';
    await eventually('both links are in the log', () =>
      ['confirm-email', 'reset-password'].every((page) => inLog(page) !== ''),
    );
    const links = { address: inLog('confirm-email'), reset: inLog('reset-password') };
    const { uri } = (await lurker.post('/v1/auth/second-factor', { password: ATTACKER_PASSWORD })).json;
    await lurker.post('/v1/auth/second-factor/confirm', { code: totp(secretIn(String(uri))) });
    const half = new Browser(before);
    await half.post('/v1/auth/sign-in', { email: VICTIM, password: ATTACKER_PASSWORD });
    await before.stop();

    const mail = await smtpServer(test);
    const env = { PARLEY_GRACE: '0', PARLEY_TRUST_PROXY: '1', ...mailTo(mail) };
    const server = await startServer({ data: before.data, clickhouseUrl: NO_STORE, env });
    test.after(() => server.stop());
    const cookies = { session: lurker.cookieHeader(), half: half.cookieHeader() };

    const nothingIsLeft = async () => {
      const asLurker = new Browser(server);
      assert.equal((await asLurker.get('/v1/me', { Cookie: cookies.session })).status, 401);
      const code = { code: nextTotp(secretIn(String(uri))) };
      const late = await asLurker.post('/v1/auth/sign-in/second-factor', code, { Cookie: cookies.half });
      assert.equal(late.status, 401);
      const preview = await asLurker.post('/v1/invitations/preview', { token: invitation });
      assert.equal(preview.status, 404);
      const joining = { email: 'second@example.com', password: ATTACKER_PASSWORD, invitation };
      assert.equal((await asLurker.post('/v1/auth/sign-up', joining)).status, 404);
      assert.equal(await confirm(server, links.address), 401);
      const reset = { token: links.reset, newPassword: ATTACKER_PASSWORD };
      assert.equal((await asLurker.post('/v1/auth/reset/confirm', reset)).status, 401);
      // The attacker's second factor is gone, too.
      assert.deepEqual(await whoComesIn(server), { victim: true, other: false });
      const victim = await new Browser(server).signIn(VICTIM, VICTIM_PASSWORD);
      assert.equal(Me.parse((await victim.get('/v1/me')).json).person.secondFactor, false);
    };
    return { server, mail, nothingIsLeft };
  }

  it('keeps nothing once the owner of the address signs up', async (test) => {
    const { server, mail, nothingIsLeft } = await ambush(test);
    assert.equal(await confirm(server, await signUp(server, mail, VICTIM_PASSWORD)), 200);
    await nothingIsLeft();
  });

  it('keeps nothing once the owner of the address sets a password', async (test) => {
    const { server, mail, nothingIsLeft } = await ambush(test);
    await new Browser(server).post('/v1/auth/reset', { email: VICTIM });
    const body = { token: tokenOf(await mail.linkTo(VICTIM)), newPassword: VICTIM_PASSWORD };
    assert.equal((await new Browser(server).post('/v1/auth/reset/confirm', body)).status, 200);
    await nothingIsLeft();
  });

  it('cannot sign in: the mail that is sent instead sets a password', async (test) => {
    const { server, mail, nothingIsLeft } = await ambush(test);
    assert.deepEqual(await whoComesIn(server), { victim: false, other: false });
    const link = await mail.linkTo(VICTIM);
    assert.match(link, /\/reset-password#token=/);
    assert.equal(await confirm(server, tokenOf(link)), 401);
    const body = { token: tokenOf(link), newPassword: VICTIM_PASSWORD };
    assert.equal((await new Browser(server).post('/v1/auth/reset/confirm', body)).status, 200);
    await nothingIsLeft();
  });

  it('is locked out, too, if they came through a provider that does not vouch for the address', async (test) => {
    const provider = await oidcServer(test);
    const { server, mail } = await withMail(test, {
      PARLEY_OIDC_ISSUER: provider.issuer,
      PARLEY_OIDC_CLIENT_ID: OIDC_CLIENT.id,
      PARLEY_OIDC_CLIENT_SECRET: OIDC_CLIENT.secret,
    });
    provider.claims = { sub: 'lurker', email: VICTIM, email_verified: false };
    const goThere = async () => {
      const browser = new Browser(server);
      const start = await browser.get('/v1/auth/oidc/start');
      const there = await fetch(start.headers.get('location') ?? '', { redirect: 'manual' });
      const callback = new URL(there.headers.get('location') ?? '');
      await browser.get(`${callback.pathname}${callback.search}`);
      return browser;
    };
    const lurker = await goThere();
    assert.equal((await lurker.get('/v1/me')).status, 200);

    // An invitation bound to an address requires proof of that address.
    const owner = new Browser(server);
    const ownEmail = { email: 'owner@example.com', password: VICTIM_PASSWORD };
    await owner.post('/v1/auth/sign-up', ownEmail);
    await confirm(server, tokenOf(await mail.linkTo(ownEmail.email)));
    await owner.signIn(ownEmail.email, VICTIM_PASSWORD);
    const path = `/v1/accounts/${await owner.account()}/invitations`;
    const token = tokenOf((await owner.post(path, { role: 'admin', email: VICTIM })).json.link);
    assert.equal((await lurker.post('/v1/invitations/accept', { token })).status, 404);

    assert.equal(await confirm(server, await signUp(server, mail, VICTIM_PASSWORD)), 200);
    assert.equal((await lurker.get('/v1/me')).status, 401);
    assert.equal((await (await goThere()).get('/v1/me')).status, 401);
    const victim = await new Browser(server).signIn(VICTIM, VICTIM_PASSWORD);
    assert.equal((await victim.post('/v1/invitations/accept', { token })).status, 200);
  });
});

describe('a password reset', () => {
  it('ends invitations and sessions, and keeps the second factor of a confirmed person', async (test) => {
    const { server, mail } = await withMail(test);
    assert.equal(await confirm(server, await signUp(server, mail, ATTACKER_PASSWORD)), 200);
    const thief = await new Browser(server).signIn(VICTIM, ATTACKER_PASSWORD);
    const { uri } = (await thief.post('/v1/auth/second-factor', { password: ATTACKER_PASSWORD })).json;
    const secret = secretIn(String(uri));
    await thief.post('/v1/auth/second-factor/confirm', { code: totp(secret) });
    const path = `/v1/accounts/${await thief.account()}/invitations`;
    const invitation = tokenOf((await thief.post(path, { role: 'owner' })).json.link);
    const letters = mail.letters.length;
    await new Browser(server).post('/v1/auth/reset', { email: VICTIM });
    await eventually('the mail has arrived', () => mail.letters.length > letters);
    const body = { token: tokenOf(await mail.linkTo(VICTIM)), newPassword: VICTIM_PASSWORD };
    assert.equal((await new Browser(server).post('/v1/auth/reset/confirm', body)).status, 200);
    assert.equal((await thief.get('/v1/me')).status, 401);
    assert.equal((await thief.post('/v1/invitations/preview', { token: invitation })).status, 404);
    const victim = new Browser(server);
    const first = await victim.post('/v1/auth/sign-in', { email: VICTIM, password: VICTIM_PASSWORD });
    assert.deepEqual(first.json, { status: 'second_factor' });
    assert.equal(
      (await victim.post('/v1/auth/sign-in/second-factor', { code: nextTotp(secret) })).status,
      200,
    );
    const audit = await victim.get(
      `/v1/accounts/${await victim.account()}/audit?action=person.password.reset`,
    );
    const [entry] = audit.json.data as { details: unknown }[];
    assert.deepEqual(entry?.details, { addressConfirmed: false, invitationsEnded: 1 });
  });
});
