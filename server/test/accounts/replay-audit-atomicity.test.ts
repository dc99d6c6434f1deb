/**
 * A replay changes the journal, not the metadata: it is audited before it is made, and only made if it is
 * audited.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { Ledger } from '@parley/contract';
import { Store } from '../../src/store/store.ts';
import { Browser, PASSWORD } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { fullTable } from '../support/full-table.ts';
import { metadataOf } from '../support/metadata-of.ts';
import { payloadOf, TEST_KEYS } from '../support/payloads.ts';
import { startServer } from '../support/server-process.ts';
import { storeProxy } from '../support/store-proxy.ts';
import { tempFolder } from '../support/temp-folder.ts';

const STORE_MS = 60_000;

it('a replay that cannot be audited replays nothing, and a refused one is not in the audit log', async (test) => {
  const { url } = await storeProxy(test);
  const data = await tempFolder();
  const env = { PARLEY_INIT_EMAIL: 'owner@example.com', PARLEY_INIT_PASSWORD: PASSWORD };
  const server = await startServer({ data, clickhouseUrl: url, env });
  test.after(() => server.stop());
  await eventually('the store is ready', () => server.output().includes('the store is ready'), STORE_MS);
  const store = new Store({ kind: 'remote', url });
  test.after(() => store.close());
  const db = metadataOf(test, { data });
  const { id: appId } = await db.selectFrom('application').select('id').executeTakeFirstOrThrow();
  const rejected = (payload: object) => ({
    id: randomUUID(),
    appId,
    receivedAt: Date.now(),
    issues: '[]',
    payload: JSON.stringify(payload),
    replayedAs: '',
    version: 1,
  });
  const keys = { appKey: TEST_KEYS.appKey, apiKey: '' };
  const fits = rejected(payloadOf('openai', 'chat', {}, keys));
  const doesNot = rejected(payloadOf('openai', 'chat', { session: ['x'] }, keys));
  await store.insertRejections([fits, doesNot], 'earlier');

  const owner = await new Browser(server).signIn('owner@example.com');
  const replay = async ({ id }: { id: string }) => (await owner.post(`/v1/rejections/${id}/replay`)).status;
  const entries = async () =>
    (await db.selectFrom('audit').select('action').where('action', '=', 'rejection.replay').execute()).length;
  const received = async () =>
    Ledger.parse((await server.get('/v1/ledger')).json).data.reduce((sum, day) => sum + day.received, 0);

  const makeRoom = await fullTable(db, 'audit');
  assert.equal(await replay(fits), 500);
  await makeRoom();
  assert.equal(await replay(doesNot), 422);
  assert.deepEqual([await received(), await entries()], [0, 0]);
  assert.equal(await replay(fits), 200);
  assert.deepEqual([await received(), await entries()], [1, 1]);
});
