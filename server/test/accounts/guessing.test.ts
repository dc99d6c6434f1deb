import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Browser, PASSWORD } from '../support/browser.ts';
import { consoleServer, sharedConsoleServer } from '../support/console-server.ts';
import { eventually } from '../support/eventually.ts';
import { bytesOf, payloadOf } from '../support/payloads.ts';
import { READ_TOKEN } from '../support/server-process.ts';

/** Statuses of concurrent attempts, so that no limit refills while they run. */
async function tries(times: number, once: (i: number) => Promise<{ status: number }>): Promise<number[]> {
  const answers = await Promise.all(Array.from({ length: times }, (_, i) => once(i)));
  return answers.map(({ status }) => status);
}

async function sequence(times: number, once: () => Promise<{ status: number }>): Promise<number[]> {
  const statuses: number[] = [];
  for (let i = 0; i < times; i++) statuses.push((await once()).status);
  return statuses;
}

const count = (statuses: number[], wanted: number) => statuses.filter((status) => status === wanted).length;

describe('guessing', () => {
  const shared = sharedConsoleServer();

  it("one person's password from one address is stopped soon, and locks nobody else out", async () => {
    const server = shared();
    const email = 'ann@example.com';
    await new Browser(server).signUp(email);
    await new Browser(server).signUp('bob@example.com');
    const attacker = new Browser(server, '203.0.113.1');
    const statuses = await tries(12, () =>
      attacker.post('/v1/auth/sign-in', { email, password: 'wrong password' }),
    );
    assert.deepEqual([count(statuses, 401), count(statuses, 429)], [8, 4]);
    const refused = await attacker.post('/v1/auth/sign-in', { email, password: PASSWORD });
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.headers.get('retry-after')) >= 1);
    // The same person from another address, and another person from the same address.
    await new Browser(server, '203.0.113.2').signIn(email);
    await new Browser(server, '203.0.113.1').signIn('bob@example.com');
  });

  it('passwords of many people is stopped, too, also across a whole IPv6 network', async () => {
    const server = shared();
    await new Browser(server).signUp('cid@example.com');
    const statuses = await tries(40, (i) => {
      const address = `2001:db8:1:2::${i.toString(16)}`;
      const body = { email: `person-${i}@example.com`, password: 'wrong password' };
      return new Browser(server, address).post('/v1/auth/sign-in', body);
    });
    assert.ok(count(statuses, 401) >= 20 && count(statuses, 429) >= 1, String(statuses));
    await new Browser(server, '2001:db8:1:3::1').signIn('cid@example.com');
  });

  it('a password from many addresses does not lock the person out where they are signed in', async () => {
    const server = shared();
    const email = 'dan@example.com';
    const home = await new Browser(server, '192.0.2.7').signUp(email);
    const statuses = await tries(60, (i) => {
      const body = { email, password: 'wrong password' };
      return new Browser(server, `10.1.${i}.1`).post('/v1/auth/sign-in', body);
    });
    assert.ok(count(statuses, 429) >= 1, String(statuses));
    assert.equal((await home.get('/v1/me')).status, 200);
    await new Browser(server, '192.0.2.7').signIn(email);
  });

  it('does not count correct passwords', async () => {
    const server = shared();
    const email = 'eve@example.com';
    await new Browser(server).signUp(email);
    const browser = new Browser(server, '192.0.2.8');
    const statuses = await sequence(10, () =>
      browser.post('/v1/auth/sign-in', { email, password: PASSWORD }),
    );
    assert.equal(count(statuses, 200), 10);
  });

  it("the password in somebody's open session is stopped soon", async () => {
    const server = shared();
    const fay = await new Browser(server).signUp('fay@example.com');
    const body = { currentPassword: 'wrong password', newPassword: 'a new password' };
    const statuses = await tries(10, () => fay.post('/v1/auth/password', body));
    assert.deepEqual([count(statuses, 403), count(statuses, 429)], [8, 2]);
    assert.equal((await fay.get('/v1/me')).status, 200);
  });

  it('is limited for requests for links, too: by address, and silently per recipient of mail', async () => {
    const server = shared();
    const email = 'gus@example.com';
    await new Browser(server).signUp(email);
    const links = () => server.output().split(`"to":"${email}"`).length - 1;
    const statuses = await tries(6, (i) =>
      new Browser(server, `10.2.${i}.1`).post('/v1/auth/reset', { email }),
    );
    assert.equal(count(statuses, 200), 6);
    await eventually('three links are in the log', () => links() === 3);
    const one = new Browser(server, '203.0.113.3');
    const many = await tries(12, (i) => one.post('/v1/auth/reset', { email: `p-${i}@example.com` }));
    assert.deepEqual([count(many, 200), count(many, 429)], [10, 2]);
    assert.equal(links(), 3);
  });

  it('tokens is limited, while requests with valid ones are never delayed', async () => {
    const server = shared();
    const from = { 'X-Forwarded-For': '203.0.113.4' };
    const read = (token: string) =>
      fetch(`${server.url}/v1/ledger`, { headers: { ...from, Authorization: `Bearer ${token}` } });
    const statuses = await tries(70, (i) => read(`rt_guess${i}`));
    assert.ok(count(statuses, 401) >= 60 && count(statuses, 429) >= 1, String(statuses));
    assert.equal((await read(READ_TOKEN)).status, 200);
  });

  it('keys is limited by address, while valid keys from that address are accepted', async () => {
    const server = shared();
    const from = { 'X-Forwarded-For': '203.0.113.5' };
    const wrong = { ...server.keys, apiKey: 'sk_wrong' };
    const guess = bytesOf(payloadOf('openai', 'chat', {}, wrong));
    const statuses = await tries(70, () => server.post(guess, from));
    assert.ok(count(statuses, 401) >= 60 && count(statuses, 429) >= 1, String(statuses));
    assert.equal((await server.post(bytesOf(payloadOf()), from)).status, 200);
    assert.equal((await server.post(guess, { 'X-Forwarded-For': '203.0.113.6' })).status, 401);
  });

  it('cannot be hidden behind a header if no proxy is trusted', async (test) => {
    const server = await consoleServer(test, { PARLEY_TRUST_PROXY: '0' });
    await new Browser(server).signUp('ann@example.com');
    const statuses = await tries(12, (i) => {
      const body = { email: 'ann@example.com', password: 'wrong password' };
      return new Browser(server, `10.3.${i}.1`).post('/v1/auth/sign-in', body);
    });
    assert.ok(count(statuses, 429) >= 1);
  });
});
