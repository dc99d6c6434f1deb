import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Me } from '@parley/contract';
import { Browser, PASSWORD } from '../support/browser.ts';
import { consoleServer, sharedConsoleServer } from '../support/console-server.ts';
import { metadataOf } from '../support/metadata-of.ts';
import { NO_STORE, startServer } from '../support/server-process.ts';

/** One server for both suites: the first test finds it empty, and the last one restarts it. */
const shared = sharedConsoleServer();

describe('signing up', () => {
  it('creates a person and an account that they own', async () => {
    const server = shared();
    assert.deepEqual((await new Browser(server).get('/v1/auth/options')).json, {
      signup: 'open',
      empty: true,
      mail: false,
      oidc: null,
    });
    const ann = await new Browser(server).signUp('Ann@Example.com', { name: 'Ann', accountName: 'Acme' });
    const me = Me.parse((await ann.get('/v1/me')).json);
    assert.deepEqual(
      [me.person.email, me.person.name, me.person.hasPassword, me.person.secondFactor],
      ['ann@example.com', 'Ann', true, false],
    );
    assert.deepEqual(
      me.accounts.map(({ name, role }) => [name, role]),
      [['Acme', 'owner']],
    );
    assert.equal((await ann.get('/v1/auth/options')).json.empty, false);
    const bob = await new Browser(server).signUp('bob@example.com');
    assert.equal((await bob.get(`/v1/accounts/${me.accounts[0]?.id}`)).status, 404);

    // Invalid fields are reported before anything is looked up.
    for (const body of [
      { email: 'cid@example.com', password: 'short' },
      { email: 'not an address', password: PASSWORD },
      { email: 'cid@example.com', password: PASSWORD, role: 'owner' },
      { password: PASSWORD },
    ]) {
      assert.equal((await new Browser(server).post('/v1/auth/sign-up', body)).status, 422);
    }
  });

  it('does not reveal that an address is taken, and changes nothing for its owner', async () => {
    const server = shared();
    const fresh = await new Browser(server).post('/v1/auth/sign-up', {
      email: 'ann-1@example.com',
      password: PASSWORD,
    });
    const taken = await new Browser(server).post('/v1/auth/sign-up', {
      email: 'ANN-1@example.com',
      password: 'another password',
    });
    assert.deepEqual([taken.status, taken.text], [fresh.status, fresh.text]);
    assert.deepEqual(taken.headers.getSetCookie(), fresh.headers.getSetCookie());
    await new Browser(server).signIn('ann-1@example.com');
    const other = { email: 'ann-1@example.com', password: 'another password' };
    assert.equal((await new Browser(server).post('/v1/auth/sign-in', other)).status, 401);
  });

  it('gives an address to one of two people who sign up with it at the same moment', async (test) => {
    const server = shared();
    const email = 'ann-of-two@example.com';
    const db = metadataOf(test, server);
    const accounts = async () => (await db.selectFrom('account').select('id').execute()).length;
    const accountsBefore = await accounts();
    const passwords = ['the first password', 'the second password'];
    const answers = await Promise.all(
      passwords.map((password) => new Browser(server).post('/v1/auth/sign-up', { email, password })),
    );
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    );
    assert.equal(answers[0]?.text, answers[1]?.text);
    const signIns = await Promise.all(
      passwords.map((password) => new Browser(server).post('/v1/auth/sign-in', { email, password })),
    );
    assert.deepEqual(signIns.map(({ status }) => status).sort(), [200, 401]);
    const people = await db.selectFrom('person').select('id').where('email', '=', email).execute();
    assert.equal(people.length, 1);
    const memberships = db
      .selectFrom('member')
      .select('id')
      .where('person_id', '=', people[0]?.id ?? '');
    assert.equal((await memberships.execute()).length, 1);
    // The account created for the second one is removed.
    assert.equal(await accounts(), accountsBefore + 1);
  });

  it('requires an invitation if PARLEY_SIGNUP says so, except for the very first person', async (test) => {
    const server = await consoleServer(test, { PARLEY_SIGNUP: 'invite' });
    const owner = await new Browser(server).signUp('owner@example.com');
    const body = { email: 'guest@example.com', password: PASSWORD };
    const refused = await new Browser(server).post('/v1/auth/sign-up', body);
    assert.deepEqual([refused.status, refused.json.code], [403, 'forbidden']);
    const invited = await owner.post(`/v1/accounts/${await owner.account()}/invitations`, { role: 'viewer' });
    const invitation = String(invited.json.link).split('#token=')[1];
    const wrong = await new Browser(server).post('/v1/auth/sign-up', { ...body, invitation: 'no-such' });
    assert.equal(wrong.status, 404);
    const guest = await new Browser(server).signUp(body.email, { invitation });
    const { accounts } = Me.parse((await guest.get('/v1/me')).json);
    assert.deepEqual(
      accounts.map(({ id, role }) => [id, role]),
      [[await owner.account(), 'viewer']],
    );
    const again = await new Browser(server).post('/v1/auth/sign-up', {
      ...body,
      email: 'second@example.com',
      invitation,
    });
    assert.equal(again.status, 404);
  });

  it('is refused to everybody if it is closed, while the owner from the environment signs in', async (test) => {
    const server = await consoleServer(test, {
      PARLEY_SIGNUP: 'closed',
      PARLEY_INIT_EMAIL: 'Owner@Example.com',
      PARLEY_INIT_PASSWORD: 'short',
    });
    const answer = await new Browser(server).post('/v1/auth/sign-up', {
      email: 'ann@example.com',
      password: PASSWORD,
    });
    assert.equal(answer.status, 403);
    const owner = await new Browser(server).signIn('owner@example.com', 'short');
    const me = Me.parse((await owner.get('/v1/me')).json);
    assert.deepEqual(
      me.applications.map(({ name, appKey, ingestUrl }) => [name, appKey, ingestUrl]),
      [['Tests', server.keys.appKey, `${server.url}/track`]],
    );
  });
});

describe('signing in', () => {
  it('responds alike to a wrong password and an unknown address', async () => {
    const server = shared();
    await new Browser(server).signUp('ann-2@example.com');
    const answers = await Promise.all(
      ['ann-2@example.com', 'nobody@example.com'].map((email) =>
        new Browser(server).post('/v1/auth/sign-in', { email, password: 'wrong password' }),
      ),
    );
    const [known, unknown] = answers.map(({ status, json, headers }) => {
      const { requestId: _, ...rest } = json;
      return { ...rest, status, cookies: headers.getSetCookie() };
    });
    assert.deepEqual(known, unknown);
    assert.equal(known?.status, 401);
  });

  it('takes about as long for an unknown address as for a known one', async () => {
    const server = shared();
    await new Browser(server).signUp('ann-3@example.com');
    const time = async (email: string) => {
      const start = performance.now();
      await new Browser(server).post('/v1/auth/sign-in', { email, password: 'wrong password' });
      return performance.now() - start;
    };
    await time('warm-up@example.com');
    // Alternating, and the best of each, since the machine is busy with other things, too.
    const times: [number, number][] = [];
    for (let i = 0; i < 6; i++)
      times.push([await time('ann-3@example.com'), await time('nobody@example.com')]);
    const known = Math.min(...times.map(([one]) => one));
    const unknown = Math.min(...times.map(([, other]) => other));
    // A hash takes tens of milliseconds; skipping it would show as a tenth of the time.
    assert.ok(unknown > known / 3 && known > unknown / 3, `${known} and ${unknown} ms`);
  });

  it('keeps the session in a cookie that is hidden from scripts and other sites', async () => {
    const server = shared();
    const ann = new Browser(server);
    await ann.signUp('ann-4@example.com');
    const answer = await ann.post('/v1/auth/sign-in', { email: 'ann-4@example.com', password: PASSWORD });
    const [cookie = ''] = answer.headers.getSetCookie().filter((one) => one.includes('session_token'));
    assert.match(cookie, /^parley\.session_token=/);
    assert.match(cookie, /; HttpOnly/i);
    assert.match(cookie, /; SameSite=Lax/i);
    assert.match(cookie, /; Path=\//i);
    assert.match(cookie, /; Max-Age=2592000/i);
    assert.doesNotMatch(cookie, /; Secure|; Domain/i);
    assert.equal(answer.headers.get('strict-transport-security'), null);

    // Until the browser is closed, if the person prefers that.
    const brief = await ann.post('/v1/auth/sign-in', {
      email: 'ann-4@example.com',
      password: PASSWORD,
      remember: false,
    });
    const [short = ''] = brief.headers.getSetCookie().filter((one) => one.includes('session_token'));
    assert.doesNotMatch(short, /Max-Age|Expires/i);
  });

  it("makes the cookie secure if the server's address is https", async (test) => {
    const server = await consoleServer(test, { PARLEY_PUBLIC_URL: 'https://log.example.com' });
    const ann = new Browser(server);
    const body = { email: 'ann@example.com', password: PASSWORD };
    await ann.post('/v1/auth/sign-up', body, { Origin: 'https://log.example.com' });
    const answer = await ann.post('/v1/auth/sign-in', body, { Origin: 'https://log.example.com' });
    const [cookie = ''] = answer.headers.getSetCookie().filter((one) => one.includes('session_token'));
    assert.match(cookie, /^__Secure-parley\.session_token=/);
    assert.match(cookie, /; Secure/i);
    assert.match(answer.headers.get('strict-transport-security') ?? '', /max-age=31536000/);
    assert.equal((await ann.get('/v1/me')).status, 200);
  });

  it('ends with signing out, after which a copy of the cookie is worthless', async () => {
    const server = shared();
    const ann = await new Browser(server).signUp('ann-5@example.com');
    const copy = ann.cookieHeader();
    assert.equal((await ann.post('/v1/auth/sign-out')).status, 200);
    assert.equal((await ann.get('/v1/me')).status, 401);
    assert.equal((await ann.get('/v1/me', { Cookie: copy })).status, 401);
    assert.equal((await ann.post('/v1/auth/sign-out')).status, 401);
    await ann.signIn('ann-5@example.com');
    assert.equal((await ann.get('/v1/me')).status, 200);
  });

  it("lists a person's sessions and ends chosen ones, only their own", async () => {
    const server = shared();
    const here = await new Browser(server).signUp('ann-6@example.com');
    const there = await new Browser(server).signIn('ann-6@example.com');
    const bob = await new Browser(server).signUp('bob-6@example.com');
    type Session = { id: string; current: boolean; address: string; userAgent: string };
    const sessions = (await here.get('/v1/auth/sessions')).json.data as Session[];
    assert.deepEqual(sessions.map(({ address }) => address).sort(), [here.address, there.address].sort());
    assert.ok(sessions.every(({ userAgent }) => userAgent === 'Test browser'));
    const current = sessions.find((session) => session.current);
    const other = sessions.find((session) => !session.current);
    assert.deepEqual([current?.address, other?.address], [here.address, there.address]);
    assert.equal((await bob.send('DELETE', `/v1/auth/sessions/${other?.id}`)).status, 404);
    assert.equal((await there.get('/v1/me')).status, 200);
    assert.equal((await here.send('DELETE', `/v1/auth/sessions/${other?.id}`)).status, 200);
    assert.equal((await there.get('/v1/me')).status, 401);
    assert.equal((await here.get('/v1/me')).status, 200);
  });

  it('ends when the session expires or another process ends it', async (test) => {
    const server = shared();
    const ann = await new Browser(server).signUp('ann-7@example.com');
    const bob = await new Browser(server).signUp('bob-7@example.com');
    const db = metadataOf(test, server);
    await db
      .updateTable('login')
      .set({ expires_at: new Date(Date.now() - 1000).toISOString() })
      .where('address', '=', ann.address)
      .execute();
    await db.deleteFrom('login').where('address', '=', bob.address).execute();
    assert.equal((await ann.get('/v1/me')).status, 401);
    assert.equal(ann.cookies.size, 0);
    assert.equal((await bob.get('/v1/me')).status, 401);
  });

  it('refuses forged and altered cookies', async () => {
    const server = shared();
    const ann = await new Browser(server).signUp('ann-8@example.com');
    const [[name, value = ''] = []] = [...ann.cookies];
    for (const forged of ['nonsense', `x${value}`, value.replace(/.$/, ''), value.split('.')[0]]) {
      assert.equal((await ann.get('/v1/me', { Cookie: `${name}=${forged}` })).status, 401, forged);
    }
    assert.equal((await ann.get('/v1/me', { Cookie: `${name}=${value}` })).status, 200);
  });

  it('ends all other sessions on a change of password, which requires the old one', async () => {
    const server = shared();
    const here = await new Browser(server).signUp('ann-9@example.com');
    const there = await new Browser(server).signIn('ann-9@example.com');
    const change = (currentPassword: string, newPassword: string) =>
      here.post('/v1/auth/password', { currentPassword, newPassword });
    assert.equal((await change('wrong password', 'a new password')).status, 403);
    assert.equal((await change(PASSWORD, 'short')).status, 422);
    assert.equal((await there.get('/v1/me')).status, 200);
    assert.equal((await change(PASSWORD, 'a new password')).status, 200);
    assert.equal((await there.get('/v1/me')).status, 401);
    assert.equal((await here.get('/v1/me')).status, 200);
    await new Browser(server).signIn('ann-9@example.com', 'a new password');
    const old = { email: 'ann-9@example.com', password: PASSWORD };
    assert.equal((await new Browser(server).post('/v1/auth/sign-in', old)).status, 401);
  });

  it('survives a restart of the server', async (test) => {
    const before = shared();
    const ann = await new Browser(before).signUp('ann-10@example.com');
    await before.stop();
    const after = await startServer({
      data: before.data,
      clickhouseUrl: NO_STORE,
      env: { PARLEY_GRACE: '0', PARLEY_TRUST_PROXY: '1' },
    });
    test.after(() => after.stop());
    const again = new Browser(after);
    assert.equal((await again.get('/v1/me', { Cookie: ann.cookieHeader() })).status, 200);
  });
});
