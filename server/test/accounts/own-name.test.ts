import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AuditList, Me } from '@parley/contract';
import { Browser } from '../support/browser.ts';
import { sharedConsoleServer } from '../support/console-server.ts';

describe("a person's own name", () => {
  const shared = sharedConsoleServer();

  it('changes for everybody who sees it, is trimmed, and is recorded in the audit log', async () => {
    const ann = await new Browser(shared()).signUp('ann@example.com', { name: 'Ann' });
    const changed = await ann.send('PATCH', '/v1/me', { name: '  Anna Özil ' });
    assert.equal(changed.status, 200, changed.text);
    assert.equal(Me.parse(changed.json).person.name, 'Anna Özil');
    assert.deepEqual((await ann.get('/v1/me')).json, changed.json);
    const account = `/v1/accounts/${await ann.account()}`;
    const [member] = (await ann.get(`${account}/members`)).json.data as { name: string }[];
    assert.equal(member?.name, 'Anna Özil');
    const { data } = AuditList.parse((await ann.get(`${account}/audit?action=person.rename`)).json);
    assert.deepEqual(
      data.map(({ actor, details }) => [actor, details]),
      [['ann@example.com', { name: 'Anna Özil' }]],
    );
  });

  it('has 1 to 100 characters, and no other field can be changed with it', async () => {
    const bob = await new Browser(shared()).signUp('bob@example.com', { name: 'Bob' });
    for (const body of [
      { name: '' },
      { name: '   ' },
      { name: 'b'.repeat(101) },
      { name: 1 },
      {},
      { name: 'Bob', email: 'ann@example.com' },
    ])
      assert.equal((await bob.send('PATCH', '/v1/me', body)).status, 422, JSON.stringify(body));
    assert.equal((await bob.send('PATCH', '/v1/me', { name: 'b'.repeat(100) })).status, 200);
  });

  it('cannot be changed by anybody else', async () => {
    assert.equal((await new Browser(shared()).send('PATCH', '/v1/me', { name: 'Eve' })).status, 401);
    const carl = await new Browser(shared()).signUp('carl@example.com');
    const elsewhere = await carl.send('PATCH', '/v1/me', { name: 'Eve' }, { Origin: 'https://evil.example' });
    assert.equal(elsewhere.status, 403);
  });
});
