/** A disk that fills up: the journal stops in time, so that the store can take in what waits, and all goes on. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { storedIds } from './support/all-stored.ts';
import { eventually } from './support/eventually.ts';
import { ledgerTotals } from './support/ledger-totals.ts';
import { bytesOf, payloadOf } from './support/payloads.ts';
import { type Answer, startServer } from './support/server-process.ts';
import { smallDisk } from './support/small-disk.ts';

const DISK_MB = 240;
/** What does not compress takes the most room. */
const BODY_BYTES = 500_000;
const STORED_MS = 240_000;

it('with no floor at all, a full disk is a 503 until the store has caught up, and nothing acknowledged is lost', async (test) => {
  const disk = await smallDisk(test, DISK_MB);
  if (disk === null) return;
  const server = await startServer({ data: join(disk, 'data'), env: { PARLEY_DISK_FLOOR: '0' } });
  test.after(() => server.signal('SIGKILL'));
  const acknowledged: string[] = [];
  const post = async (): Promise<Answer> => {
    const image = `data:image/png;base64,${randomBytes((BODY_BYTES * 3) / 4).toString('base64')}`;
    const content = [{ type: 'image_url', image_url: { url: image } }];
    const request = { model: 'gpt-4o', messages: [{ role: 'user', content }] };
    const answer = await server.post(bytesOf(payloadOf('openai', 'chat', { request })));
    if (answer.status === 200) acknowledged.push(String(answer.json.id));
    return answer;
  };

  let refused = await post();
  for (let i = 0; refused.status === 200 && i < (2 * DISK_MB * 1e6) / BODY_BYTES; i++) refused = await post();
  assert.deepEqual([refused.status, refused.json.code], [503, 'unavailable'], refused.text);
  assert.match(String(refused.json.message), /must stay free for the store to take in what waits/);
  assert.ok(Number(refused.headers.get('retry-after')) > 0);
  const before = acknowledged.length;
  test.diagnostic(`${before} payloads of ${BODY_BYTES} bytes were taken before the first 503`);

  await eventually(
    'payloads are taken again',
    async () => {
      if ((await post()).status === 200) return true;
      await sleep(200);
      return false;
    },
    STORED_MS,
  );
  await eventually('all is stored', async () => (await ledgerTotals(server)).waiting === 0, STORED_MS);
  const { received, stored } = await ledgerTotals(server);
  assert.deepEqual([received, stored], [acknowledged.length, acknowledged.length]);
  assert.deepEqual((await storedIds(server)).toSorted(), acknowledged.toSorted());
});
