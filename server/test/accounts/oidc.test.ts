import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { Me } from '@parley/contract';
import { type Answer, Browser, PASSWORD } from '../support/browser.ts';
import { type ConsoleServer, consoleServer } from '../support/console-server.ts';
import { eventually } from '../support/eventually.ts';
import { metadataOf } from '../support/metadata-of.ts';
import { OIDC_CLIENT, type OidcServer, oidcServer } from '../support/oidc-server.ts';

async function withProvider(test: TestContext, more: Record<string, string> = {}) {
  const provider = await oidcServer(test);
  const server = await consoleServer(test, {
    PARLEY_OIDC_ISSUER: provider.issuer,
    PARLEY_OIDC_CLIENT_ID: OIDC_CLIENT.id,
    PARLEY_OIDC_CLIENT_SECRET: OIDC_CLIENT.secret,
    PARLEY_OIDC_NAME: 'Acme',
    ...more,
  });
  return { provider, server };
}

/** To the provider and back, as a browser goes. */
async function goThere(browser: Browser, back = '/'): Promise<Answer> {
  const start = await browser.get(`/v1/auth/oidc/start?return=${encodeURIComponent(back)}`);
  assert.equal(start.status, 302, start.text);
  const there = await fetch(start.headers.get('location') ?? '', { redirect: 'manual' });
  const callback = new URL(there.headers.get('location') ?? '');
  return browser.get(`${callback.pathname}${callback.search}`);
}

const locationOf = ({ headers }: Answer) => headers.get('location');

async function accountsOf(browser: Browser) {
  const { person, accounts } = Me.parse((await browser.get('/v1/me')).json);
  return { email: person.email, hasPassword: person.hasPassword, roles: accounts.map(({ role }) => role) };
}

async function signUpHere(server: ConsoleServer, email: string): Promise<void> {
  await new Browser(server).post('/v1/auth/sign-up', { email, password: PASSWORD });
}

/** The operator hands over the link in the log to who has the address. */
async function confirmByReset(server: ConsoleServer, email: string): Promise<void> {
  await new Browser(server).post('/v1/auth/reset', { email });
  const link = () => /#token=([^"]+)/.exec(server.output())?.[1];
  await eventually('the link is in the log', () => link() !== undefined);
  const body = { token: link(), newPassword: PASSWORD };
  assert.equal((await new Browser(server).post('/v1/auth/reset/confirm', body)).status, 200);
}

describe('signing in at an identity provider', () => {
  it('makes a person with an account of their own, who comes back to the page they wanted', async (test) => {
    const { provider, server } = await withProvider(test);
    const browser = new Browser(server);
    assert.deepEqual((await browser.get('/v1/auth/options')).json.oidc, { name: 'Acme' });
    const back = await goThere(browser, '/interactions?model=x');
    assert.deepEqual([back.status, locationOf(back)], [302, '/interactions?model=x']);
    assert.deepEqual(await accountsOf(browser), {
      email: 'ann@example.com',
      hasPassword: false,
      roles: ['owner'],
    });
    // The same one again, also under another address there.
    provider.claims = { ...provider.claims, email: 'ann.other@example.com' };
    const again = new Browser(server);
    await goThere(again);
    assert.equal((await accountsOf(again)).email, 'ann@example.com');
    // What the provider gave for itself is not kept.
    const rows = await metadataOf(test, server).selectFrom('credential').selectAll().execute();
    assert.deepEqual(
      rows.map((row) => [row.provider, row.access_token, row.refresh_token, row.id_token]),
      [['oidc', null, null, null]],
    );
    const audit = await browser.get(`/v1/accounts/${await browser.account()}/audit?action=person.sign-in`);
    assert.match(audit.text, /"details":\{"by":"oidc"\}/);
  });

  it('never leads to another site', async (test) => {
    const { server } = await withProvider(test);
    for (const path of ['https://evil.example', '//evil.example', '/\\evil.example', 'evil', '/a b']) {
      const answer = await new Browser(server).get(`/v1/auth/oidc/start?return=${encodeURIComponent(path)}`);
      assert.equal(answer.status, 422, path);
    }
  });

  it('joins who has the same confirmed address here, and nobody whose provider does not vouch for it', async (test) => {
    const { provider, server } = await withProvider(test);
    await signUpHere(server, 'ann@example.com');
    provider.claims = { sub: '1', email: 'ann@example.com', email_verified: false };
    const refused = new Browser(server);
    assert.equal(locationOf(await goThere(refused)), '/sign-in?error=account_not_linked');
    assert.equal((await refused.get('/v1/me')).status, 401);
    // Nor somebody who signed up with the address of another one, and waits for them to come.
    provider.claims = { sub: '1', email: 'ann@example.com', email_verified: true };
    assert.equal(locationOf(await goThere(new Browser(server))), '/sign-in?error=account_not_linked');
    await confirmByReset(server, 'ann@example.com');
    const joined = new Browser(server);
    await goThere(joined);
    assert.deepEqual(await accountsOf(joined), {
      email: 'ann@example.com',
      hasPassword: true,
      roles: ['owner'],
    });
  });

  it('keeps to who may sign up', async (test) => {
    const { provider, server } = await withProvider(test, {
      PARLEY_SIGNUP: 'invite',
      PARLEY_INIT_EMAIL: 'owner@example.com',
      PARLEY_INIT_PASSWORD: PASSWORD,
    });
    assert.equal(locationOf(await goThere(new Browser(server))), '/sign-in?error=sign_up_closed');
    const owner = await new Browser(server).signIn('owner@example.com');
    await owner.post(`/v1/accounts/${await owner.account()}/invitations`, {
      role: 'viewer',
      email: 'ann@example.com',
    });
    const ann = new Browser(server);
    await goThere(ann);
    assert.deepEqual((await accountsOf(ann)).roles, ['viewer']);
    // An invitation for somebody else does not help.
    provider.claims = { sub: '2', email: 'eve@example.com', email_verified: true };
    assert.equal(locationOf(await goThere(new Browser(server))), '/sign-in?error=sign_up_closed');
  });

  it('refuses what another key signed, what is for somebody else, and what was not asked for', async (test) => {
    const { provider, server } = await withProvider(test);
    const refused = async () => {
      const browser = new Browser(server);
      assert.match(locationOf(await goThere(browser)) ?? '', /^\/sign-in\?error=[a-z_]+$/);
      assert.equal((await browser.get('/v1/me')).status, 401);
    };
    const forgeries: OidcServer['forge'][] = [
      (claims) => ({ ...claims, aud: 'somebody-else' }),
      (claims) => ({ ...claims, iss: 'https://evil.example' }),
      (claims) => ({ ...claims, nonce: 'another' }),
      (claims) => ({ ...claims, exp: 1 }),
    ];
    for (const forge of forgeries) {
      provider.forge = forge;
      await refused();
    }
    provider.forge = (claims) => claims;
    provider.key = 'other';
    await refused();
    provider.key = 'own';

    // A callback that this browser did not start.
    const start = await new Browser(server).get('/v1/auth/oidc/start');
    const there = await fetch(start.headers.get('location') ?? '', { redirect: 'manual' });
    const callback = new URL(there.headers.get('location') ?? '');
    const victim = new Browser(server);
    const answer = await victim.get(`${callback.pathname}${callback.search}`);
    assert.match(locationOf(answer) ?? '', /^\/sign-in\?error=/);
    assert.equal((await victim.get('/v1/me')).status, 401);
    assert.equal((await metadataOf(test, server).selectFrom('person').select('id').execute()).length, 0);
  });

  it('works as soon as the provider answers, also when it did not at first', async (test) => {
    const { provider, server } = await withProvider(test);
    provider.down = true;
    assert.equal((await new Browser(server).get('/v1/auth/oidc/start')).status, 503);
    provider.down = false;
    const browser = new Browser(server);
    await goThere(browser);
    assert.equal((await accountsOf(browser)).email, 'ann@example.com');
  });

  it('is not there where no provider is configured', async (test) => {
    const server = await consoleServer(test);
    assert.equal((await new Browser(server).get('/v1/auth/oidc/start')).status, 404);
    assert.equal((await new Browser(server).get('/v1/auth/oidc/callback?code=x&state=y')).status, 404);
  });
});
