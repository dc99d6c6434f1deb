/** Does everything once, and then searches for secrets wherever they should not be. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Browser, PASSWORD } from '../support/browser.ts';
import { consoleServer } from '../support/console-server.ts';
import { eventually } from '../support/eventually.ts';
import { databaseOf } from '../support/metadata-address.ts';
import { metadataOf } from '../support/metadata-of.ts';
import { OIDC_CLIENT, oidcServer } from '../support/oidc-server.ts';
import { bytesOf, payloadOf } from '../support/payloads.ts';
import { NO_STORE, READ_TOKEN } from '../support/server-process.ts';
import { smtpServer } from '../support/smtp-server.ts';
import { secretIn, totp } from '../support/totp.ts';

const BIN = fileURLToPath(new URL('../../bin/parley.js', import.meta.url));
const OWNER = { email: 'owner@example.com', password: 'the password of the owner' };
const CHANGED_PASSWORD = 'the changed password';
const RESET_PASSWORD = 'the password after a reset';

describe('secrets', () => {
  it('appear only in the response that shows them, and in no log line, file or table', async (test) => {
    const mail = await smtpServer(test);
    const provider = await oidcServer(test);
    const server = await consoleServer(test, {
      PARLEY_LOG_LEVEL: 'trace',
      PARLEY_SMTP_URL: mail.url,
      PARLEY_MAIL_FROM: 'log@example.com',
      PARLEY_OIDC_ISSUER: provider.issuer,
      PARLEY_OIDC_CLIENT_ID: OIDC_CLIENT.id,
      PARLEY_OIDC_CLIENT_SECRET: OIDC_CLIENT.secret,
      PARLEY_INIT_EMAIL: OWNER.email,
      PARLEY_INIT_PASSWORD: OWNER.password,
    });
    const browsers: Browser[] = [];
    const open = () => {
      const browser = new Browser(server);
      browsers.push(browser);
      return browser;
    };
    /** Each secret with the paths of the responses that may show it. */
    const secrets = new Map<string, RegExp | null>([
      [OWNER.password, null],
      [CHANGED_PASSWORD, null],
      [RESET_PASSWORD, null],
      [PASSWORD, null],
      ['a wrong password', null],
      [READ_TOKEN, null],
      [server.keys.apiKey, null],
      ['sk_wrong_key_0123456789', null],
      [OIDC_CLIENT.secret, null],
    ]);
    const keep = (secret: unknown, shownBy: RegExp | null = null): string => {
      assert.ok(typeof secret === 'string' && secret.length >= 6, String(secret));
      secrets.set(secret, shownBy);
      return secret;
    };
    const keepCookies = (browser: Browser) => {
      for (const [name, value] of browser.cookies)
        if (name.includes('session_token')) keep(decodeURIComponent(value).split('.')[0]);
    };

    // People: sign up, confirm, fail, sign in, change everything.
    const owner = await open().signIn(OWNER.email, OWNER.password);
    keepCookies(owner);
    await open().post('/v1/auth/sign-in', { email: OWNER.email, password: 'a wrong password' });
    const account = await owner.account();
    const invited = await owner.post(`/v1/accounts/${account}/invitations`, { role: 'admin' });
    const invitation = keep(String(invited.json.link).split('#token=')[1], /invitations$/);
    const ann = open();
    const email = 'ann@example.com';
    await ann.post('/v1/invitations/preview', { token: invitation });
    await ann.post('/v1/auth/sign-up', { email, password: PASSWORD, invitation });
    const confirmation = keep((await mail.linkTo(email)).split('#token=')[1]);
    await ann.post('/v1/auth/email/confirm', { token: confirmation });
    await ann.signIn(email);
    keepCookies(ann);
    await ann.post('/v1/auth/password', { currentPassword: PASSWORD, newPassword: CHANGED_PASSWORD });
    keepCookies(ann);
    await ann.post('/v1/auth/email', { email: 'anna@example.com', password: CHANGED_PASSWORD });
    const change = keep((await mail.linkTo('anna@example.com')).split('#token=')[1]);
    await ann.post('/v1/auth/email/confirm', { token: change });

    // The second factor.
    const started = await ann.post('/v1/auth/second-factor', { password: CHANGED_PASSWORD });
    const { uri, backupCodes } = started.json as { uri: string; backupCodes: string[] };
    const secret = keep(secretIn(uri), /second-factor$/);
    keep(base32Text(secret));
    for (const code of backupCodes) keep(code, /second-factor$/);
    await ann.post('/v1/auth/second-factor/confirm', { code: totp(secret) });
    keepCookies(ann);
    const half = open();
    await half.post('/v1/auth/sign-in', { email: 'anna@example.com', password: CHANGED_PASSWORD });
    await half.post('/v1/auth/sign-in/second-factor', { backupCode: backupCodes[0] });
    keepCookies(half);
    const renewed = await ann.post('/v1/auth/second-factor/backup-codes', { password: CHANGED_PASSWORD });
    for (const code of (renewed.json as { backupCodes: string[] }).backupCodes) keep(code, /backup-codes$/);

    // A reset, by mail and by the command line.
    await open().post('/v1/auth/reset', { email: 'anna@example.com' });
    const reset = keep((await lastLink(mail.letters, 'reset-password')).split('#token=')[1]);
    await open().post('/v1/auth/reset/confirm', { token: reset, newPassword: RESET_PASSWORD });
    const env = {
      ...process.env,
      PARLEY_DATA: server.data,
      ...databaseOf(server.data),
      PARLEY_CLICKHOUSE_URL: NO_STORE,
    };
    const parley = async (...args: string[]) =>
      JSON.parse((await promisify(execFile)(process.execPath, [BIN, ...args, '--json'], { env })).stdout);
    const { link } = await parley('account', 'reset-link', '--email', OWNER.email);
    keep(String(link).split('#token=')[1]);

    // Applications, keys, tokens; payloads that are accepted, refused and rejected.
    const app = await owner.createApplication('Shop');
    keep(app.apiKey, /applications$/);
    const path = `/v1/applications/${app.id}`;
    keep((await owner.post(`${path}/keys`, { name: 'Second' })).json.apiKey, /keys$/);
    keep((await owner.post(`${path}/keys/${app.keyId}/rotate`, {})).json.apiKey, /rotate$/);
    const token = keep((await owner.post(`${path}/tokens`, { name: 'Reports' })).json.token, /tokens$/);
    const byCommand = await parley('app', 'create', '--name', 'Commanded');
    keep(byCommand.apiKey);
    keep((await parley('token', 'create', '--app', 'Commanded')).token);
    keep((await parley('key', 'rotate', '--app', 'Commanded')).apiKey);
    const taken = await server.post(bytesOf(payloadOf('openai', 'chat', {}, app)));
    assert.equal(taken.status, 200);
    await server.post(bytesOf(payloadOf()));
    await server.post(bytesOf(payloadOf('openai', 'chat', { session: [1] }, app)));
    await server.post(
      bytesOf(payloadOf('openai', 'chat', {}, { ...app, apiKey: 'sk_wrong_key_0123456789' })),
    );
    await server.get('/v1/ledger', token);
    await server.get('/v1/ledger', `${token}x`);

    // Single sign-on.
    provider.claims = { sub: '7', email: 'oidc@example.com', email_verified: true };
    const single = open();
    const start = await single.get('/v1/auth/oidc/start');
    const there = await fetch(start.headers.get('location') ?? '', { redirect: 'manual' });
    const callback = new URL(there.headers.get('location') ?? '');
    await single.get(`${callback.pathname}${callback.search}`);
    assert.equal((await single.get('/v1/me')).status, 200);
    keepCookies(single);

    // Everything that can be read afterwards.
    for (const what of ['', '/members', '/invitations', '/audit', '/audit/export', '/applications'])
      assert.equal((await owner.get(`/v1/accounts/${account}${what}`)).status, 200);
    for (const what of ['', '/keys', '/tokens', '/settings', '/prices'])
      assert.equal((await owner.get(`${path}${what}`)).status, 200);
    await owner.get(`/v1/interactions/${taken.json.id}/raw`);
    await owner.get('/v1/auth/sessions');
    await owner.post('/v1/auth/sign-out');

    const cells = await tableCells(test, server);
    assert.ok(secrets.size > 40);
    assert.ok(cells.includes(OWNER.email) && server.output().length > 0);
    for (const [secret, shownBy] of secrets) {
      for (const { path: asked, text } of browsers.flatMap(({ seen }) => seen)) {
        if (shownBy?.test(asked)) continue;
        assert.ok(!text.includes(secret), `${asked} shows ${secret}`);
      }
      assert.ok(!server.output().includes(secret), `the log contains ${secret}`);
      assert.ok(!cells.includes(secret), `a table contains ${secret}`);
    }
    await server.stop();
    for (const file of filesBelow(server.data)) {
      const bytes = readFileSync(file);
      for (const secret of secrets.keys()) assert.ok(!bytes.includes(secret), `${file} has ${secret}`);
    }
  });
});

/** Decodes a second factor's secret from the form that is shown to an app. */
function base32Text(secret: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...secret.replace(/=+$/, '')]
    .map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return (bits.match(/.{8}/g) ?? []).map((byte) => String.fromCharCode(Number.parseInt(byte, 2))).join('');
}

async function lastLink(letters: readonly string[], page: string): Promise<string> {
  const find = () => letters.findLast((letter) => letter.includes(`/${page}#token=`));
  await eventually(`a letter with ${page}`, () => find() !== undefined);
  return /https?:\S+#token=\S+/.exec(find() ?? '')?.[0] ?? '';
}

async function tableCells(
  test: Parameters<typeof metadataOf>[0],
  server: Parameters<typeof metadataOf>[1],
): Promise<string> {
  const db = metadataOf(test, server);
  const tables = await db.introspection.getTables();
  const rows = await Promise.all(
    tables.map(({ name }) =>
      db
        .selectFrom(name as 'account')
        .selectAll()
        .execute(),
    ),
  );
  return JSON.stringify(rows);
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
