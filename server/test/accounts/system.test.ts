import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Status, System } from '@parley/contract';
import { addToLedger, noCounts, UNKNOWN_APPLICATION } from '../../src/cluster/ledger.ts';
import { Browser, PASSWORD } from '../support/browser.ts';
import { sharedConsoleServer } from '../support/console-server.ts';
import { eventually } from '../support/eventually.ts';
import { ON_POSTGRES } from '../support/metadata-address.ts';
import { metadataOf } from '../support/metadata-of.ts';
import { bytesOf, payloadOf } from '../support/payloads.ts';
import { READ_TOKEN } from '../support/server-process.ts';

const OPERATOR = 'operator@example.com';

describe("the server's status", () => {
  const shared = sharedConsoleServer({ PARLEY_INIT_EMAIL: OPERATOR, PARLEY_INIT_PASSWORD: PASSWORD });
  const operator = () => new Browser(shared()).signIn(OPERATOR);
  const ask = async (who: Browser) => System.parse((await who.get('/v1/system')).json);

  it('is shown to an owner of the first account', async () => {
    const { version, node, store, metadata, memoryBytes, startedAt } = await ask(await operator());
    assert.match(version, /^\d+\.\d+\.\d+/);
    assert.ok(node.length > 0);
    assert.deepEqual([store.kind, store.layout, store.size, store.restarts], ['remote', null, null, null]);
    assert.equal(metadata, ON_POSTGRES ? 'postgres' : 'sqlite');
    assert.ok(memoryBytes > 1_000_000);
    assert.ok(Date.parse(startedAt) <= Date.now());
  });

  it('has the state of the store, what could not be determined, and the free disk space', async () => {
    const { store, unavailable, disk } = await ask(await operator());
    assert.ok(['starting', 'silent'].includes(store.state), store.state);
    assert.ok(store.silentSeconds > 0);
    assert.ok(unavailable.includes('store.size'));
    assert.ok(disk.freeBytes !== null && disk.freeBytes > 0);
  });

  it('has the number and age of waiting payloads, and the throughput', async () => {
    const owner = await operator();
    const before = await ask(owner);
    const sent = await shared().post(bytesOf(payloadOf('openai', 'chat')));
    assert.equal(sent.status, 200, sent.text);
    const after = await ask(owner);
    assert.equal(after.journal.waiting, before.journal.waiting + 1);
    assert.ok(after.journal.bytes > before.journal.bytes);
    assert.ok(after.throughput.receivedPerSecond > 0);
    assert.equal(after.throughput.storedPerSecond, 0);
    assert.ok(after.lastHour.reduce((sum, { received }) => sum + received, 0) > 0);
    await eventually('the oldest payload has aged', async () => {
      return (await ask(owner)).journal.oldestSeconds > after.journal.oldestSeconds;
    });
  });

  it('has the number of damaged payloads, and how many of them have no known application', async (test) => {
    const owner = await operator();
    const counted = async (count: number) => {
      const { damaged, unattributed } = (await ask(owner)).journal;
      return damaged === count && unattributed === count;
    };
    await eventually('none is damaged', () => counted(0));
    const counts = { ...noCounts(), received: 2, damaged: 2 };
    const day = { appId: UNKNOWN_APPLICATION, day: '2025-01-10', counts };
    await addToLedger(metadataOf(test, shared()), 'another-node', [day], { segment: 1, offset: 1 });
    await eventually('two are damaged and unattributed', () => counted(2));
  });

  it('is refused to the owner of another account', async () => {
    const other = await new Browser(shared()).signUp('other@example.com');
    const answer = await other.get('/v1/system');
    assert.deepEqual([answer.status, answer.json.code], [403, 'forbidden'], answer.text);
  });

  it('is refused to members of the first account who do not own it', async () => {
    const owner = await operator();
    const { json } = await owner.post(`/v1/accounts/${await owner.account()}/invitations`, { role: 'admin' });
    const invitation = String(json.link).split('#token=')[1];
    const admin = await new Browser(shared()).signUp('admin@example.com', { invitation });
    assert.equal((await admin.get('/v1/system')).status, 403);
  });

  it('is open to all signed-in people as far as it says whether the store responds', async () => {
    const other = await new Browser(shared()).signUp('somebody@example.com');
    const { store, journal } = Status.parse((await other.get('/v1/status')).json);
    assert.ok(store.silentSeconds > 0);
    assert.equal(journal.refusing, null);
    assert.equal((await new Browser(shared()).get('/v1/status')).status, 401);
  });

  it('is refused to read tokens', async () => {
    const answer = await new Browser(shared()).get('/v1/system', { Authorization: `Bearer ${READ_TOKEN}` });
    assert.equal(answer.status, 401);
  });
});
