import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Browser } from '../support/browser.ts';
import { sharedConsoleServer } from '../support/console-server.ts';
import { eventually } from '../support/eventually.ts';
import { bytesOf, type Keys, payloadOf } from '../support/payloads.ts';

type Key = { id: string; name: string; hint: string; revokedAt: string | null; expiresAt: string | null };
type Token = { id: string; scopes: string[]; revokedAt: string | null };

describe('an application', () => {
  const shared = sharedConsoleServer();

  const post = async (keys: Keys) =>
    (await shared().post(bytesOf(payloadOf('openai', 'chat', {}, keys)))).status;
  const list = async <T>(browser: Browser, path: string) => (await browser.get(path)).json.data as T[];

  it('is created with keys that work at once, and is renamed, archived and restored', async () => {
    const ann = await new Browser(shared()).signUp('ann@example.com');
    const created = await ann.createApplication('Shop');
    assert.match(created.appKey, /^pk_/);
    assert.match(created.apiKey, /^sk_/);
    assert.equal(created.ingestUrl, `${shared().url}/track`);
    assert.equal(await post(created), 200);
    const path = `/v1/applications/${created.id}`;
    assert.equal((await ann.get(path)).json.apiKey, undefined);
    assert.equal((await ann.send('PATCH', path, { name: 'Store' })).json.name, 'Store');
    const [listed] = await list<{ name: string }>(ann, `/v1/accounts/${await ann.account()}/applications`);
    assert.equal(listed?.name, 'Store');

    assert.equal((await ann.post(`${path}/archive`)).status, 200);
    assert.equal(await post(created), 401);
    assert.notEqual((await ann.get(path)).json.archivedAt, null);
    assert.equal((await ann.get(`/v1/ledger?app=${created.id}`)).status, 200);
    assert.equal((await ann.post(`${path}/restore`)).status, 200);
    assert.equal(await post(created), 200);
  });

  it('is deleted after its name was typed, and disappears for everybody at once', async () => {
    const bob = await new Browser(shared()).signUp('bob@example.com');
    const created = await bob.createApplication('Shop');
    const token = await bob.post(`/v1/applications/${created.id}/tokens`, { name: 'Reports' });
    const path = `/v1/applications/${created.id}`;
    assert.equal((await bob.post(`${path}/delete`, { name: 'shop' })).status, 409);
    assert.equal(await post(created), 200);
    assert.equal((await bob.post(`${path}/delete`, { name: 'Shop' })).status, 200);
    assert.equal(await post(created), 401);
    assert.equal((await bob.get(path)).status, 404);
    assert.equal((await bob.get(`/v1/ledger?app=${created.id}`)).status, 403);
    assert.equal((await shared().get('/v1/ledger', String(token.json.token))).status, 401);
    const audit = await bob.get(`/v1/accounts/${await bob.account()}/audit?action=application.delete`);
    assert.match(audit.text, /"details":\{"name":"Shop"\}/);
  });

  it('has several named keys, each of which can be revoked at once', async () => {
    const cid = await new Browser(shared()).signUp('cid@example.com');
    const app = await cid.createApplication();
    const path = `/v1/applications/${app.id}/keys`;
    const second = (await cid.post(path, { name: 'Worker' })).json as { keyId: string; apiKey: string };
    const both = { appKey: app.appKey, apiKey: second.apiKey };
    assert.deepEqual([await post(app), await post(both)], [200, 200]);
    assert.equal((await cid.send('DELETE', `${path}/${app.keyId}`)).status, 200);
    assert.deepEqual([await post(app), await post(both)], [401, 200]);
    assert.equal((await cid.send('DELETE', `${path}/${app.keyId}`)).status, 404);
    const keys = await list<Key>(cid, path);
    assert.deepEqual(
      keys.map(({ name, hint, revokedAt }) => [name, hint, revokedAt === null]),
      [
        ['Default key', app.apiKey.slice(-4), false],
        ['Worker', second.apiKey.slice(-4), true],
      ],
    );
    // Nobody can revoke or rotate keys through an application of their own.
    const eve = await new Browser(shared()).signUp('eve@example.com');
    const other = await eve.createApplication();
    const wrong = `/v1/applications/${other.id}/keys/${second.keyId}`;
    assert.equal((await eve.send('DELETE', wrong)).status, 404);
    assert.equal((await eve.post(`${wrong}/rotate`, {})).status, 404);
    assert.equal(await post(both), 200);
  });

  it('accepts every payload while its key is rotated', async () => {
    const dan = await new Browser(shared()).signUp('dan@example.com');
    const app = await dan.createApplication();
    const path = `/v1/applications/${app.id}/keys`;
    const statuses: number[] = [];
    let keys: Keys = app;
    let rotating = true;
    const sending = Promise.all(
      [0, 1, 2, 3].map(async () => {
        // Clients switch to the new key late.
        while (rotating) statuses.push(await post(keys));
      }),
    );
    let keyId = app.keyId;
    for (let i = 0; i < 5; i++) {
      const sent = statuses.length;
      const rotated = await dan.post(`${path}/${keyId}/rotate`, { overlapMinutes: 1 });
      assert.equal(rotated.status, 200, rotated.text);
      await eventually('payloads with the old key', () => statuses.length > sent + 10);
      keys = { appKey: app.appKey, apiKey: String(rotated.json.apiKey) };
      keyId = String(rotated.json.keyId);
      await eventually('payloads with the new key', () => statuses.length > sent + 30);
    }
    rotating = false;
    await sending;
    assert.ok(statuses.length > 150);
    assert.deepEqual([...new Set(statuses)], [200]);
    // Without an overlap the old key stops working at once, and the new one works.
    const last = await dan.post(`${path}/${keyId}/rotate`, { overlapMinutes: 0 });
    const renewed = { appKey: app.appKey, apiKey: String(last.json.apiKey) };
    assert.deepEqual([await post(keys), await post(renewed)], [401, 200]);
    assert.equal((await dan.post(`${path}/${keyId}/rotate`, {})).status, 404);
  });

  it('has read tokens with scopes and an expiry, which are revoked at once', async () => {
    const fay = await new Browser(shared()).signUp('fay@example.com');
    const app = await fay.createApplication();
    const path = `/v1/applications/${app.id}/tokens`;
    const create = async (body: object) => (await fay.post(path, body)).json as { id: string; token: string };
    const read = await create({ name: 'Reports' });
    assert.match(read.token, /^rt_/);
    const ledger = async (token: string) => (await shared().get('/v1/ledger', token)).status;
    assert.equal(await ledger(read.token), 200);
    const replay = (token: string) =>
      fetch(`${shared().url}/v1/rejections/00000000-0000-7000-8000-000000000000/replay`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}` },
      });
    assert.equal((await replay(read.token)).status, 403);
    const ended = await create({ name: 'Old', scopes: ['read', 'replay'], expiresAt: Date.now() - 1000 });
    assert.equal(await ledger(ended.token), 401);
    assert.equal((await fay.post(path, { name: 'x', scopes: [] })).status, 422);
    assert.equal((await fay.send('DELETE', `${path}/${read.id}`)).status, 200);
    assert.equal(await ledger(read.token), 401);
    assert.equal((await fay.send('DELETE', `${path}/${read.id}`)).status, 404);
    const tokens = await list<Token>(fay, path);
    assert.deepEqual(
      tokens.map(({ scopes, revokedAt }) => [scopes, revokedAt === null]),
      [
        [['read'], false],
        [['read', 'replay'], true],
      ],
    );
  });

  it('has settings that apply to the next payload', async () => {
    const gus = await new Browser(shared()).signUp('gus@example.com');
    const app = await gus.createApplication();
    const path = `/v1/applications/${app.id}/settings`;
    assert.deepEqual((await gus.get(path)).json, {
      name: 'Shop',
      timeZone: 'UTC',
      rateLimit: null,
      sessionTimeout: 10,
      retentionDays: null,
      bodyRetentionDays: null,
      storeBodies: true,
      keepVectors: false,
    });
    const changed = await gus.send('PATCH', path, { rateLimit: 1, timeZone: 'europe/berlin' });
    assert.deepEqual([changed.json.rateLimit, changed.json.timeZone], [1, 'Europe/Berlin']);
    const statuses = [await post(app), await post(app), await post(app)];
    assert.ok(statuses.includes(429), String(statuses));
    await gus.send('PATCH', path, { rateLimit: null });
    assert.deepEqual([await post(app), await post(app), await post(app)], [200, 200, 200]);
    for (const wrong of [{}, { rateLimit: -1 }, { timeZone: 'Mars' }, { retentionDays: 0 }, { color: 'red' }])
      assert.equal((await gus.send('PATCH', path, wrong)).status, 422, JSON.stringify(wrong));
    await gus.send('PATCH', path, { retentionDays: 10 });
    assert.equal((await gus.send('PATCH', path, { bodyRetentionDays: 20 })).status, 422);
  });

  it('has its own prices', async () => {
    const hal = await new Browser(shared()).signUp('hal@example.com');
    const app = await hal.createApplication();
    const path = `/v1/applications/${app.id}/prices`;
    const price = { model: 'gpt-4o*', input: 1, output: 2 };
    const set = await hal.send('PUT', path, price);
    assert.equal(set.status, 200, set.text);
    await hal.send('PUT', path, { ...price, input: 3 });
    const prices = await list<{ id: string; input: number }>(hal, path);
    assert.deepEqual(
      prices.map(({ input }) => input),
      [3],
    );
    for (const wrong of [{ ...price, input: -1 }, { ...price, model: 'a*b' }, { model: 'x' }])
      assert.equal((await hal.send('PUT', path, wrong)).status, 422);
    const ivy = await new Browser(shared()).signUp('ivy@example.com');
    const other = await ivy.createApplication();
    const wrong = `/v1/applications/${other.id}/prices/${prices[0]?.id}`;
    assert.equal((await ivy.send('DELETE', wrong)).status, 404);
    assert.equal((await hal.send('DELETE', `${path}/${prices[0]?.id}`)).status, 200);
    assert.deepEqual(await list(hal, path), []);
  });

  it('is readable with a session or a token, and only by its account', async () => {
    const jim = await new Browser(shared()).signUp('jim@example.com');
    assert.deepEqual((await jim.get('/v1/ledger')).json, { data: [] });
    const one = await jim.createApplication('One');
    const two = await jim.createApplication('Two');
    const answer = await shared().post(bytesOf(payloadOf('openai', 'chat', {}, one)));
    await post(two);
    const ledger = await list<{ appId: string }>(jim, '/v1/ledger');
    assert.deepEqual(ledger.map(({ appId }) => appId).sort(), [one.id, two.id].sort());
    const narrowed = await list<{ appId: string }>(jim, `/v1/ledger?app=${two.id}`);
    assert.deepEqual(
      narrowed.map(({ appId }) => appId),
      [two.id],
    );
    const interaction = `/v1/interactions/${answer.json.id}`;
    assert.equal((await jim.get(interaction)).json.appId, one.id);
    const kim = await new Browser(shared()).signUp('kim@example.com');
    // The store is down and cannot report that there is none.
    assert.ok([404, 503].includes((await kim.get(interaction)).status));
  });
});
