/**
 * Small files of the data folder that are lost, emptied or restored from a copy: nothing is duplicated or
 * lost.
 */
import assert from 'node:assert/strict';
import { copyFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { storedIds } from './support/all-stored.ts';
import { eventually } from './support/eventually.ts';
import { ledgerTotals } from './support/ledger-totals.ts';
import { bytesOf, payloadOf } from './support/payloads.ts';
import { startServer } from './support/server-process.ts';
import { storeProxy } from './support/store-proxy.ts';
import { tempFolder } from './support/temp-folder.ts';

const STORED_MS = 120_000;

it('stored payloads are neither stored nor counted again', async (test) => {
  const sent = { stored: [] as string[], duplicate: 0, rejected: 0 };
  const { url: clickhouseUrl } = await storeProxy(test);
  const data = await tempFolder();
  let server = await startServer({ data, clickhouseUrl });
  test.after(kill);
  const inJournal = (name: string) => join(data, 'journal', name);
  const checkpoint = () => inJournal('checkpoint.json');
  const oldCheckpoint = () => inJournal('old-checkpoint.json');

  async function kill(): Promise<void> {
    server.signal('SIGKILL');
    await server.ended;
  }

  /** Interactions with random ids and with derived ids, a retry, and a rejection. */
  async function sendSome(): Promise<void> {
    const session = `s${sent.stored.length}`;
    for (const timestamps of [undefined, { request: Date.now() }]) {
      for (let i = 0; i < 2; i++) {
        const payload = payloadOf('openai', 'chat', { session, ...(timestamps ? { timestamps } : {}) });
        const { json } = await server.post(bytesOf(payload));
        if (json.duplicate) sent.duplicate++;
        else sent.stored.push(String(json.id));
      }
    }
    const { status } = await server.post(bytesOf(payloadOf('openai', 'chat', { session: [session] })));
    assert.equal(status, 422);
    sent.rejected++;
    await eventually('it is stored', async () => (await ledgerTotals(server)).waiting === 0, STORED_MS);
  }

  const losses: Record<string, () => Promise<unknown>> = {
    'the checkpoint is lost': () => rm(checkpoint()),
    'the checkpoint is empty': () => writeFile(checkpoint(), ''),
    'the checkpoint is older than the store': () => copyFile(oldCheckpoint(), checkpoint()),
    'the name of the journal and the checkpoint are lost': async () => {
      await rm(join(data, 'node-id'));
      await rm(checkpoint());
    },
    'the name, the lock and the address are lost': async () => {
      for (const name of ['node-id', 'lock.sqlite', 'server.json']) await rm(join(data, name));
    },
    'the journal is lost': () => rm(join(data, 'journal'), { recursive: true }),
  };
  for (const [name, lose] of Object.entries(losses)) {
    await test.test(`when ${name}`, async () => {
      // Two batches, which become one when they are read again.
      await sendSome();
      await copyFile(checkpoint(), oldCheckpoint());
      await sendSome();
      await kill();
      await lose();
      server = await startServer({ data, clickhouseUrl });
      await sendSome();
      assert.deepEqual((await storedIds(server)).toSorted(), sent.stored.toSorted());
      const { duplicate, rejected } = sent;
      const stored = sent.stored.length;
      const received = stored + duplicate + rejected;
      const expected = {
        received,
        stored,
        duplicate,
        rejected,
        ignored: 0,
        scores: 0,
        damaged: 0,
        waiting: 0,
      };
      assert.deepEqual(await ledgerTotals(server), expected);
      const { json } = await server.get('/v1/rejections');
      assert.equal(Array.isArray(json.data) && json.data.length, rejected);
    });
  }
});
