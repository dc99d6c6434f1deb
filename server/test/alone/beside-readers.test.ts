/** Reading happens on other threads: an acknowledgement does not wait for readers. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Ledger } from '@parley/contract';
import { eventually } from '../support/eventually.ts';
import { bytesOf, payloadOf } from '../support/payloads.ts';
import { READ_TOKEN, startServer, type TestServer } from '../support/server-process.ts';
import { storeProxy } from '../support/store-proxy.ts';
import { tempFolder } from '../support/temp-folder.ts';

const STORE_MS = 120_000;
/** As many as fit on a page of 8 MiB, each just small enough to be read as a whole. */
const HISTORIES = 130;
/** Short messages, so that nearly every byte is parsed, derived and written. Such a page takes a second. */
const MESSAGES = 1900;
/** On a busy machine with two cores. */
const MAX_WAIT_MS = 500;
/** Cost of passing on the bytes of a page. */
const MAX_CPU_MS = 100;

describe('with readers of long histories', () => {
  it('an acknowledgement is as fast as without them', async (test) => {
    const { url: clickhouseUrl } = await storeProxy(test);
    const server = await startServer({ data: await tempFolder(), clickhouseUrl });
    test.after(() => server.stop());
    let id = '';
    for (let turn = 0; turn < HISTORIES; turn++) id = await post(server, historyOf(turn));
    await eventually(
      'everything is in the store',
      async () =>
        Ledger.parse((await server.get('/v1/ledger')).json).data.every(({ waiting }) => waiting === 0),
      STORE_MS,
    );

    const pages = ['/v1/interactions?session=long&limit=500', `/v1/sessions/${id}?limit=500`];
    const started = performance.now();
    const beside = await longestWait(server, readEach(server, pages));
    // For the same duration, since a longer measurement finds a longer maximum.
    const alone = await longestWait(server, sleep(performance.now() - started));
    const most = Math.max(MAX_WAIT_MS, 3 * alone);
    assert.ok(beside < most, `${Math.round(beside)} ms; without readers ${Math.round(alone)}`);

    // Independent of the load on the machine: the main thread spends no time on readers.
    await test.test('the main thread spends no time on a page', { skip: noThreadTimes() }, async () => {
      const before = cpuOfMainThread(server);
      await readEach(server, pages);
      const spent = (cpuOfMainThread(server) - before) / pages.length;
      assert.ok(spent < MAX_CPU_MS, `${spent} ms of the thread's time for a page`);
    });
  });
});

/** The longest response time of a client that posts payloads one after the other meanwhile. */
async function longestWait(server: TestServer, meanwhile: Promise<unknown>): Promise<number> {
  let done = false;
  const ended = meanwhile.finally(() => {
    done = true;
  });
  // Awaited below; until then, a rejection must not count as unhandled.
  ended.catch(() => {});
  let longest = 0;
  while (!done) {
    const sent = performance.now();
    await post(server, payloadOf('openai', 'chat', { session: 'short' }));
    longest = Math.max(longest, performance.now() - sent);
    await sleep(5);
  }
  await ended;
  return longest;
}

async function post(server: TestServer, payload: unknown): Promise<string> {
  const { status, json } = await server.post(bytesOf(payload));
  assert.equal(status, 200);
  return String(json.id);
}

/** Counts and discards the bytes, since this thread measures. */
async function readEach({ url }: TestServer, pages: readonly string[]): Promise<void> {
  for (const page of pages) {
    const response = await fetch(`${url}${page}`, { headers: { Authorization: `Bearer ${READ_TOKEN}` } });
    assert.equal(response.status, 200);
    let bytes = 0;
    for await (const chunk of response.body ?? []) bytes += chunk.length;
    assert.ok(bytes > 8e6, page);
  }
}

/** CPU time of the main thread, in milliseconds. */
function cpuOfMainThread({ pid }: TestServer): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8').split(') ');
  const [user, system] = fields.split(' ').slice(11, 13).map(Number);
  return ((user ?? 0) + (system ?? 0)) * 10;
}

function noThreadTimes(): string | false {
  if (existsSync('/proc/self/stat')) return false;
  return 'NOT RUN: the processor time of a thread is read from /proc, which this system does not have.';
}

function historyOf(turn: number) {
  const messages = Array.from({ length: MESSAGES }, (_, i) => ({
    role: 'user',
    content: `${(turn + i) % 10}`,
  }));
  return payloadOf('openai', 'chat', { session: 'long', request: { model: 'gpt-4o', messages } });
}
