import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Me, type MemberRole } from '@parley/contract';
import { Browser, PASSWORD } from '../support/browser.ts';
import { type ConsoleServer, sharedConsoleServer } from '../support/console-server.ts';
import { metadataOf } from '../support/metadata-of.ts';

const tokenOf = (link: unknown) => String(link).split('#token=')[1] ?? '';

async function invite(by: Browser, body: { role: MemberRole; email?: string }) {
  const answer = await by.post(`/v1/accounts/${await by.account()}/invitations`, body);
  assert.equal(answer.status, 200, answer.text);
  return { id: String(answer.json.id), token: tokenOf(answer.json.link), answer };
}

/** A person who joined another person's account. */
async function joined(server: ConsoleServer, by: Browser, email: string, role: MemberRole): Promise<Browser> {
  const { token } = await invite(by, { role });
  return new Browser(server).signUp(email, { invitation: token });
}

type Listed = { id: string; email: string; role: MemberRole };

async function membersOf(browser: Browser, accountId: string): Promise<Listed[]> {
  return (await browser.get(`/v1/accounts/${accountId}/members`)).json.data as Listed[];
}

async function memberId(browser: Browser, accountId: string, email: string): Promise<string> {
  const found = (await membersOf(browser, accountId)).find((member) => member.email === email);
  assert.ok(found, email);
  return found.id;
}

describe('members', () => {
  const shared = sharedConsoleServer();

  it('join by invitation, signed in or at sign-up, and see what their role permits', async () => {
    const server = shared();
    const owner = await new Browser(server).signUp('owner-1@example.com', { accountName: 'Acme' });
    const account = await owner.account();
    const { token, answer } = await invite(owner, { role: 'member' });
    assert.ok(String(answer.json.link).startsWith(`${server.url}/invitation#token=`));
    const days = (Date.parse(String(answer.json.expiresAt)) - Date.now()) / 86_400_000;
    assert.ok(days > 6.9 && days <= 7);

    const preview = await new Browser(server).post('/v1/invitations/preview', { token });
    assert.deepEqual(
      [preview.json.accountName, preview.json.role, preview.json.email],
      ['Acme', 'member', null],
    );

    const ann = await new Browser(server).signUp('ann-1@example.com');
    const accepted = await ann.post('/v1/invitations/accept', { token });
    assert.deepEqual([accepted.status, accepted.json], [200, { accountId: account, role: 'member' }]);
    const { accounts } = Me.parse((await ann.get('/v1/me')).json);
    assert.deepEqual(
      accounts.map(({ role }) => role),
      ['owner', 'member'],
    );
    assert.equal((await ann.get(`/v1/accounts/${account}/members`)).status, 200);
    assert.equal((await ann.get(`/v1/accounts/${account}/audit`)).status, 403);
    const bob = await joined(server, owner, 'bob-1@example.com', 'viewer');
    assert.deepEqual(
      (await membersOf(bob, account)).map(({ email, role }) => [email, role]),
      [
        ['owner-1@example.com', 'owner'],
        ['ann-1@example.com', 'member'],
        ['bob-1@example.com', 'viewer'],
      ],
    );
  });

  it('cannot join twice, or by a link that was used, revoked, expired or bound to another address', async (test) => {
    const server = shared();
    const owner = await new Browser(server).signUp('owner-2@example.com');
    const account = await owner.account();
    const ann = await new Browser(server).signUp('ann-2@example.com');
    const accept = async (browser: Browser, token: string) =>
      (await browser.post('/v1/invitations/accept', { token })).status;

    const used = await invite(owner, { role: 'viewer' });
    assert.equal(await accept(ann, used.token), 200);
    assert.equal(await accept(await new Browser(server).signUp('late-2@example.com'), used.token), 404);
    const second = await invite(owner, { role: 'admin' });
    assert.equal(await accept(ann, second.token), 409);
    // The refusal did not use it up.
    assert.equal(
      (await new Browser(server).post('/v1/invitations/preview', { token: second.token })).status,
      200,
    );

    const revoked = await invite(owner, { role: 'viewer' });
    const path = `/v1/accounts/${account}/invitations/${revoked.id}`;
    assert.equal((await owner.send('DELETE', path)).status, 200);
    assert.equal((await owner.send('DELETE', path)).status, 404);
    const bob = await new Browser(server).signUp('bob-2@example.com');
    assert.equal(await accept(bob, revoked.token), 404);

    const bound = await invite(owner, { role: 'viewer', email: 'Cid-2@example.com' });
    assert.equal(await accept(bob, bound.token), 404);
    const body = { email: 'dan-2@example.com', password: PASSWORD, invitation: bound.token };
    assert.equal((await new Browser(server).post('/v1/auth/sign-up', body)).status, 404);
    const cid = await new Browser(server).signUp('cid-2@example.com', { invitation: bound.token });
    assert.equal(Me.parse((await cid.get('/v1/me')).json).accounts[0]?.id, account);

    const old = await invite(owner, { role: 'viewer' });
    const db = metadataOf(test, server);
    await db
      .updateTable('invitation')
      .set({ expires_at: Date.now() - 1 })
      .where('id', '=', old.id)
      .execute();
    assert.equal(await accept(bob, old.token), 404);
    assert.equal(
      (await new Browser(server).post('/v1/invitations/preview', { token: old.token })).status,
      404,
    );
    assert.equal(await accept(bob, 'made-up'), 404);
    const waiting = (await owner.get(`/v1/accounts/${account}/invitations`)).json.data as { id: string }[];
    assert.deepEqual(
      waiting.map(({ id }) => id),
      [second.id],
    );
  });

  it('who use the same link at the same moment: only one joins', async () => {
    const server = shared();
    const owner = await new Browser(server).signUp('owner-3@example.com');
    const { token } = await invite(owner, { role: 'viewer' });
    const two = [
      await new Browser(server).signUp('ann-3@example.com'),
      await new Browser(server).signUp('bob-3@example.com'),
    ];
    const answers = await Promise.all(two.map((one) => one.post('/v1/invitations/accept', { token })));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404]);
  });

  it('change roles with effect on the next request; only owners manage owners', async () => {
    const server = shared();
    const owner = await new Browser(server).signUp('owner-4@example.com');
    const account = await owner.account();
    const admin = await joined(server, owner, 'admin-4@example.com', 'admin');
    const viewer = await joined(server, owner, 'viewer-4@example.com', 'viewer');
    const change = async (by: Browser, email: string, role: MemberRole) => {
      const id = await memberId(by, account, email);
      return (await by.send('PATCH', `/v1/accounts/${account}/members/${id}`, { role })).status;
    };
    const create = () => viewer.post(`/v1/accounts/${account}/applications`, { name: 'Shop' });
    assert.equal((await create()).status, 403);
    assert.equal(await change(admin, 'viewer-4@example.com', 'member'), 200);
    assert.equal((await create()).status, 200);
    assert.equal(await change(admin, 'viewer-4@example.com', 'viewer'), 200);
    assert.equal((await create()).status, 403);

    assert.equal(await change(admin, 'admin-4@example.com', 'owner'), 403);
    assert.equal(await change(admin, 'owner-4@example.com', 'viewer'), 403);
    const invitation = await admin.post(`/v1/accounts/${account}/invitations`, { role: 'owner' });
    assert.equal(invitation.status, 403);
    const path = `/v1/accounts/${account}/members/${await memberId(admin, account, 'owner-4@example.com')}`;
    assert.equal((await admin.send('DELETE', path)).status, 403);
    assert.equal(await change(owner, 'admin-4@example.com', 'owner'), 200);
    assert.equal(
      (await owner.send('PATCH', `/v1/accounts/${account}/members/none`, { role: 'admin' })).status,
      404,
    );
  });

  it('can be removed and can leave, but an account always keeps an owner', async () => {
    const server = shared();
    const owner = await new Browser(server).signUp('owner-5@example.com');
    const account = await owner.account();
    const second = await joined(server, owner, 'second-5@example.com', 'owner');
    const viewer = await joined(server, owner, 'viewer-5@example.com', 'viewer');
    const remove = async (by: Browser, email: string) => {
      const id = await memberId(by, account, email);
      return (await by.send('DELETE', `/v1/accounts/${account}/members/${id}`)).status;
    };
    assert.equal(await remove(owner, 'viewer-5@example.com'), 200);
    assert.equal((await viewer.get(`/v1/accounts/${account}`)).status, 404);
    assert.equal((await viewer.get('/v1/me')).status, 200);

    // Two owners leave at once: one of them stays.
    const leave = (by: Browser) => by.post(`/v1/accounts/${account}/leave`);
    const left = await Promise.all([leave(owner), leave(second)]);
    assert.deepEqual(left.map(({ status }) => status).sort(), [200, 409]);
    const last = left[0]?.status === 409 ? owner : second;
    const email = last === owner ? 'owner-5@example.com' : 'second-5@example.com';
    const id = await memberId(last, account, email);
    const path = `/v1/accounts/${account}/members/${id}`;
    assert.equal((await last.send('PATCH', path, { role: 'admin' })).status, 409);
    assert.equal((await last.send('DELETE', path)).status, 409);
    assert.equal((await leave(last)).status, 409);
  });

  it('who are removed, leave or lose the permission to invite cannot return by their own invitations', async () => {
    const server = shared();
    const owner = await new Browser(server).signUp('owner-7@example.com');
    const account = await owner.account();
    const path = (email: string) =>
      memberId(owner, account, email).then((id) => `/v1/accounts/${account}/members/${id}`);
    const admins = await Promise.all(
      ['removed', 'demoted', 'leaving', 'staying'].map(async (name) => {
        const email = `${name}-7@example.com`;
        const browser = await joined(server, owner, email, 'admin');
        return { email, browser, ...(await invite(browser, { role: 'admin' })) };
      }),
    );
    const [removed, demoted, leaving] = admins;
    assert.ok(removed && demoted && leaving);
    assert.equal((await owner.send('DELETE', await path(removed.email))).status, 200);
    assert.equal((await owner.send('PATCH', await path(demoted.email), { role: 'viewer' })).status, 200);
    assert.equal((await leaving.browser.post(`/v1/accounts/${account}/leave`)).status, 200);
    const previews = await Promise.all(
      admins.map(({ token }) => new Browser(server).post('/v1/invitations/preview', { token })),
    );
    assert.deepEqual(
      previews.map(({ status }) => status),
      [404, 404, 404, 200],
    );
  });

  it('rename their account', async () => {
    const server = shared();
    const owner = await new Browser(server).signUp('owner-6@example.com');
    const path = `/v1/accounts/${await owner.account()}`;
    assert.equal((await owner.send('PATCH', path, { name: ' ' })).status, 422);
    assert.equal((await owner.send('PATCH', path, { name: 'New name' })).json.name, 'New name');
    assert.equal((await owner.get(path)).json.name, 'New name');
  });
});
