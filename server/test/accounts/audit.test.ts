import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type AuditEntry, AuditList } from '@parley/contract';
import { Browser, PASSWORD } from '../support/browser.ts';
import { sharedConsoleServer } from '../support/console-server.ts';
import { eventually } from '../support/eventually.ts';
import { databaseOf } from '../support/metadata-address.ts';

const BIN = fileURLToPath(new URL('../../bin/parley.js', import.meta.url));

describe('the audit log', () => {
  const shared = sharedConsoleServer({
    PARLEY_INIT_EMAIL: 'first@example.com',
    PARLEY_INIT_PASSWORD: PASSWORD,
  });

  async function entries(by: Browser, query = ''): Promise<AuditEntry[]> {
    const answer = await by.get(`/v1/accounts/${await by.account()}/audit${query}`);
    return AuditList.parse(answer.json).data;
  }

  it('records who did what, to what, when and from where', async () => {
    const start = Date.now();
    const ann = await new Browser(shared()).signUp('ann@example.com');
    const app = await ann.createApplication('Shop');
    await ann.send('PATCH', `/v1/applications/${app.id}/settings`, { rateLimit: 5 });
    await ann.send('DELETE', `/v1/applications/${app.id}/keys/${app.keyId}`);
    // Refused requests are not recorded.
    await ann.send('DELETE', `/v1/applications/${app.id}/keys/${app.keyId}`);
    await ann.send('PATCH', `/v1/applications/${app.id}/settings`, { rateLimit: -5 });
    const log = await entries(ann);
    assert.deepEqual(
      log.map(({ action, appId, target, details }) => [action, appId, target, details]),
      [
        ['key.revoke', app.id, app.keyId, {}],
        ['application.settings', app.id, null, { rateLimit: 5 }],
        ['application.create', app.id, app.id, { name: 'Shop' }],
        ['person.sign-in', null, null, {}],
        ['person.sign-up', null, null, {}],
      ],
    );
    for (const { actor, address, userAgent, at, personId } of log) {
      assert.deepEqual([actor, address, userAgent], ['ann@example.com', ann.address, 'Test browser']);
      assert.ok(Date.parse(at) >= start && Date.parse(at) <= Date.now());
      assert.match(personId ?? '', /^per_/);
    }
  });

  it('records failed sign-ins of known people', async () => {
    const bob = await new Browser(shared()).signUp('bob@example.com');
    const thief = new Browser(shared(), '203.0.113.77');
    await thief.post('/v1/auth/sign-in', { email: 'bob@example.com', password: 'wrong password' });
    await eventually('the failure is recorded', async () => {
      const [failed] = await entries(bob, '?action=person.sign-in.failed');
      return failed?.address === thief.address && failed.actor === 'bob@example.com';
    });
  });

  it('records commands of the command line as such', async () => {
    const first = await new Browser(shared()).signIn('first@example.com');
    const run = promisify(execFile);
    const env = { ...process.env, PARLEY_DATA: shared().data, ...databaseOf(shared().data) };
    const parley = async (...args: string[]) =>
      JSON.parse((await run(process.execPath, [BIN, ...args, '--json'], { env })).stdout);
    const app = await parley('app', 'create', '--name', 'Commanded');
    const key = await parley('key', 'rotate', '--app', app.id);
    await parley('key', 'revoke', '--key', app.keyId);
    await parley('app', 'delete', '--app', app.id, '--confirm', 'Commanded');
    const log = await entries(first, `?appId=${app.id}`);
    assert.deepEqual(
      log.map(({ action, actor, personId, target, address }) => [action, actor, personId, target, address]),
      [
        ['application.delete', 'command line', null, null, null],
        ['key.revoke', 'command line', null, app.keyId, null],
        ['key.rotate', 'command line', null, key.keyId, null],
        ['application.create', 'command line', null, app.id, null],
      ],
    );
  });

  it('shows an account its own entries, paged and filtered', async () => {
    const cid = await new Browser(shared()).signUp('cid@example.com');
    const dan = await new Browser(shared()).signUp('dan@example.com');
    for (let i = 0; i < 5; i++) await cid.createApplication(`App ${i}`);
    await dan.createApplication('Other');
    const account = await cid.account();
    const names: unknown[] = [];
    let cursor: string | null = null;
    do {
      const path: string = `/v1/accounts/${account}/audit?action=application&limit=2${cursor ? `&cursor=${cursor}` : ''}`;
      const page = AuditList.parse((await cid.get(path)).json);
      names.push(...page.data.map(({ details }) => details.name));
      cursor = page.nextCursor;
    } while (cursor);
    assert.deepEqual(names, ['App 4', 'App 3', 'App 2', 'App 1', 'App 0']);
    const [newest, second] = await entries(cid);
    assert.deepEqual(await entries(cid, `?from=${newest?.at}&appId=${newest?.appId}`), [newest]);
    assert.ok((await entries(cid, `?to=${newest?.at}`)).every(({ id }) => id !== newest?.id));
    assert.equal((await entries(cid, `?person=${second?.personId}&action=application.create`)).length, 5);
    assert.deepEqual(await entries(cid, '?person=per_nobody'), []);
    assert.equal((await cid.get(`/v1/accounts/${account}/audit?cursor=nonsense`)).status, 422);
    assert.equal((await cid.get(`/v1/accounts/${account}/audit?limit=0`)).status, 422);
  });

  it('is exported as CSV without formulas', async () => {
    const eve = await new Browser(shared()).signUp('eve@example.com');
    await eve.send('PATCH', `/v1/accounts/${await eve.account()}`, { name: 'Quote " and, comma' });
    const body = { email: 'eve@example.com', password: PASSWORD };
    await eve.post('/v1/auth/sign-in', body, { 'User-Agent': '=HYPERLINK("https://evil.example")' });
    const csv = await eve.get(`/v1/accounts/${await eve.account()}/audit/export`);
    assert.match(csv.headers.get('content-type') ?? '', /^text\/csv/);
    assert.match(csv.headers.get('content-disposition') ?? '', /attachment/);
    const lines = csv.text.trimEnd().split('\r\n');
    assert.equal(lines[0], 'at,action,actor,personId,appId,target,details,address,userAgent');
    assert.equal(lines.length, 1 + (await entries(eve)).length);
    assert.ok(lines.some((line) => line.endsWith(`"'=HYPERLINK(""https://evil.example"")"`)));
    assert.ok(lines.some((line) => line.includes('"{""name"":""Quote \\"" and, comma""}"')));
  });
});
