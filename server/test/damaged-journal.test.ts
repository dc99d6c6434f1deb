/** Journal bytes that changed on disk: the damage is counted, and nothing else is lost. */
import assert from 'node:assert/strict';
import { appendFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { segmentPath } from '../src/journal/segments.ts';
import { storedIds } from './support/all-stored.ts';
import { eventually } from './support/eventually.ts';
import { flipBit, readJournal } from './support/journals.ts';
import { ledgerTotals } from './support/ledger-totals.ts';
import { bytesOf, payloadOf } from './support/payloads.ts';
import { startServer } from './support/server-process.ts';
import { storeProxy } from './support/store-proxy.ts';
import { tempFolder } from './support/temp-folder.ts';

it('counts damaged payloads that were acknowledged, but not a torn write that never was', async (test) => {
  const proxy = await storeProxy(test);
  const data = await tempFolder();
  const journal = join(data, 'journal');
  proxy.close();
  const first = await startServer({ data, clickhouseUrl: proxy.url });
  test.after(() => first.signal('SIGKILL'));
  const ids: string[] = [];
  for (let i = 0; i < 5; i++) {
    const { status, json } = await first.post(bytesOf(payloadOf('openai', 'chat', { session: `s${i}` })));
    assert.equal(status, 200);
    ids.push(String(json.id));
  }
  first.signal('SIGKILL');
  await first.ended;

  const { frames } = await readJournal(journal);
  const damaged = frames[2];
  assert.ok(damaged);
  await flipBit(journal, { ...damaged.end, offset: damaged.end.offset - 5 });
  await appendFile(segmentPath(journal, 1), 'PJF1 half a frame');

  proxy.open();
  const server = await startServer({ data, clickhouseUrl: proxy.url });
  test.after(() => server.stop());
  await eventually('all is stored', async () => (await ledgerTotals(server)).waiting === 0, 120_000);
  const expected = {
    received: 5,
    stored: 4,
    duplicate: 0,
    rejected: 0,
    ignored: 0,
    scores: 0,
    damaged: 1,
    waiting: 0,
  };
  assert.deepEqual(await ledgerTotals(server), expected);
  assert.deepEqual((await storedIds(server)).toSorted(), ids.toSpliced(2, 1).toSorted());
  assert.match(await (await fetch(`${server.url}/metrics`)).text(), /^parley_damaged_total 1$/m);
  const kept = await readdir(join(journal, 'damaged'));
  const sizes = await Promise.all(
    kept.map(async (name) => (await stat(join(journal, 'damaged', name))).size),
  );
  assert.deepEqual(
    sizes.toSorted((a, b) => a - b),
    ['PJF1 half a frame'.length, damaged.end.offset - damaged.position.offset],
  );
});
