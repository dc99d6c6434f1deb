/**
 * The live tail sends stored interactions to its readers, across breaks of the connection and of the store.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Ledger, ScoredInteraction } from '@parley/contract';
import { createToken } from '../src/accounts/keys/create-token.ts';
import { revokeToken } from '../src/accounts/keys/revoke-token.ts';
import { openMetadata } from '../src/metadata/database.ts';
import { Browser, PASSWORD } from './support/browser.ts';
import { eventually } from './support/eventually.ts';
import { metadataAddressOf } from './support/metadata-address.ts';
import { bytesOf, payloadOf } from './support/payloads.ts';
import { NO_STORE, startServer } from './support/server-process.ts';
import { storeProxy } from './support/store-proxy.ts';
import { openTail } from './support/tail.ts';
import { tempFolder } from './support/temp-folder.ts';

const STORE_MS = 60_000;

describe('the live tail', () => {
  it('sends matching interactions as they are stored, and after a break what was missed', async (test) => {
    const proxy = await storeProxy(test);
    const server = await startServer({ data: await tempFolder(), clickhouseUrl: proxy.url });
    test.after(() => server.stop());
    const post = async (session: string) =>
      String((await server.post(bytesOf(payloadOf('openai', 'chat', { session })))).json.id);

    // The store is up before the tail is opened, and older interactions are not sent.
    const before = await post('wanted');
    await eventually(
      'it is in the store',
      async () => Ledger.parse((await server.get('/v1/ledger')).json).data[0]?.waiting === 0,
      STORE_MS,
    );

    const all = await openTail(server);
    const some = await openTail(server, '?session=wanted&format=openai');
    assert.deepEqual(
      [all.status, all.headers.get('content-type')],
      [200, 'text/event-stream; charset=utf-8'],
    );
    const [wanted, other] = [await post('wanted'), await post('other')];
    await eventually('both came', () => all.records.has(wanted) && all.records.has(other), STORE_MS);
    await eventually('the matching interaction arrived', () => some.records.has(wanted), STORE_MS);
    // An event is the record as the store returns it.
    const { json } = await server.get(`/v1/interactions/${wanted}`);
    assert.deepEqual(all.records.get(wanted), ScoredInteraction.parse(json));

    // Connection and store break and come back, and nothing is missing.
    some.close();
    const missed = await post('wanted');
    await eventually('the other tail has it', () => all.records.has(missed), STORE_MS);
    proxy.close();
    const later = [await post('wanted'), await post('other')];
    const again = await openTail(server, '?session=wanted&format=openai', {
      lastEventId: some.lastEventId(),
    });
    proxy.open();
    const [laterWanted = '', laterOther = ''] = later;
    await eventually(
      'everything came',
      () => again.records.has(laterWanted) && all.records.has(laterWanted) && all.records.has(laterOther),
      STORE_MS,
    );
    assert.ok(again.records.has(missed));
    assert.equal(again.records.has(laterOther), false);
    assert.equal(some.records.size, 1);
    assert.equal(all.records.has(before), false);
    // No event was repeated on one connection.
    for (const tail of [all, some, again]) assert.equal(tail.events(), tail.records.size);
  });

  it('ends before the next event when its reader loses access', async (test) => {
    const proxy = await storeProxy(test);
    const data = await tempFolder();
    const env = { PARLEY_INIT_EMAIL: 'owner@example.com', PARLEY_INIT_PASSWORD: PASSWORD };
    const server = await startServer({ data, clickhouseUrl: proxy.url, env });
    test.after(() => server.stop());
    const post = async () => String((await server.post(bytesOf(payloadOf('openai', 'chat', {})))).json.id);

    const owner = await new Browser(server).signIn('owner@example.com');
    const [removed, left] = [
      await owner.invite('removed@example.com'),
      await owner.invite('left@example.com'),
    ];
    const { db, close } = openMetadata(metadataAddressOf(data));
    test.after(close);
    const { id: appId } = await db.selectFrom('application').select('id').executeTakeFirstOrThrow();
    const elsewhere = await createToken(db, { appId, name: 'revoked elsewhere', scopes: ['read'] });
    const here = (await owner.post(`/v1/applications/${appId}/tokens`, { name: 'revoked here' })).json;
    const tails = {
      'a token that another process revoked': await openTail(server, '', { token: elsewhere.token }),
      'a token that was revoked here': await openTail(server, '', { token: String(here.token) }),
      'a member who was removed': await openTail(server, '', { cookie: removed.cookieHeader() }),
      'somebody who signed out': await openTail(server, '', { cookie: left.cookieHeader() }),
    };
    const witness = await openTail(server);

    const before = await post();
    for (const [who, tail] of Object.entries({ witness, ...tails }))
      await eventually(`${who} got it`, () => tail.records.has(before), STORE_MS);
    await revokeToken(db, elsewhere.id);
    assert.equal((await owner.send('DELETE', `/v1/applications/${appId}/tokens/${here.id}`)).status, 200);
    await owner.removeMember('removed@example.com');
    assert.equal((await left.post('/v1/auth/sign-out')).status, 200);
    const after = await post();
    await eventually('another reader has received it', () => witness.records.has(after), STORE_MS);
    for (const [who, tail] of Object.entries(tails)) {
      assert.equal(await tail.ended, true, who);
      assert.deepEqual([...tail.records.keys()], [before], who);
    }
  });

  it('ends when its token is revoked, is limited in number, and ends first when the server stops', async (test) => {
    const data = await tempFolder();
    const env = { PARLEY_GRACE: '60' };
    const server = await startServer({ data, clickhouseUrl: NO_STORE, env });
    test.after(() => server.signal('SIGKILL'));

    const refused = await server.get('/v1/tail?lastEventId=nonsense');
    assert.deepEqual([refused.status, refused.json.code], [422, 'invalid_query']);
    assert.equal((await openTail(server, '', { lastEventId: 'nonsense' })).status, 422);
    assert.equal((await server.get('/v1/tail', 'some-other-token')).status, 401);

    const tails = await Promise.all(Array.from({ length: 20 }, () => openTail(server)));
    const oneTooMany = await server.get('/v1/tail');
    assert.deepEqual([oneTooMany.status, oneTooMany.json.code], [429, 'rate_limited']);
    tails[0]?.close();
    // The server notices a closed connection a moment later.
    const openAgain = async (options: Parameters<typeof openTail>[2] = {}) => {
      let tail = await openTail(server, '', options);
      await eventually('a slot is free again', async () => {
        if (tail.status !== 200) tail = await openTail(server, '', options);
        return tail.status === 200;
      });
      return tail;
    };
    tails.push(await openAgain());

    // One of them uses its own token, which is revoked.
    for (const tail of tails.splice(0, 2)) tail.close();
    const { db, close } = openMetadata(metadataAddressOf(data));
    test.after(close);
    const { id: appId } = await db.selectFrom('application').select('id').executeTakeFirstOrThrow();
    const { id: tokenId, token } = await createToken(db, { appId, name: 'tail', scopes: ['read'] });
    const short = await openAgain({ token });
    const revoked = performance.now();
    await revokeToken(db, tokenId);
    assert.equal(await short.ended, true);
    assert.ok(performance.now() - revoked < 5000, 'it ended within five seconds');

    // On a stop, the others are ended properly, long before the grace period is over.
    const stopping = performance.now();
    server.signal('SIGTERM');
    for (const tail of tails) assert.equal(await tail.ended, true);
    assert.ok(performance.now() - stopping < 10_000, 'they ended at once');
  });
});
