/** What settings do to data, end to end: numbers only, retention, deletion. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Interaction, InteractionList, Ledger, RejectionList } from '@parley/contract';
import { z } from 'zod';
import { createApplication } from '../src/accounts/applications/create-application.ts';
import { findApplication } from '../src/accounts/applications/find-application.ts';
import { requestDeletion } from '../src/accounts/applications/request-deletion.ts';
import { updateSettings } from '../src/accounts/applications/update-settings.ts';
import { createToken } from '../src/accounts/keys/create-token.ts';
import { keptScore } from '../src/envelope/score.ts';
import { openMetadata } from '../src/metadata/database.ts';
import { connect } from '../src/store/client.ts';
import type { StoreClient } from '../src/store/failover.ts';
import type { StoredScore } from '../src/store/rows/score-row.ts';
import { Store } from '../src/store/store.ts';
import { eventually } from './support/eventually.ts';
import { metadataAddressOf } from './support/metadata-address.ts';
import { exportOf, plainSpan, sendOtlp } from './support/otlp.ts';
import { bytesOf, type Keys, payloadOf, TEST_KEYS } from './support/payloads.ts';
import { keyHeaders, sendScores } from './support/scores.ts';
import { READ_TOKEN, startServer, type TestServer } from './support/server-process.ts';
import { storeProxy } from './support/store-proxy.ts';
import { tempFolder } from './support/temp-folder.ts';

const STORE_MS = 60_000;
const TEST_MS = 240_000;
const DAY = 86_400_000;

/** Occurs in every payload of this test, and nowhere else. */
const WORD = 'xylotomous';
const AGENT = plainSpan({ name: WORD, attributes: { 'gen_ai.operation.name': 'invoke_agent' } });

describe('settings', () => {
  it('drop content, remove expired interactions, and delete applications without a trace', {
    timeout: TEST_MS,
  }, async (test) => {
    const data = await tempFolder();
    const { url: clickhouseUrl } = await storeProxy(test);
    const server = await startServer({ data, clickhouseUrl });
    test.after(() => server.stop());
    const metadata = openMetadata(metadataAddressOf(data));
    test.after(() => metadata.close());
    const { db } = metadata;
    const store = connect({ kind: 'remote', url: clickhouseUrl });
    test.after(() => store.close());

    const whole = (await findApplication(db, TEST_KEYS.appKey)).id;
    const numbers = await createApplication(db, { name: 'Numbers' });
    const { token } = await createToken(db, { appId: numbers.id, name: 'x', scopes: ['read', 'replay'] });
    await updateSettings(db, numbers.id, { storeBodies: false });

    // Each application sends a rejected payload and a span; the second one has records of three ages.
    const counted = await send(server, numbers, 0);
    const waiting = await record(server, counted, token);
    const [old, aging, fresh] = [
      await send(server, TEST_KEYS, 40),
      await send(server, TEST_KEYS, 10),
      await send(server, TEST_KEYS, 0),
    ];
    for (const keys of [numbers, TEST_KEYS]) {
      const refused = payloadOf('openai', 'chat', { session: [WORD] }, keys);
      assert.equal((await server.post(bytesOf(refused))).status, 422);
      const headers = keyHeaders(keys);
      assert.equal((await sendOtlp(server, exportOf([AGENT]), { headers })).status, 200);
      const score = { session: 'scored', name: 'helpful', value: true, comment: WORD };
      assert.equal((await sendScores(server, score, headers)).status, 200);
    }
    await received(server, token, 4);
    await received(server, READ_TOKEN, 6);
    await insertEarlier(clickhouseUrl, whole, [40, 10]);

    // Numbers only: the store returns what the journal did, and the content is nowhere.
    assert.deepEqual(await record(server, counted, token), waiting);
    assert.deepEqual([waiting.usage.total, waiting.input, waiting.outputText], [15, [], '']);
    const { data: listed } = InteractionList.parse((await server.get('/v1/interactions', token)).json);
    assert.deepEqual(
      listed.map(({ id }) => id),
      [counted],
    );
    assert.match(await missing(server, `/v1/interactions/${counted}/raw`, token), /not kept/);
    const [rejection] = RejectionList.parse((await server.get('/v1/rejections', token)).json).data;
    assert.equal(rejection?.issues[0]?.path, 'session');
    assert.match(await missing(server, `/v1/rejections/${rejection?.id}/raw`, token), /not kept/);
    const ofNumbers = { interactions: 1, rejections: 1, outlines: 1, scores: 1, withWord: 0 };
    assert.deepEqual(await rowsByApp(store), {
      [numbers.id]: ofNumbers,
      [whole]: { interactions: 3, rejections: 1, outlines: 3, scores: 3, withWord: 10 },
    });

    // Retention: the oldest record is removed, the next loses its bodies, the newest stays.
    await updateSettings(db, whole, { retentionDays: 30, bodyRetentionDays: 7 });
    await eventually(
      'expired interactions are removed',
      () => /removed expired interactions/.test(server.output()),
      STORE_MS,
    );
    assert.deepEqual(await rowsByApp(store), {
      [numbers.id]: ofNumbers,
      [whole]: { interactions: 2, rejections: 1, outlines: 2, scores: 2, withWord: 4 },
    });
    assert.match(await missing(server, `/v1/interactions/${old}`), /no such interaction/);
    assert.match(await missing(server, `/v1/interactions/${aging}/raw`), /not kept/);
    const aged = await record(server, aging);
    assert.deepEqual([aged.usage.total, aged.inputText, aged.model], [15, '', 'gpt-4o-2024-08-06']);
    assert.ok((await server.get(`/v1/interactions/${fresh}/raw`)).text.includes(WORD));

    // Deletion while payloads arrive.
    const sending = sendUntilRefused(server);
    await requestDeletion(db, whole);
    await sending;
    assert.equal((await server.get('/v1/ledger')).status, 401);
    await eventually(
      'the application is deleted',
      async () => {
        await sleep(100);
        return (await db.selectFrom('application').select('id').execute()).length === 1;
      },
      STORE_MS,
    );
    assert.deepEqual(await rowsByApp(store), { [numbers.id]: ofNumbers });
    for (const table of ['api_key', 'read_token', 'price_override', 'ledger', 'score_kind'] as const) {
      const left = await db.selectFrom(table).select('app_id').where('app_id', '=', whole).execute();
      assert.deepEqual(left, [], table);
    }
    for (const file of filesBelow(join(data, 'journal'))) assert.ok(!readFileSync(file).includes(WORD), file);
    assert.equal(await server.stop(), 0);
  });
});

async function send(server: TestServer, keys: Keys, daysOld: number): Promise<string> {
  const request = Date.now() - daysOld * DAY;
  const timestamps = { request, response: request + 500 };
  const payload = payloadOf('openai', 'chat', { timestamps }, keys);
  payload.request.messages = [{ role: 'user', content: `What is ${WORD}?` }];
  const { status, json } = await server.post(bytesOf(payload));
  assert.equal(status, 200);
  return String(json.id);
}

/** Inserts past the server, since telemetry and scores are always received now. */
async function insertEarlier(url: string, appId: string, daysOld: readonly number[]): Promise<void> {
  const store = new Store({ kind: 'remote', url });
  const rows = daysOld.map((days) => ({
    traceId: 't',
    spanId: `s${days}`,
    parentSpanId: null,
    name: WORD,
    kind: 'agent' as const,
    startedAt: null,
    endedAt: null,
    failed: false,
    appId,
    receivedAt: Date.now() - days * DAY,
  }));
  await store.insertOutlines(rows, 'earlier');
  const scores = daysOld.map((days): StoredScore => {
    const receivedAt = Date.now() - days * DAY;
    const score = { session: `${days} days ago`, name: 'helpful', value: true, comment: WORD };
    return { ...keptScore(appId, score, receivedAt), appId, receivedAt };
  });
  await store.insertScores(scores, 'earlier');
  await store.close();
}

/** Sends payloads until its keys no longer work. */
async function sendUntilRefused(server: TestServer): Promise<void> {
  for (;;) {
    const { status } = await server.post(bytesOf(payloadOf('openai', 'chat', { session: WORD })));
    if (status === 401) return;
    assert.equal(status, 200);
  }
}

async function record(server: TestServer, id: string, token?: string): Promise<Interaction> {
  return Interaction.parse((await server.get(`/v1/interactions/${id}`, token)).json);
}

/** The message of a 404. */
async function missing(server: TestServer, path: string, token?: string): Promise<string> {
  const { status, json } = await server.get(path, token);
  assert.deepEqual([status, json.code], [404, 'not_found']);
  return String(json.message);
}

function received(server: TestServer, token: string, payloads: number): Promise<void> {
  return eventually(
    `${payloads} payloads are in the store`,
    async () => {
      await sleep(100);
      const days = Ledger.parse((await server.get('/v1/ledger', token)).json).data;
      const sum = days.reduce((total, day) => total + day.received - day.waiting, 0);
      return sum === payloads;
    },
    STORE_MS,
  );
}

const Counts = z.object({
  app_id: z.string(),
  interactions: z.number(),
  rejections: z.number(),
  outlines: z.number(),
  scores: z.number(),
  withWord: z.number(),
});

/** The store's rows of every application, hidden ones included. */
async function rowsByApp(store: StoreClient) {
  const result = await store.query({
    query: `SELECT app_id, countIf(source = 'interactions') AS interactions,
                   countIf(source = 'rejections') AS rejections, countIf(source = 'outlines') AS outlines,
                   countIf(source = 'scores') AS scores,
                   countIf(position(said, {word:String}) > 0) AS withWord
            FROM (
              SELECT app_id, 'interactions' AS source,
                     concat(content, large, error_message, warnings, record) AS said
              FROM interactions
              UNION ALL
              SELECT app_id, 'rejections', concat(payload, issues) FROM rejections
              UNION ALL
              SELECT app_id, 'outlines', name FROM outlines
              UNION ALL
              SELECT app_id, 'scores', comment FROM scores
            ) GROUP BY app_id`,
    query_params: { word: WORD },
    format: 'JSONEachRow',
    clickhouse_settings: { apply_deleted_mask: 0, output_format_json_quote_64bit_integers: 0 },
  });
  const rows = z.array(Counts).parse(await result.json());
  return Object.fromEntries(rows.map(({ app_id, ...counts }) => [app_id, counts]));
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
