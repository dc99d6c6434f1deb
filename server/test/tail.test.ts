/** The live tail: what is stored comes to whoever listens, over breaks of the connection and of the store. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Interaction, Ledger } from '@parley/contract';
import { createToken } from '../src/accounts/create-token.ts';
import { openMetadata } from '../src/accounts/database.ts';
import { revokeToken } from '../src/accounts/revoke-token.ts';
import { metadataPath } from '../src/data-folder.ts';
import { eventually } from './support/eventually.ts';
import { bytesOf, payloadOf } from './support/payloads.ts';
import { NO_STORE, startServer } from './support/server-process.ts';
import { storeProxy } from './support/store-proxy.ts';
import { openTail } from './support/tail.ts';
import { tempFolder } from './support/temp-folder.ts';

const STORE_MS = 60_000;

describe('the live tail', () => {
  it('sends what fits as it is stored, and after a break what was missed', async (test) => {
    const proxy = await storeProxy(test);
    const server = await startServer({ data: await tempFolder(test), clickhouseUrl: proxy.url });
    test.after(() => server.stop());
    const post = async (session: string) =>
      String((await server.post(bytesOf(payloadOf('openai', 'chat', { session })))).json.id);

    // The store is up before anybody listens; and what was there before does not come.
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
    await eventually('the wanted one came', () => some.records.has(wanted), STORE_MS);
    // The event is the record, as the store gives it.
    const { json } = await server.get(`/v1/interactions/${wanted}`);
    assert.deepEqual(all.records.get(wanted), Interaction.parse(json));

    // The connection breaks, and so does the store: both come back, and nothing is missing.
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
    // Nothing came twice on one connection.
    for (const tail of [all, some, again]) assert.equal(tail.events(), tail.records.size);
  });

  it('ends with its token, has a limit, and is ended first when the server stops', async (test) => {
    const data = await tempFolder(test);
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
    await eventually('there is a place again', async () => {
      const tail = await openTail(server);
      if (tail.status === 200) tails.push(tail);
      return tail.status === 200;
    });

    // One of them came with a token of its own, which is revoked.
    for (const tail of tails.splice(0, 2)) tail.close();
    const { db, close } = openMetadata(metadataPath(data));
    test.after(close);
    const { id: appId } = await db.selectFrom('application').select('id').executeTakeFirstOrThrow();
    const { id: tokenId, token } = await createToken(db, { appId, name: 'tail', scopes: ['read'] });
    const short = await openTail(server, '', { token });
    assert.equal(short.status, 200);
    const revoked = performance.now();
    await revokeToken(db, tokenId);
    assert.equal(await short.ended, true);
    assert.ok(performance.now() - revoked < 5000, 'it ended within five seconds');

    // A stop ends the others first, in an orderly way, long before the grace period is over.
    const stopping = performance.now();
    server.signal('SIGTERM');
    for (const tail of tails) assert.equal(await tail.ended, true);
    assert.ok(performance.now() - stopping < 10_000, 'they ended at once');
  });
});
