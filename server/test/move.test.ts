/**
 * Moves everything from a data folder to PostgreSQL and ClickHouse and back, while payloads arrive and the
 * command is killed repeatedly. `npm run test:long` moves 200,000 rows and kills it ten times.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { QueryAnswer } from '@parley/contract';
import { runningServer } from '../src/data-folder/data-folder.ts';
import { Store } from '../src/store/store.ts';
import { Browser } from './support/browser.ts';
import { eventually } from './support/eventually.ts';
import { ledgerTotals } from './support/ledger-totals.ts';
import { orLong } from './support/long.ts';
import { testDatabase } from './support/metadata-address.ts';
import { bytesOf, payloadOf } from './support/payloads.ts';
import { randomRecords } from './support/random-records.ts';
import { allScores, sendScores } from './support/scores.ts';
import { startServer, type TestServer } from './support/server-process.ts';
import { storeProxy } from './support/store-proxy.ts';
import { tempFolder } from './support/temp-folder.ts';

const BIN = fileURLToPath(new URL('../bin/parley.js', import.meta.url));
const ROWS = orLong(1500, 200_000);
const KILLS = orLong(2, 10);
const INSERT_ROWS = 1000;
const DAYS = 3;
const DAY_MS = 24 * 60 * 60 * 1000;
const STORED_MS = orLong(120_000, 1_200_000);
const OWNER = { PARLEY_INIT_EMAIL: 'ann@example.com', PARLEY_INIT_PASSWORD: 'a long password' };

type Command = { child: ChildProcess; ended: Promise<number | string>; said: () => string };

function start(args: string[], env: Record<string, string> = {}): Command {
  const place = { PARLEY_CLICKHOUSE_URL: '', PARLEY_DATABASE_URL: '', ...env };
  const child = spawn(process.execPath, [BIN, ...args], { env: { ...process.env, ...place } });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  const ended = new Promise<number | string>((resolve) =>
    child.on('close', (code, signal) => resolve(signal ?? code ?? -1)),
  );
  return { child, ended, said: () => said };
}

async function succeeds(args: string[], env?: Record<string, string>): Promise<string> {
  const command = start(args, env);
  assert.equal(await command.ended, 0, command.said());
  return command.said();
}

async function interactionsOf(server: TestServer): Promise<number> {
  const body = JSON.stringify({
    measures: ['interactions'],
    from: '2015-01-01T00:00:00Z',
    to: '2100-01-01T00:00:00Z',
  });
  const response = await fetch(`${server.url}/v1/query`, {
    method: 'POST',
    headers: { Authorization: 'Bearer read-token-for-tests', 'Content-Type': 'application/json' },
    body,
  });
  if (!response.ok) return -1;
  return Number(QueryAnswer.parse(await response.json()).rows[0]?.interactions ?? 0);
}

async function settled(server: TestServer, expected: number): Promise<void> {
  const has = async () =>
    (await ledgerTotals(server)).waiting === 0 && (await interactionsOf(server)) === expected;
  await eventually(`${expected} interactions are stored`, has, STORED_MS);
}

it('moves everything there and back, however often it is killed', async (test) => {
  const data = await tempFolder();
  const server = await startServer({ data, env: OWNER });
  test.after(() => server.signal('SIGKILL'));
  const first = await server.post(bytesOf(payloadOf('openai', 'chat', {})));
  assert.equal(first.status, 200);
  await eventually('the engine is up', async () => (await ledgerTotals(server)).stored === 1, STORED_MS);
  // The newest version counts and a deleted score stays deleted, there and back.
  const at = Date.now();
  for (const value of [1, 2])
    await sendScores(server, { session: 'kept', name: 'stars', value, at: at + value });
  for (const value of [1, null])
    await sendScores(server, { session: 'deleted', name: 'stars', value, at: at + Number(value === null) });
  await eventually('they are stored', async () => (await ledgerTotals(server)).waiting === 0, STORED_MS);
  const scores = await allScores(server);
  assert.deepEqual(
    scores.map(({ session, value }) => [session, value]),
    [['kept', 2]],
  );
  const app = (await server.get('/v1/interactions')).json.data as { appId: string }[];
  const appId = app[0]?.appId ?? '';
  const engine = runningServer(data)?.engine ?? '';
  const filling = new Store({ kind: 'embedded', socketPath: engine });
  for (let filled = 0; filled < ROWS; filled += INSERT_ROWS) {
    const records = randomRecords(Math.min(INSERT_ROWS, ROWS - filled), filled + 1, Date.now());
    const rows = records.map((record, i) => ({
      record: { ...record, appId, requestedAt: new Date(Date.now() - (i % DAYS) * DAY_MS).toISOString() },
      request: Buffer.from(`{"text":"${record.inputText}"}`),
      response: Buffer.from('{}'),
    }));
    await filling.insertInteractions(rows, `filled ${filled}`);
  }
  await filling.close();

  // Payloads arrive until the server is stopped.
  let acknowledged = 1;
  const sending = (async () => {
    for (;;) {
      const answer = await server.post(bytesOf(payloadOf('openai', 'chat', {}))).catch(() => undefined);
      if (!answer) return;
      if (answer.status === 200) acknowledged++;
      await sleep(50);
    }
  })();

  const { url } = await storeProxy(test);
  const database = await testDatabase(`move_${process.pid}_${Date.now()}`);
  const servers = { PARLEY_CLICKHOUSE_URL: url, PARLEY_DATABASE_URL: database };
  const over = ['move', '--data', data, '--to-clickhouse', url, '--to-database', database, '--stop'];
  let isOver = false;
  for (let kill = 0; kill < KILLS && !isOver; kill++) {
    const command = start(over);
    // Killed at different stages of the move.
    const lines = 1 + Math.floor(Math.random() * DAYS);
    const isAt = () => command.said().split('\n').length > lines || command.child.exitCode !== null;
    await eventually('the command has reached this stage', isAt, STORED_MS);
    command.child.kill('SIGKILL');
    isOver = (await command.ended) === 0;
  }
  if (!isOver) await succeeds(over);
  // Repeating a completed move succeeds.
  assert.match(await succeeds(over), /^Already moved [\d,]+ interactions\. /m);
  await sending;
  assert.equal(await server.ended, 0);

  // The source is not used any more.
  await assert.rejects(
    startServer({ data }),
    /was moved to servers on .*: set PARLEY_CLICKHOUSE_URL and PARLEY_DATABASE_URL/,
  );
  const remote = await startServer({ data, clickhouseUrl: url, env: servers });
  test.after(() => remote.signal('SIGKILL'));
  await settled(remote, ROWS + acknowledged);
  const { received, stored, scores: counted } = await ledgerTotals(remote);
  assert.deepEqual([received, stored, counted], [acknowledged + 4, acknowledged, 4]);
  assert.deepEqual(await allScores(remote), scores);
  await new Browser(remote).signIn(OWNER.PARLEY_INIT_EMAIL, OWNER.PARLEY_INIT_PASSWORD);

  // And back, once the old data is removed.
  const back = ['move', '--data', data, '--to-clickhouse', 'embedded', '--to-database', 'embedded', '--stop'];
  const refused = start(back, servers);
  assert.equal(await refused.ended, 1);
  assert.match(refused.said(), /There are interactions at .* already/);
  rmSync(join(data, 'store'), { recursive: true });
  rmSync(join(data, 'metadata.sqlite'));
  await succeeds(back, servers);
  const home = await startServer({ data });
  test.after(() => home.signal('SIGKILL'));
  await settled(home, ROWS + acknowledged);
  assert.deepEqual(await allScores(home), scores);
  assert.equal((await home.post(bytesOf(payloadOf('openai', 'chat', {})))).status, 200);
});
