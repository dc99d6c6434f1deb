/**
 * Prices and parsing that change after the fact: `parley price` and `parley reprocess`, with and without a
 * server.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Interaction, InteractionList, Ledger, UnpricedModelList } from '@parley/contract';
import { PRICE_LIST } from '../src/base/price-list-version.ts';
import { connect } from '../src/store/client.ts';
import { eventually } from './support/eventually.ts';
import { bytesOf, type Json, payloadOf } from './support/payloads.ts';
import { startServer, type TestServer } from './support/server-process.ts';
import { storeProxy } from './support/store-proxy.ts';
import { tempFolder } from './support/temp-folder.ts';

const BIN = fileURLToPath(new URL('../bin/parley.js', import.meta.url));
const STORE_MS = 60_000;
/** Polling puts load on the engine, too. */
const POLL_MS = 500;
const TEST_MS = 240_000;

const REQUESTED_AT = Date.UTC(2026, 5, 30, 23, 59);
const RANGE = ['--from', '2026-06-01', '--to', '2026-08-01', '--json'];

describe('reprocessing', () => {
  it('derives records and costs again, and changes nothing else', { timeout: TEST_MS }, async (test) => {
    const data = await tempFolder();
    const { url: clickhouseUrl } = await storeProxy(test);
    const server = await startServer({ data, clickhouseUrl });
    test.after(() => server.stop());
    const parley = (...args: string[]) => run(data, clickhouseUrl, args);
    let sent = 0;
    const post = async (model: string, changes: Json = {}, before: Json[] = []): Promise<string> => {
      // Across the end of a month, which is the end of a partition.
      const timestamps = { request: REQUESTED_AT + 30_000 * sent++, response: REQUESTED_AT + 30_000 * sent };
      const payload = payloadOf('openai', 'chat', { timestamps, ...changes });
      payload.request.model = model;
      payload.request.messages = [...before, ...(payload.request.messages as Json[])];
      payload.response.model = model;
      const answer = await server.post(bytesOf(payload));
      assert.equal(answer.status, 200, answer.text);
      return String(answer.json.id);
    };
    const listed = await post('gpt-4o');
    const own = await post('house-7b');
    const broken = await post('house-7b', { colour: 'red' });
    const history = Array.from({ length: 30 }, (_, i) => ({
      role: 'user',
      content: `${i} ${'x'.repeat(3000)}`,
    }));
    const long = await post('gpt-4o', {}, history);
    await drained(server, sent);

    const before = await record(server, broken);
    const [shownLong] = await listedRecords(server, 'q=29');
    assert.ok(shownLong?.id === long && shownLong.truncated);
    assert.deepEqual(
      before.warnings.map(({ code }) => code),
      ['unknown_field'],
    );
    assert.match((await record(server, listed)).cost?.source ?? '', /^genai-prices .* openai\/gpt-4o$/);
    assert.equal((await record(server, own)).cost, null);

    // A model without a price is listed with its usage.
    const unpriced = UnpricedModelList.parse((await server.get('/v1/unpriced-models')).json).data;
    assert.deepEqual(unpriced, [
      {
        format: 'openai',
        model: 'house-7b',
        interactions: 2,
        inputTokens: 22,
        outputTokens: 8,
        firstSeenAt: new Date(REQUESTED_AT + 30_000).toISOString(),
        lastSeenAt: new Date(REQUESTED_AT + 60_000).toISOString(),
      },
    ]);
    assert.equal((await server.get('/v1/unpriced-models', 'some-other-token')).status, 401);

    // As a format that failed would have stored it.
    const failed = JSON.stringify([
      ...before.warnings,
      { path: '', code: 'normalise_failed', message: 'Not normalised.' },
    ]);
    await tamper(clickhouseUrl, broken, failed, long);
    assert.equal((await record(server, broken)).model, null);

    // An own price applies at once to new interactions.
    const price = ['--model', 'house-*', '--input', '1', '--output', '2.5'];
    const { id: priceId } = await parley('price', 'set', '--app', 'Tests', ...price, '--json');
    const fresh = await post('house-7b');
    const expected = { usd: (11 * 1 + 4 * 2.5) / 1e6, source: `override ${priceId}`, stated: null };
    assert.deepEqual((await record(server, fresh)).cost, expected);
    await drained(server, sent);
    assert.deepEqual((await record(server, fresh)).cost, expected);

    // Beside the running server, which keeps accepting and showing interactions.
    const running = parley('reprocess', ...RANGE);
    let finished = false;
    const finish = () => {
      finished = true;
    };
    running.then(finish, finish);
    const seen = [listed, own, broken, fresh];
    while (!finished) {
      if (sent < 8) await post('gpt-4o');
      const ids = await listedIds(server);
      assert.equal(new Set(ids).size, ids.length, 'no row is duplicated');
      assert.deepEqual(
        seen.filter((id) => !ids.includes(id)),
        [],
        'no row is missing',
      );
      await Promise.race([running, sleep(POLL_MS)]);
    }
    const changed = await running;
    assert.equal(changed.changed, 3);
    assert.ok(changed.read >= 4);

    assert.deepEqual((await record(server, own)).cost, expected);
    const healed = await record(server, broken);
    assert.deepEqual(healed, { ...before, cost: expected });
    // So is the listed part of a large interaction.
    assert.deepEqual(await listedRecords(server, 'q=29'), [shownLong]);
    // Its texts are indexed again: search finds it by question and by answer.
    const said = encodeURIComponent(`${healed.inputText} ${healed.outputText}`);
    const found = InteractionList.parse((await server.get(`/v1/interactions?q=${said}`)).json);
    assert.ok(found.data.some(({ id }) => id === broken));
    const raw = await server.get(`/v1/interactions/${broken}/raw`);
    assert.ok(raw.text.startsWith('{"request":{"model":"house-7b","messages":'));
    const priced = UnpricedModelList.parse((await server.get('/v1/unpriced-models')).json);
    assert.deepEqual(priced, { data: [], priceList: PRICE_LIST });

    await drained(server, sent);
    assert.equal(await server.stop(), 0);

    // Without a server; unchanged records are not rewritten.
    await parley('price', 'remove', '--id', priceId, '--json');
    const alone = await parley('reprocess', '--app', 'Tests', ...RANGE);
    assert.deepEqual(alone, { read: sent, changed: 3 });
  });
});

async function record(server: TestServer, id: string): Promise<Interaction> {
  return Interaction.parse((await server.get(`/v1/interactions/${id}`)).json);
}

/** Records as a client sees them at one moment; the engine may also be too busy to answer. */
async function listedIds(server: TestServer): Promise<string[]> {
  let answer = await server.get('/v1/interactions?limit=500');
  while (answer.status === 503) answer = await server.get('/v1/interactions?limit=500');
  return InteractionList.parse(answer.json).data.map(({ id }) => id);
}

async function listedRecords(server: TestServer, query: string) {
  return InteractionList.parse((await server.get(`/v1/interactions?${query}`)).json).data;
}

function drained(server: TestServer, stored: number): Promise<void> {
  return eventually(
    `${stored} interactions are in the store`,
    async () => {
      await sleep(100);
      const { data } = Ledger.parse((await server.get('/v1/ledger')).json);
      const sum = data.reduce((total, day) => total + day.stored, 0);
      return sum === stored && data.every(({ waiting }) => waiting === 0);
    },
    STORE_MS,
  );
}

/** Runs a command that prints JSON. */
function run(data: string, clickhouseUrl: string, args: string[]) {
  const env = { ...process.env, PARLEY_DATA: data, PARLEY_CLICKHOUSE_URL: clickhouseUrl };
  return new Promise<{ id: string; read: number; changed: number }>((resolve, reject) => {
    execFile(process.execPath, [BIN, ...args], { env }, (error, stdout, stderr) => {
      if (error) reject(new Error(`parley ${args.join(' ')}: ${stderr}`));
      else resolve(JSON.parse(stdout));
    });
  });
}

/**
 * One row as if it had not been parsed at all, and a large one as an earlier version would have stored it.
 */
async function tamper(url: string, id: string, warnings: string, large: string): Promise<void> {
  const client = connect({ kind: 'remote', url });
  await client.command({
    query: `ALTER TABLE interactions
            UPDATE content = if(id = {large:UUID}, '{"input":[],"output":[],"truncated":true}',
                     substring(content, input_bytes + 1, request_bytes + response_bytes)),
                   model = if(id = {large:UUID}, model, ''),
                   input_bytes = if(id = {large:UUID}, input_bytes, 0),
                   output_bytes = if(id = {large:UUID}, output_bytes, 0),
                   input_tokens = if(id = {large:UUID}, input_tokens, NULL),
                   outcome = if(id = {large:UUID}, outcome, 'error'),
                   warnings = if(id = {large:UUID}, warnings, {warnings:String})
            WHERE id IN ({id:UUID}, {large:UUID})`,
    query_params: { id, warnings, large },
    clickhouse_settings: { mutations_sync: '1' },
  });
  await client.close();
}
