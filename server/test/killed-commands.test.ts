/**
 * `kill -9` at random moments of backup, restore, reprocess and retention (`move` has its own test): each can
 * be repeated, loses and duplicates nothing, and the server continues meanwhile.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { storedIds, storedInteractions } from './support/all-stored.ts';
import { eventually } from './support/eventually.ts';
import { ledgerTotals } from './support/ledger-totals.ts';
import { orLong } from './support/long.ts';
import { runParley } from './support/parley-command.ts';
import { bytesOf, payloadOf } from './support/payloads.ts';
import { startServer, type TestServer } from './support/server-process.ts';
import { storeProxy } from './support/store-proxy.ts';
import { tempFolder } from './support/temp-folder.ts';

const BIN = fileURLToPath(new URL('../bin/parley.js', import.meta.url));
const KILLS = orLong(2, 20);
const STORED_MS = 120_000;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Days that the payloads are spread over, so that work done per day is done several times. */
const DAYS = 4;
/** About as long as one command takes. */
const COMMAND_MS = 800;
const PAYLOADS = 120;
const MODEL = 'house-7b';

type Place = { data: string; env: Record<string, string> };

/**
 * Starts a command and kills it at a random moment after it has begun, repeatedly, and then lets it finish.
 */
async function interrupted(
  { data, env }: Place,
  args: string[],
  hasBegun: (said: string) => boolean,
): Promise<void> {
  const place = { ...process.env, PARLEY_DATA: data, PARLEY_DATABASE_URL: '', ...env };
  for (let kill = 0; kill <= KILLS; kill++) {
    const child = spawn(process.execPath, [BIN, ...args], {
      env: place,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    const ended = new Promise<string | number>((resolve) =>
      child.on('close', (code, signal) => resolve(signal ?? code ?? -1)),
    );
    if (kill < KILLS) {
      const isAt = () => hasBegun(said) || child.exitCode !== null;
      await eventually('the command has begun', isAt, STORED_MS);
      await Promise.race([ended, sleep(COMMAND_MS * Math.random())]);
      child.kill('SIGKILL');
    }
    const end = await ended;
    if (end === 'SIGKILL') continue;
    assert.equal(end, 0, said);
    return;
  }
}

/** A server with interactions of several days. */
async function filledServer(test: TestContext, count: number) {
  const { url: clickhouseUrl } = await storeProxy(test);
  const data = await tempFolder();
  const server = await startServer({ data, clickhouseUrl });
  test.after(() => server.signal('SIGKILL'));
  const send = async (n: number) => {
    const at = Date.now() - (n % DAYS) * DAY_MS;
    const payload = payloadOf('openai', 'chat', { timestamps: { request: at, response: at + 500 } });
    payload.request.model = MODEL;
    payload.response.model = MODEL;
    // With equal times only, they would be one interaction.
    payload.request.seed = n;
    const answer = await server.post(bytesOf(payload));
    assert.equal(answer.status, 200, answer.text);
    return String(answer.json.id);
  };
  const ids = await Promise.all(Array.from({ length: count }, (_, n) => send(n)));
  await settled(server);
  return { server, ids, send, clickhouseUrl, place: { data, env: { PARLEY_CLICKHOUSE_URL: clickhouseUrl } } };
}

async function settled(server: TestServer): Promise<void> {
  await eventually('all is stored', async () => (await ledgerTotals(server)).waiting === 0, STORED_MS);
}

/** Sends payloads while `work` runs. */
async function sendingDuring(
  send: (n: number) => Promise<string>,
  work: () => Promise<void>,
): Promise<string[]> {
  const sent: string[] = [];
  let isOver = false;
  const sending = (async () => {
    for (let n = 1000; !isOver; n++) {
      sent.push(await send(n));
      await sleep(100);
    }
  })();
  try {
    await work();
  } finally {
    isOver = true;
    await sending;
  }
  return sent;
}

describe('after being killed at any moment and repeated', () => {
  it('a backup is complete, and so is a restore from it', async (test) => {
    const { server, ids, send, place } = await filledServer(test, PAYLOADS);
    const folder = join(await tempFolder(), 'backup');
    const sent = await sendingDuring(send, () =>
      interrupted(place, ['backup', '--to', folder], () => existsSync(folder)),
    );
    const verified = await runParley(place.data, ['backup', 'verify', folder], {});
    assert.equal(verified.code, 0, verified.stderr);
    assert.deepEqual(
      readdirSync(folder).filter((name) => /unfinished|new$/.test(name)),
      [],
    );
    await settled(server);
    const all = [...ids, ...sent];
    assert.deepEqual((await storedIds(server)).toSorted(), all.toSorted(), 'the server still runs');

    const { url: elsewhere } = await storeProxy(test);
    const target: Place = {
      data: join(await tempFolder(), 'restored'),
      env: { PARLEY_CLICKHOUSE_URL: elsewhere },
    };
    await interrupted(target, ['restore', '--from', folder], () => existsSync(target.data));
    const restored = await startServer({ data: target.data, clickhouseUrl: elsewhere });
    test.after(() => restored.signal('SIGKILL'));
    await settled(restored);
    const found = await storedIds(restored);
    assert.equal(new Set(found).size, found.length, 'nothing is duplicated');
    assert.deepEqual(
      ids.filter((id) => !found.includes(id)),
      [],
      'nothing is missing',
    );
    assert.deepEqual(
      found.filter((id) => !all.includes(id)),
      [],
    );
    const { received, stored } = await ledgerTotals(restored);
    assert.deepEqual([received, stored], [found.length, found.length]);
  });

  it('reprocessing derives everything again, and loses and duplicates nothing', async (test) => {
    const { server, ids, send, place } = await filledServer(test, PAYLOADS);
    const price = ['price', 'set', '--app', 'Tests', '--model', MODEL, '--input', '1', '--output', '2'];
    assert.equal((await runParley(place.data, price, place.env)).code, 0);
    const range = ['--from', day(-DAYS - 1), '--to', day(2)];
    const sent = await sendingDuring(send, () =>
      interrupted(place, ['reprocess', ...range], (said) => said !== ''),
    );
    await settled(server);
    const records = await storedInteractions(server);
    assert.deepEqual(records.map(({ id }) => id).toSorted(), [...ids, ...sent].toSorted());
    assert.deepEqual(
      records.filter(({ cost }) => !cost?.source.startsWith('override')),
      [],
    );
  });

  it('retention removes expired interactions and nothing else', async (test) => {
    const { server: first, ids, clickhouseUrl, place } = await filledServer(test, PAYLOADS);
    const young = ids.filter((_, n) => n % DAYS < 2);
    const limit = ['app', 'set', '--app', 'Tests', '--retention-days', '2'];
    assert.equal((await runParley(place.data, limit, place.env)).code, 0);
    let server = first;
    for (let kill = 0; kill < KILLS; kill++) {
      await sleep(3000 * Math.random());
      server.signal('SIGKILL');
      assert.equal(await server.ended, 'SIGKILL');
      server = await startServer({ data: place.data, clickhouseUrl });
    }
    test.after(() => server.signal('SIGKILL'));
    await eventually(
      'expired interactions are removed',
      async () => {
        const { status, json } = await server.get('/v1/interactions?limit=500');
        return status === 200 && Array.isArray(json.data) && json.data.length <= young.length;
      },
      STORED_MS,
    );
    assert.deepEqual((await storedIds(server)).toSorted(), young.toSorted());
  });
});

/** The date this many days from now. */
function day(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
}
