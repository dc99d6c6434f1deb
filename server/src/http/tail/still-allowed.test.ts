import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import Fastify, { type FastifyRequest } from 'fastify';
import { pino } from 'pino';
import { testMetadata } from '../../../test/support/metadata.ts';
import { Access } from '../../accounts/access.ts';
import { createApplication } from '../../accounts/applications/create-application.ts';
import { createToken } from '../../accounts/keys/create-token.ts';
import { revokeToken } from '../../accounts/keys/revoke-token.ts';
import { removeMember } from '../../accounts/members/change-role.ts';
import { endLogin, listLogins } from '../../accounts/people/logins.ts';
import { hashPassword } from '../../accounts/people/passwords.ts';
import { signUp } from '../../accounts/people/sign-up.ts';
import { Jobs } from '../../monitoring/jobs.ts';
import { askerOf, type Guards } from '../asker.ts';
import { createMail } from '../people/mail.ts';
import { PeopleContext } from '../people/people-context.ts';
import { stillAllowed } from './still-allowed.ts';

const PASSWORD = 'correct horse battery';
const URL = 'http://127.0.0.1:4780';

/** A server's access list, and another process that changes the metadata. */
async function serverAndAnother(t: TestContext) {
  const metadata = await testMetadata(t);
  const { db } = metadata;
  const log = pino({ level: 'silent' });
  const config = { signup: 'open', trustProxy: 0, oidc: null, publicUrl: URL } as const;
  const people = new PeopleContext({
    db,
    secret: 'x'.repeat(32),
    config,
    mail: createMail(null, log, new Jobs(log)),
    log,
    listensAt: () => URL,
  });
  const guards: Guards = { access: await Access.load(metadata), people };
  /** Authorises these headers, and returns the check for later. */
  const letIn = async (headers: Record<string, string>) => {
    await guards.access.refresh();
    const request = await requestWith(headers);
    return stillAllowed(guards, request, await askerOf(guards, request, 'read'));
  };
  return { db, people, letIn, other: metadata.connect().db };
}

async function requestWith(headers: Record<string, string>): Promise<FastifyRequest> {
  const came = Promise.withResolvers<FastifyRequest>();
  const app = Fastify();
  app.get('/', async (request) => {
    came.resolve(request);
    return '';
  });
  await app.inject({ url: '/', headers });
  return came.promise;
}

/** The metadata is checked once per turn of the event loop. */
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test('without changes nothing is looked up, and a token revoked by another process ends at once', async (t) => {
  const { db, letIn, other } = await serverAndAnother(t);
  const { id: appId } = await createApplication(db, { name: 'One' });
  const { id, token } = await createToken(db, { appId, name: 'x', scopes: ['read'] });
  const mayRead = await letIn({ authorization: `Bearer ${token}` });
  assert.equal(await mayRead(), true);
  // Not a promise: nothing was looked up.
  assert.equal(mayRead(), true);
  await createApplication(other, { name: 'Two' });
  await nextTurn();
  assert.equal(await mayRead(), true);
  assert.equal(mayRead(), true);
  await revokeToken(other, id);
  await nextTurn();
  assert.equal(await mayRead(), false);
});

test('a token may read until it expires', async (t) => {
  const { db, letIn } = await serverAndAnother(t);
  const { id: appId } = await createApplication(db, { name: 'One' });
  const expiresAt = Date.now() + 60_000;
  const { token } = await createToken(db, { appId, name: 'x', scopes: ['read'], expiresAt });
  const mayRead = await letIn({ authorization: `Bearer ${token}` });
  assert.equal(await mayRead(), true);
  t.mock.timers.enable({ apis: ['Date'], now: expiresAt - 1 });
  assert.equal(mayRead(), true);
  t.mock.timers.setTime(expiresAt);
  assert.equal(await mayRead(), false);
});

for (const what of ['removed from the account', 'signed out'] as const) {
  test(`a person who is ${what} by another process may not read any more, at once`, async (t) => {
    const { db, people, letIn, other } = await serverAndAnother(t);
    const email = 'ann@example.com';
    const passwordHash = await hashPassword(PASSWORD);
    const signedUp = await signUp(db, { policy: 'open', email, passwordHash });
    assert.ok(signedUp);
    const { personId, accountId } = signedUp;
    await createApplication(db, { name: 'One', accountId });
    const signedIn = await people.auth.api.signInEmail({
      body: { email, password: PASSWORD },
      asResponse: true,
    });
    const cookie = signedIn.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    const mayRead = await letIn({ cookie });
    assert.equal(await mayRead(), true);
    assert.equal(mayRead(), true);
    if (what === 'signed out') {
      const [login] = await listLogins(other, personId);
      await endLogin(other, { personId, id: login?.id ?? '' });
    } else {
      const owners = { account_id: accountId, role: 'owner' as const, created_at: 1 };
      const second = await signUp(other, { policy: 'open', email: 'bob@example.com', passwordHash });
      await other
        .insertInto('member')
        .values({ ...owners, id: 'mem_2', person_id: second?.personId ?? '' })
        .execute();
      const member = await other
        .selectFrom('member')
        .select('id')
        .where('person_id', '=', personId)
        .executeTakeFirstOrThrow();
      await removeMember(other, { accountId, memberId: member.id, by: 'owner' });
    }
    await nextTurn();
    assert.equal(await mayRead(), false);
  });
}
