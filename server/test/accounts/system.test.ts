import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { System } from '@parley/contract';
import { addToLedger, noCounts, UNKNOWN_APPLICATION } from '../../src/accounts/ledger.ts';
import { Browser, PASSWORD } from '../support/browser.ts';
import { sharedConsoleServer } from '../support/console-server.ts';
import { eventually } from '../support/eventually.ts';
import { ON_POSTGRES } from '../support/metadata-address.ts';
import { metadataOf } from '../support/metadata-of.ts';
import { bytesOf, payloadOf } from '../support/payloads.ts';
import { READ_TOKEN } from '../support/server-process.ts';

const OPERATOR = 'operator@example.com';

describe('the figures of the server', () => {
  const shared = sharedConsoleServer({ PARLEY_INIT_EMAIL: OPERATOR, PARLEY_INIT_PASSWORD: PASSWORD });
  const operator = () => new Browser(shared()).signIn(OPERATOR);
  const ask = async (who: Browser) => System.parse((await who.get('/v1/system')).json);

  it('are shown to an owner of the first account', async () => {
    const { version, node, store, metadata, memoryBytes, startedAt } = await ask(await operator());
    assert.match(version, /^\d+\.\d+\.\d+/);
    assert.ok(node.length > 0);
    assert.deepEqual(store, { kind: 'remote', layout: null, size: null }, 'a store that is away has no size');
    assert.equal(metadata, ON_POSTGRES ? 'postgres' : 'sqlite');
    assert.ok(memoryBytes > 1_000_000);
    assert.ok(Date.parse(startedAt) <= Date.now());
  });

  it('say what waits, since when, and how much comes in', async () => {
    const owner = await operator();
    const before = await ask(owner);
    const sent = await shared().post(bytesOf(payloadOf('openai', 'chat')));
    assert.equal(sent.status, 200, sent.text);
    const after = await ask(owner);
    assert.equal(after.journal.waiting, before.journal.waiting + 1);
    assert.ok(after.journal.bytes > before.journal.bytes);
    assert.ok(after.throughput.receivedPerSecond > 0);
    assert.equal(after.throughput.storedPerSecond, 0);
    await eventually('it waits for longer', async () => {
      return (await ask(owner)).journal.oldestSeconds > after.journal.oldestSeconds;
    });
  });

  it('say how many payloads the disk has damaged, and of how many nobody knows whose they were', async (test) => {
    const owner = await operator();
    const { damaged, unattributed } = (await ask(owner)).journal;
    assert.deepEqual([damaged, unattributed], [0, 0]);
    const counts = { ...noCounts(), received: 2, damaged: 2 };
    const day = { appId: UNKNOWN_APPLICATION, day: '2025-01-10', counts };
    await addToLedger(metadataOf(test, shared()), 'another-node', [day], { segment: 1, offset: 1 });
    const after = (await ask(owner)).journal;
    assert.deepEqual([after.damaged, after.unattributed], [2, 2]);
  });

  it('are kept from the owner of another account', async () => {
    const other = await new Browser(shared()).signUp('other@example.com');
    const answer = await other.get('/v1/system');
    assert.deepEqual([answer.status, answer.json.code], [403, 'forbidden'], answer.text);
  });

  it('are kept from members of the first account who do not own it', async () => {
    const owner = await operator();
    const { json } = await owner.post(`/v1/accounts/${await owner.account()}/invitations`, { role: 'admin' });
    const invitation = String(json.link).split('#token=')[1];
    const admin = await new Browser(shared()).signUp('admin@example.com', { invitation });
    assert.equal((await admin.get('/v1/system')).status, 403);
  });

  it('are not for read tokens', async () => {
    const answer = await new Browser(shared()).get('/v1/system', { Authorization: `Bearer ${READ_TOKEN}` });
    assert.equal(answer.status, 401);
  });
});
