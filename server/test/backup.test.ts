/** Backups made under load, restored on other engines than they were made on, compared number by number. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Interaction, InteractionList, TraceOutline } from '@parley/contract';
import { readManifest } from '../src/backup/manifest.ts';
import { Browser } from './support/browser.ts';
import { eventually } from './support/eventually.ts';
import { ledgerTotals } from './support/ledger-totals.ts';
import { testDatabase } from './support/metadata-address.ts';
import { exportOf, plainSpan, sendOtlp } from './support/otlp.ts';
import { bytesOf, payloadOf } from './support/payloads.ts';
import { allScores, sendScores } from './support/scores.ts';
import { startServer, type TestServer } from './support/server-process.ts';
import { storeProxy } from './support/store-proxy.ts';
import { tempFolder } from './support/temp-folder.ts';

const BIN = fileURLToPath(new URL('../bin/parley.js', import.meta.url));
const STORED_MS = 120_000;
/** Maximum number of payloads sent during a backup. */
const MAX_PAYLOADS = 600;
/** A span around model calls. */
const AGENT = plainSpan({ name: 'Travel agent', attributes: { 'gen_ai.operation.name': 'invoke_agent' } });
const OWNER = { PARLEY_INIT_EMAIL: 'ann@example.com', PARLEY_INIT_PASSWORD: 'a long password' };

type Ran = { code: number; stdout: string; stderr: string };

async function parley(args: string[], env: Record<string, string> = {}): Promise<Ran> {
  const place = { PARLEY_CLICKHOUSE_URL: '', PARLEY_DATABASE_URL: '', ...env };
  try {
    const ran = await promisify(execFile)(process.execPath, [BIN, ...args], {
      env: { ...process.env, ...place },
    });
    return { code: 0, ...ran };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, stdout, stderr };
  }
}

async function succeeds(args: string[], env?: Record<string, string>): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await parley([...args, '--json'], env);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
}

/** Sends payloads one after the other until it is stopped. */
function load(server: TestServer) {
  const acknowledged: string[] = [];
  let isOver = false;
  const running = (async () => {
    assert.equal((await sendOtlp(server, exportOf([AGENT]))).status, 200);
    assert.equal((await sendScores(server, FIRST_SCORE)).status, 200);
    for (let n = 0; !isOver && n < MAX_PAYLOADS; n++) {
      const wrong = n % 10 === 9 ? { request: 'nothing' } : {};
      const user = { userId: `user ${n % 7}` };
      const session = `session ${n % 5}`;
      const body = bytesOf(payloadOf('openai', 'chat', { session, user, ...wrong }));
      const { status, json } = await server.post(body);
      if (status === 200) acknowledged.push(String(json.id));
      // Some replace others, and some delete them.
      const value = n % 6 === 0 ? null : n;
      if (n % 3 === 0) await sendScores(server, { session, name: 'stars', value, author: `author ${n % 4}` });
      await sleep(10);
    }
  })();
  return {
    acknowledged,
    stop: async () => {
      isOver = true;
      await running;
    },
  };
}

async function settled(server: TestServer): Promise<void> {
  await eventually(
    'nothing waits',
    async () => {
      const { stored, waiting } = await ledgerTotals(server);
      const isRead = (await server.get('/v1/interactions?limit=1')).status === 200;
      return stored > 0 && waiting === 0 && isRead;
    },
    STORED_MS,
  );
}

async function allRecords(server: TestServer): Promise<Map<string, Interaction>> {
  const records = new Map<string, Interaction>();
  let cursor = '';
  do {
    const list = InteractionList.parse((await server.get(`/v1/interactions?limit=500${cursor}`)).json);
    for (const record of list.data) records.set(record.id, Interaction.parse(record));
    cursor = list.nextCursor ? `&cursor=${list.nextCursor}` : '';
  } while (cursor);
  return records;
}

/** A score that stays as it is. */
const FIRST_SCORE = { user: 'user 1', name: 'plan', value: 'pro', comment: 'Before everything else.' };

/** Compares numbers, texts, keys and people with the source, and checks that the ledger adds up. */
async function isLike(server: TestServer, source: Map<string, Interaction>, acknowledged: readonly string[]) {
  await settled(server);
  const [score] = await allScores(server, 'name=plan');
  assert.deepEqual([score?.user, score?.value, score?.comment], ['user 1', 'pro', FIRST_SCORE.comment]);
  assert.equal((await sendScores(server, { ...FIRST_SCORE, value: 1 })).status, 422, 'the kind is known');
  const records = await allRecords(server);
  for (const id of acknowledged) assert.ok(records.has(id), `${id} was acknowledged before the backup`);
  for (const [id, record] of records) assert.deepEqual(record, source.get(id));
  const { received, stored, duplicate, rejected, ignored, scores } = await ledgerTotals(server);
  assert.equal(stored, records.size);
  assert.ok(scores > 0);
  assert.equal(received, stored + duplicate + rejected + ignored + scores);
  const { data } = TraceOutline.parse((await server.get(`/v1/traces/${AGENT.traceId}`)).json);
  assert.deepEqual(
    data.map(({ name }) => name),
    [AGENT.name],
  );
  assert.ok(rejected > 0);
  const [id = ''] = acknowledged;
  const { text } = await server.get(`/v1/interactions/${id}/raw`);
  assert.match(text, /"request":\{/);
  const ann = await new Browser(server).signIn(OWNER.PARLEY_INIT_EMAIL, OWNER.PARLEY_INIT_PASSWORD);
  assert.equal((await ann.get('/v1/me')).status, 200);
  assert.equal((await server.post(bytesOf(payloadOf('openai', 'chat', {})))).status, 200);
}

describe('a backup', () => {
  it('made under load is restored to PostgreSQL and ClickHouse, and from there to a data folder', async (test) => {
    const data = await tempFolder();
    const embedded = await startServer({ data, env: OWNER });
    test.after(() => embedded.stop());
    const sending = load(embedded);
    await eventually('some are stored', async () => (await ledgerTotals(embedded)).stored > 50, STORED_MS);

    const folder = await tempFolder();
    const before = [...sending.acknowledged];
    const made = await succeeds(['backup', '--to', join(folder, 'first'), '--data', data]);
    await sending.stop();
    await settled(embedded);
    const source = await allRecords(embedded);
    assert.ok(before.length > 0 && Number(made.interactions) <= source.size);
    assert.equal((await succeeds(['backup', 'verify', join(folder, 'first')])).id, made.id);

    // Restore into servers.
    const { url } = await storeProxy(test);
    const servers = {
      PARLEY_CLICKHOUSE_URL: url,
      PARLEY_DATABASE_URL: await testDatabase(`backup_${process.pid}_${Date.now()}`),
    };
    const second = await tempFolder();
    rmSync(second, { recursive: true });
    const restored = await succeeds(['restore', '--from', join(folder, 'first'), '--data', second], servers);
    assert.equal(restored.interactions, made.interactions);
    const remote = await startServer({ data: second, clickhouseUrl: url, env: servers });
    test.after(() => remote.stop());
    await isLike(remote, source, before);

    // Existing data is not overwritten.
    const again = await parley(['restore', '--from', join(folder, 'first'), '--data', second], servers);
    assert.equal(again.code, 1);
    assert.match(again.stderr, /is not empty/);
    const elsewhere = await tempFolder();
    const filled = await parley(['restore', '--from', join(folder, 'first'), '--data', elsewhere], servers);
    assert.match(filled.stderr, /There are accounts there already/);

    // Restore into a data folder.
    await settled(remote);
    const all = await allRecords(remote);
    const scores = await allScores(remote);
    assert.ok(scores.length > 5);
    await succeeds(['backup', '--to', join(folder, 'back'), '--data', second], servers);
    const third = await tempFolder();
    await succeeds(['restore', '--from', join(folder, 'back'), '--data', third]);
    const back = await startServer({ data: third });
    test.after(() => back.stop());
    await isLike(back, all, [...all.keys()]);
    assert.deepEqual(await allScores(back), scores);
  });

  it('based on another one has only the changed days, and is refused if a byte is wrong or missing', async (test) => {
    const { url } = await storeProxy(test);
    const data = await tempFolder();
    const env = { PARLEY_CLICKHOUSE_URL: url };
    const server = await startServer({ data, clickhouseUrl: url });
    test.after(() => server.stop());
    const send = async (day: string, count: number, hour = 12) => {
      for (let n = 0; n < count; n++) {
        const request = Date.parse(`${day}T${hour}:00:00Z`) + n;
        const timestamps = { request, response: request + 100 };
        assert.equal((await server.post(bytesOf(payloadOf('openai', 'chat', { timestamps })))).status, 200);
      }
      await settled(server);
    };
    for (const day of ['2026-03-01', '2026-03-02', '2026-03-03']) await send(day, 5);
    const folder = await tempFolder();
    const full = join(folder, 'full');
    await succeeds(['backup', '--to', full, '--data', data], env);
    await send('2026-03-02', 3, 18);
    const part = join(folder, 'part');
    await succeeds(['backup', '--to', part, '--data', data, '--since', full], env);
    const { interactions } = readManifest(part).tables;
    const own = (day: string) =>
      interactions.slices
        .find((slice) => slice.day === day)
        ?.files.every(({ path }) => !path.startsWith('..'));
    assert.deepEqual(['2026-03-01', '2026-03-02', '2026-03-03'].map(own), [false, true, false]);
    assert.equal(
      interactions.slices.reduce((sum, { rows }) => sum + rows, 0),
      18,
    );
    assert.equal((await succeeds(['backup', 'verify', part])).interactions, 18);

    const place = await tempFolder();
    const { url: other } = await storeProxy(test);
    const restored = await succeeds(['restore', '--from', part, '--data', place], {
      PARLEY_CLICKHOUSE_URL: other,
    });
    assert.equal(restored.interactions, 18);

    // Damaged, incomplete and unfinished backups.
    const [app = ''] = readdirSync(join(full, 'interactions'));
    const file = join(full, 'interactions', app, '2026-03-01', '1.zst');
    const bytes = readFileSync(file);
    appendFileSync(file, 'x');
    const nowhere = await tempFolder();
    const refused = async (pattern: RegExp) => {
      for (const args of [
        ['backup', 'verify', part],
        ['restore', '--from', part, '--data', nowhere],
      ]) {
        const { code, stderr } = await parley(args);
        assert.equal(code, 1);
        assert.match(stderr, pattern);
        assert.doesNotMatch(stderr, / at .*\.ts/, 'the message is one sentence');
      }
      assert.deepEqual(readdirSync(nowhere), []);
    };
    await refused(/is damaged/);
    rmSync(file);
    await refused(/is missing\. It is a file of the backup that this one was made since/);
    writeFileSync(file, bytes);
    const manifest = join(part, 'manifest.json');
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('"rows":5', '"rows":4'));
    await refused(/manifest\.json of .* is damaged/);
    rmSync(manifest);
    await refused(/is no backup, or one that was not finished/);
  });
});
