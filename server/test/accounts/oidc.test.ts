import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { Me } from '@parley/contract';
import { type Answer, Browser, PASSWORD } from '../support/browser.ts';
import { type ConsoleServer, consoleServer } from '../support/console-server.ts';
import { eventually } from '../support/eventually.ts';
import { metadataOf } from '../support/metadata-of.ts';
import { OIDC_CLIENT, type OidcServer, oidcServer } from '../support/oidc-server.ts';

async function withProvider(
  test: TestContext,
  more: Record<string, string> = {},
  provides: Partial<OidcServer> = {},
) {
  const provider = Object.assign(await oidcServer(test), provides);
  const server = await consoleServer(test, {
    PARLEY_OIDC_ISSUER: provider.issuer,
    PARLEY_OIDC_CLIENT_ID: OIDC_CLIENT.id,
    PARLEY_OIDC_CLIENT_SECRET: OIDC_CLIENT.secret,
    PARLEY_OIDC_NAME: 'Acme',
    ...more,
  });
  return { provider, server };
}

/** Goes to the provider and back, as a browser would. */
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

/** Confirms an address by the reset link that the operator finds in the log. */
async function confirmByReset(server: ConsoleServer, email: string): Promise<void> {
  await new Browser(server).post('/v1/auth/reset', { email });
  const link = () => /#token=([^"]+)/.exec(server.output())?.[1];
  await eventually('the link is in the log', () => link() !== undefined);
  const body = { token: link(), newPassword: PASSWORD };
  assert.equal((await new Browser(server).post('/v1/auth/reset/confirm', body)).status, 200);
}

const SOMEBODY = { sub: '1', email: 'ann@example.com', email_verified: true, name: 'Ann' };

const seconds = () => Math.floor(Date.now() / 1000);
const without =
  (name: string): OidcServer['forge'] =>
  (claims) =>
    Object.fromEntries(Object.entries(claims).filter(([claim]) => claim !== name));
const withClaims =
  (more: Record<string, unknown>): OidcServer['forge'] =>
  (claims) => ({ ...claims, ...more });

/** Responses of a malicious provider or intermediary. The userinfo endpoint vouches for all of them. */
const HOSTILE_RESPONSES: Record<string, Partial<OidcServer>> = {
  'no id token': { seal: () => undefined },
  'an empty id token': { seal: () => '' },
  'an id token that is none': { seal: () => 'opaque' },
  'another nonce': { forge: withClaims({ nonce: 'another' }) },
  'no nonce': { forge: without('nonce') },
  'an empty nonce': { forge: withClaims({ nonce: '' }) },
  'another audience': { forge: withClaims({ aud: 'somebody-else' }) },
  'no audience': { forge: without('aud') },
  'several audiences, and no authorised party': { forge: withClaims({ aud: [OIDC_CLIENT.id, 'other'] }) },
  'another authorised party': { forge: withClaims({ azp: 'somebody-else' }) },
  'several audiences, and another authorised party': {
    forge: withClaims({ aud: [OIDC_CLIENT.id, 'other'], azp: 'other' }),
  },
  'another issuer': { forge: withClaims({ iss: 'https://evil.example' }) },
  'no issuer': { forge: without('iss') },
  expired: { forge: (claims) => ({ ...claims, exp: seconds() - 120 }) },
  'no expiry': { forge: without('exp') },
  'an expiry that is a text': { forge: withClaims({ exp: '9999999999' }) },
  'no time of issue': { forge: without('iat') },
  'issued in the future': { forge: (claims) => ({ ...claims, iat: seconds() + 600 }) },
  'issued long ago': { forge: (claims) => ({ ...claims, iat: seconds() - 86_400 }) },
  'not valid yet': { forge: (claims) => ({ ...claims, nbf: seconds() + 600 }) },
  'the key of somebody else': { key: 'other' },
  'no signature': { seal: (claims, { bare }) => bare(claims, 'RS256') },
  'the algorithm none': { seal: (claims, { bare }) => bare(claims, 'none') },
  'HMAC with the client secret': { seal: (claims, { hmac }) => hmac(claims, OIDC_CLIENT.secret) },
  'HMAC with the public key': { seal: (claims, { hmac, publicKey }) => hmac(claims, publicKey) },
  'no subject': { forge: without('sub') },
  'an empty subject': { forge: withClaims({ sub: '' }) },
  'a subject that is a number': { forge: withClaims({ sub: 1 }) },
  'another subject in userinfo': {
    forge: without('email'),
    userinfo: { ...SOMEBODY, sub: '2' },
  },
  'no subject in userinfo': {
    forge: without('email'),
    userinfo: { email: SOMEBODY.email, email_verified: true, id: '1' },
  },
  'an address that is none': { forge: withClaims({ email: 'ann\u0000@example.com' }) },
};

describe('signing in at an identity provider', () => {
  it('creates a person with their own account and returns them to the page they wanted', async (test) => {
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
    // The same person again, even with another address at the provider.
    provider.claims = { ...provider.claims, email: 'ann.other@example.com' };
    const again = new Browser(server);
    await goThere(again);
    assert.equal((await accountsOf(again)).email, 'ann@example.com');
    // The provider's own tokens are not stored.
    const rows = await metadataOf(test, server).selectFrom('credential').selectAll().execute();
    assert.deepEqual(
      rows.map((row) => [row.provider, row.access_token, row.refresh_token, row.id_token]),
      [['oidc', null, null, null]],
    );
    const audit = await browser.get(`/v1/accounts/${await browser.account()}/audit?action=person.sign-in`);
    assert.match(audit.text, /"details":\{"by":"oidc"\}/);
  });

  it('never redirects to another site', async (test) => {
    const { server } = await withProvider(test);
    for (const path of ['https://evil.example', '//evil.example', '/\\evil.example', 'evil', '/a b']) {
      const answer = await new Browser(server).get(`/v1/auth/oidc/start?return=${encodeURIComponent(path)}`);
      assert.equal(answer.status, 422, path);
    }
  });

  it('links a person with the same confirmed address only if the provider vouches for it', async (test) => {
    const { provider, server } = await withProvider(test);
    await signUpHere(server, 'ann@example.com');
    provider.claims = { sub: '1', email: 'ann@example.com', email_verified: false };
    const refused = new Browser(server);
    assert.equal(locationOf(await goThere(refused)), '/sign-in?error=account_not_linked');
    assert.equal((await refused.get('/v1/me')).status, 401);
    // Nor is the account of an attacker linked who signed up with the address and never confirmed it.
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

  it('follows the sign-up policy', async (test) => {
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
    // An invitation bound to another address does not help.
    provider.claims = { sub: '2', email: 'eve@example.com', email_verified: true };
    assert.equal(locationOf(await goThere(new Browser(server))), '/sign-in?error=sign_up_closed');
  });

  it('refuses every provider response that does not prove the identity', async (test) => {
    const { provider, server } = await withProvider(test, {}, { userinfo: SOMEBODY });
    const { forge, userinfo } = provider;
    for (const [what, hostility] of Object.entries(HOSTILE_RESPONSES)) {
      Object.assign(provider, { forge, userinfo, key: 'own', seal: null }, hostility);
      const browser = new Browser(server);
      assert.match(locationOf(await goThere(browser)) ?? '', /^\/sign-in\?error=[a-z_]+$/, what);
      assert.equal((await browser.get('/v1/me')).status, 401, what);
    }
    assert.equal((await metadataOf(test, server).selectFrom('person').select('id').execute()).length, 0);
    // The same person is accepted once nothing is wrong.
    Object.assign(provider, { forge, userinfo, key: 'own', seal: null });
    await goThere(new Browser(server));
    assert.equal((await metadataOf(test, server).selectFrom('person').select('id').execute()).length, 1);
  });

  it('takes address and name from userinfo if the id token lacks them and the subjects match', async (test) => {
    const { provider, server } = await withProvider(test, {}, { userinfo: SOMEBODY });
    provider.forge = ({ email: _, email_verified: __, name: ___, ...claims }) => claims;
    const browser = new Browser(server);
    await goThere(browser);
    assert.equal((await accountsOf(browser)).email, SOMEBODY.email);
  });

  it('does not take the text "false" for a verified address', async (test) => {
    const { provider, server } = await withProvider(test);
    await signUpHere(server, 'ann@example.com');
    await confirmByReset(server, 'ann@example.com');
    provider.forge = (claims) => ({ ...claims, email_verified: 'false' });
    assert.equal(locationOf(await goThere(new Browser(server))), '/sign-in?error=account_not_linked');
    provider.forge = (claims) => ({ ...claims, email_verified: 'true' });
    assert.equal(locationOf(await goThere(new Browser(server))), '/');
  });

  it('removes control characters from names', async (test) => {
    const { provider, server } = await withProvider(test);
    provider.claims = { ...provider.claims, name: 'Ann\u0000\u001b[1m\ud800Lee' };
    const browser = new Browser(server);
    await goThere(browser);
    const { person } = Me.parse((await browser.get('/v1/me')).json);
    assert.equal(person.name, 'Ann [1m Lee');
  });

  it('is refused with a clear message if the discovery document names another issuer', async (test) => {
    for (const issuer of ['https://evil.example', undefined]) {
      const { server } = await withProvider(test, {}, { discovery: { issuer } });
      const answer = await new Browser(server).get('/v1/auth/oidc/start');
      assert.equal(answer.status, 503, answer.text);
      if (issuer) assert.match(String(answer.json.message), /calls itself .* PARLEY_OIDC_ISSUER/);
      if (issuer) assert.match(server.output(), /has the issuer https:\/\/evil\.example/);
    }
  });

  it('refuses unsolicited callbacks', async (test) => {
    const { server } = await withProvider(test);
    // A callback that this browser did not request.
    const start = await new Browser(server).get('/v1/auth/oidc/start');
    const there = await fetch(start.headers.get('location') ?? '', { redirect: 'manual' });
    const callback = new URL(there.headers.get('location') ?? '');
    const victim = new Browser(server);
    const answer = await victim.get(`${callback.pathname}${callback.search}`);
    assert.match(locationOf(answer) ?? '', /^\/sign-in\?error=/);
    assert.equal((await victim.get('/v1/me')).status, 401);
    assert.equal((await metadataOf(test, server).selectFrom('person').select('id').execute()).length, 0);
  });

  it('works once the provider responds, even if it did not at first', async (test) => {
    const { provider, server } = await withProvider(test);
    provider.down = true;
    assert.equal((await new Browser(server).get('/v1/auth/oidc/start')).status, 503);
    provider.down = false;
    const browser = new Browser(server);
    await goThere(browser);
    assert.equal((await accountsOf(browser)).email, 'ann@example.com');
  });

  it('is unavailable if no provider is configured', async (test) => {
    const server = await consoleServer(test);
    assert.equal((await new Browser(server).get('/v1/auth/oidc/start')).status, 404);
    assert.equal((await new Browser(server).get('/v1/auth/oidc/callback?code=x&state=y')).status, 404);
  });
});
