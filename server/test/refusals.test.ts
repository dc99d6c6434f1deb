/** Requests with wrong keys: what is recorded about them, and who sees it. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { RefusalList, type RefusedRequest } from '@parley/contract';
import { newSecret } from '../src/accounts/secrets.ts';
import { Browser, type CreatedApplication } from './support/browser.ts';
import { metadataOf } from './support/metadata-of.ts';
import { bytesOf, type Keys, payloadOf } from './support/payloads.ts';
import { NO_STORE, request, startServer, type TestServer } from './support/server-process.ts';
import { tempFolder } from './support/temp-folder.ts';

/** An address that none of the signed-in people use. */
const OTHER_ADDRESS = '203.0.113.9';

describe('refused requests', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer({
      data: await tempFolder(),
      clickhouseUrl: NO_STORE,
      env: { PARLEY_TRUST_PROXY: '1', PARLEY_GRACE: '0' },
    });
  });
  after(() => server.stop());

  const from = (address: string) => ({ 'X-Forwarded-For': address, 'User-Agent': 'Test client' });
  const send = (keys: Partial<Keys>, address = OTHER_ADDRESS) => {
    const { reconify, ...payload } = payloadOf();
    const { appKey: _, apiKey: __, ...header } = Object(reconify);
    return server.post(bytesOf({ reconify: { ...header, ...keys }, ...payload }), from(address));
  };
  const refusals = async (who: Browser, app: CreatedApplication): Promise<RefusedRequest[]> => {
    const answer = await who.get(`/v1/refusals?app=${app.id}`);
    assert.equal(answer.status, 200, answer.text);
    return RefusalList.parse(answer.json).data;
  };
  const reasons = async (who: Browser, app: CreatedApplication) =>
    (await refusals(who, app)).map(({ reason }) => reason);
  let people = 0;
  const somebody = async () => {
    people += 1;
    const who = await new Browser(server).signUp(`person${people}@example.com`);
    return { who, app: await who.createApplication() };
  };

  it('show a key that does not belong to the application, by its last characters only', async () => {
    const { who, app } = await somebody();
    const apiKey = newSecret('sk');
    assert.equal((await send({ appKey: app.appKey, apiKey })).status, 401);
    const [refused, ...more] = await refusals(who, app);
    assert.deepEqual(more, []);
    assert.deepEqual(
      { ...refused, at: '', message: '' },
      {
        appId: app.id,
        at: '',
        count: 1,
        reason: 'unknown',
        message: '',
        keyEnding: apiKey.slice(-4),
        path: '/track',
        address: OTHER_ADDRESS,
        userAgent: 'Test client',
      },
    );
    assert.match(refused?.message ?? '', new RegExp(`not one of this application .*${apiKey.slice(-4)}`));
    for (const shown of [who.seen.at(-1)?.text ?? '', server.output()]) assert.ok(!shown.includes(apiKey));
    await send({ appKey: app.appKey, apiKey });
    assert.equal((await refusals(who, app))[0]?.count, 2);
  });

  it('distinguish revoked keys, expired keys and archived applications', async (test) => {
    const { who, app } = await somebody();
    const { apiKey: other, keyId: otherId } = (
      await who.post(`/v1/applications/${app.id}/keys`, { name: 'Another' })
    ).json as { apiKey: string; keyId: string };
    await who.send('DELETE', `/v1/applications/${app.id}/keys/${otherId}`);
    assert.equal((await send({ appKey: app.appKey, apiKey: other })).status, 401);
    assert.deepEqual(await reasons(who, app), ['revoked']);

    await who.post(`/v1/applications/${app.id}/keys/${app.keyId}/rotate`, { overlapMinutes: 0 });
    assert.equal((await send({ appKey: app.appKey, apiKey: app.apiKey })).status, 401);
    const [latest] = await reasons(who, app);
    assert.ok(latest === 'expired' || latest === 'revoked', latest);
    await metadataOf(test, server)
      .updateTable('api_key')
      .set({ revoked_at: null, expires_at: 1 })
      .where('id', '=', app.keyId)
      .execute();
    assert.deepEqual(await reasons(who, app), ['expired', 'revoked']);

    const { apiKey } = (await who.post(`/v1/applications/${app.id}/keys`, { name: 'Third' })).json as {
      apiKey: string;
    };
    assert.equal((await who.post(`/v1/applications/${app.id}/archive`)).status, 200);
    assert.equal((await send({ appKey: app.appKey, apiKey })).status, 401);
    assert.equal((await reasons(who, app))[0], 'archived');
  });

  it('distinguish missing and swapped keys, placeholders and keys of a provider', async () => {
    const { who, app } = await somebody();
    const other = await who.createApplication('Other');
    await send({ appKey: app.appKey });
    await send({ apiKey: app.apiKey });
    await send({ appKey: app.apiKey, apiKey: app.appKey });
    await send({ appKey: other.appKey, apiKey: app.apiKey });
    await send({ appKey: app.appKey, apiKey: 'YOUR_API_KEY' });
    await send({ appKey: app.appKey, apiKey: 'sk-proj-of-a-provider' });
    const shown = await refusals(who, app);
    assert.deepEqual(
      shown.map(({ reason }) => reason),
      ['unknown', 'unknown', 'wrong_app_key', 'swapped', 'missing', 'missing'],
    );
    assert.match(shown[0]?.message ?? '', /your model provider/);
    assert.match(shown[1]?.message ?? '', /placeholder/);
    assert.match(shown[4]?.message ?? '', /without an application key/);
    assert.match(shown[5]?.message ?? '', /without an API key/);
    // The other application's key was used as well, so it is listed there, too.
    assert.deepEqual(await reasons(who, other), ['unknown']);
  });

  it('are recorded for OpenTelemetry, too', async () => {
    const { who, app } = await somebody();
    const headers = {
      'Content-Type': 'application/json',
      'x-parley-app-key': app.appKey,
      ...from(OTHER_ADDRESS),
    };
    const answer = await request(`${server.url}/v1/traces`, { method: 'POST', headers, body: '{}' });
    assert.equal(answer.status, 401);
    const [refused] = await refusals(who, app);
    assert.deepEqual([refused?.reason, refused?.path], ['missing', '/v1/traces']);
    assert.match(refused?.message ?? '', /x-parley-api-key/);
  });

  it('that cannot be parsed are shown if they name the application', async () => {
    const { who, app } = await somebody();
    const { reconify } = payloadOf('openai', 'chat', {}, app);
    const head = JSON.stringify(reconify);
    for (const body of [`{"reconify":${head},"request":{"mod`, `{"reconify":${head},"request":{"model":}}`]) {
      assert.equal((await server.post(body, from(OTHER_ADDRESS))).status, 400);
      const [refused] = await refusals(who, app);
      assert.deepEqual([refused?.reason, refused?.appId, refused?.keyEnding], ['unreadable', app.id, null]);
    }
    const headers = {
      'Content-Type': 'application/json',
      'x-parley-app-key': app.appKey,
      'x-parley-api-key': app.apiKey,
      ...from(OTHER_ADDRESS),
    };
    const answer = await request(`${server.url}/v1/traces`, { method: 'POST', headers, body: '{' });
    assert.equal(answer.status, 400);
    assert.equal((await refusals(who, app))[0]?.path, '/v1/traces');
  });

  it('from the address of a neighbour are not shown to that neighbour', async () => {
    const [owner, neighbour] = [await somebody(), await somebody()];
    const { address } = neighbour.who;
    const apiKey = newSecret('sk');
    for (const keys of [
      { appKey: owner.app.appKey, apiKey },
      { appKey: newSecret('pk'), apiKey },
      { appKey: newSecret('pk'), apiKey: owner.app.apiKey },
      { apiKey },
      {},
    ])
      assert.equal((await send(keys, address)).status, 401);
    assert.equal((await server.post('not JSON', from(address))).status, 400);
    assert.equal((await server.post('{"reconify":{"appKey":"pk_1"},', from(address))).status, 400);
    assert.deepEqual(await refusals(neighbour.who, neighbour.app), []);
    const all = await neighbour.who.get('/v1/refusals');
    assert.deepEqual([all.status, all.json], [200, { data: [] }]);
    // The owner of the keys sees them, whatever the address.
    assert.deepEqual(await reasons(owner.who, owner.app), ['wrong_app_key', 'unknown']);
  });

  it("with a tenant's key are shown neither to another tenant nor under another application", async () => {
    const [owner, stranger] = [await somebody(), await somebody()];
    await send({ appKey: owner.app.appKey, apiKey: newSecret('sk') });
    await send({ appKey: newSecret('pk'), apiKey: owner.app.apiKey });
    assert.deepEqual(await reasons(owner.who, owner.app), ['wrong_app_key', 'unknown']);
    assert.deepEqual(await reasons(stranger.who, stranger.app), []);
    assert.deepEqual(await reasons(owner.who, await owner.who.createApplication('Second')), []);
    assert.equal((await stranger.who.get(`/v1/refusals?app=${owner.app.id}`)).status, 403);
    assert.equal((await new Browser(server).get(`/v1/refusals?app=${owner.app.id}`)).status, 401);
  });

  it('do not include accepted requests', async () => {
    const { who, app } = await somebody();
    assert.equal((await send({ appKey: app.appKey, apiKey: app.apiKey }, who.address)).status, 200);
    assert.deepEqual(await refusals(who, app), []);
  });
});
