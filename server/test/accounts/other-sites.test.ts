/** Other sites, forms and frames cannot act on behalf of a signed-in person. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Browser, PASSWORD } from '../support/browser.ts';
import { sharedConsoleServer } from '../support/console-server.ts';
import { READ_TOKEN } from '../support/server-process.ts';

describe('a request from another site', () => {
  const shared = sharedConsoleServer();

  it('changes nothing, whatever headers it sends', async () => {
    const server = shared();
    const ann = await new Browser(server).signUp('ann@example.com');
    const rename = async (headers: Record<string, string>) => {
      const path = `/v1/accounts/${await ann.account()}`;
      return (await ann.send('PATCH', path, { name: 'Changed' }, headers)).status;
    };
    const { host } = new URL(server.url);
    for (const headers of [
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { Origin: `https://${host}.evil.example` },
      { Origin: `http://evil.example/${host}` },
      { Origin: 'http://127.0.0.1:1' },
      { Origin: server.url, 'Sec-Fetch-Site': 'cross-site' },
      { Origin: server.url, 'Sec-Fetch-Site': 'same-site' },
      { Origin: '' },
    ]) {
      assert.equal(await rename(headers), 403, JSON.stringify(headers));
    }
    assert.equal(await rename({ 'Sec-Fetch-Site': 'same-origin' }), 200);
    assert.equal(await rename({}), 200);
  });

  it('is refused without any origin headers, too', async () => {
    const server = shared();
    const bob = await new Browser(server).signUp('bob@example.com');
    // As a program with a stolen cookie would send it.
    const answer = await fetch(`${server.url}/v1/auth/sign-out`, {
      method: 'POST',
      headers: { Cookie: bob.cookieHeader() },
    });
    assert.equal(answer.status, 403);
    assert.equal((await bob.get('/v1/me')).status, 200);
  });

  it('can neither sign somebody in nor post a form', async () => {
    const server = shared();
    await new Browser(server).signUp('cid@example.com');
    const body = { email: 'cid@example.com', password: PASSWORD };
    const foreign = await new Browser(server).post('/v1/auth/sign-in', body, {
      Origin: 'https://evil.example',
    });
    assert.deepEqual([foreign.status, foreign.headers.getSetCookie()], [403, []]);
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      const form = await new Browser(server).post('/v1/auth/sign-in', JSON.stringify(body), {
        'Content-Type': type,
      });
      assert.equal(form.status, 415, type);
    }
    const cid = await new Browser(server).signIn('cid@example.com');
    const plain = await cid.post('/v1/auth/password', '{}', { 'Content-Type': 'text/plain' });
    assert.equal(plain.status, 415);
  });

  it('cannot read with POST on behalf of a signed-in person', async () => {
    const server = shared();
    const dan = await new Browser(server).signUp('dan@example.com');
    const query = { measures: ['interactions'] };
    assert.equal((await dan.post('/v1/query', query, { Origin: 'https://evil.example' })).status, 403);
    // Clients with a token have no cookies that could be misused.
    const token = await fetch(`${server.url}/v1/ledger`, {
      headers: { Authorization: `Bearer ${READ_TOKEN}`, Origin: 'https://elsewhere.example' },
    });
    assert.equal(token.status, 200);
  });

  it('gets no response that it may frame, sniff or run', async () => {
    const server = shared();
    for (const path of ['/health', '/v1/me', '/nowhere', '/docs', '/v1/auth/options']) {
      const { headers } = await new Browser(server).get(path);
      const policy = headers.get('content-security-policy') ?? '';
      assert.match(policy, /default-src '(self|none)'/, path);
      assert.doesNotMatch(policy, /unsafe|\*/, path);
      assert.match(policy, /frame-ancestors 'none'/, path);
      assert.equal(headers.get('x-content-type-options'), 'nosniff', path);
      assert.equal(headers.get('referrer-policy'), 'no-referrer', path);
      assert.equal(headers.get('x-frame-options'), 'DENY', path);
      assert.equal(headers.get('access-control-allow-origin'), null, path);
    }
    assert.equal((await server.post('{}')).headers.get('x-content-type-options'), 'nosniff');
  });
});
