/** Langfuse's own SDK, configured only by its host and keys. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Interaction, InteractionList, SessionList } from '@parley/contract';
import { eventually } from './support/eventually.ts';
import { ledgerTotals } from './support/ledger-totals.ts';
import { startServer, type TestServer } from './support/server-process.ts';
import { tempFolder } from './support/temp-folder.ts';

/** Generous, since the machine may be busy and the engine may still have to be compiled. */
const STORED_MS = 60_000;
const APP = fileURLToPath(new URL('./support/otel-apps/langfuse.cjs', import.meta.url));

const LABELS = {
  'deployment.environment.name': 'staging',
  release: 'v1.4',
  'trace.name': 'support',
  region: 'eu',
  'tag.beta': 'true',
  'tag.customer_support': 'true',
};

describe("an application that uses Langfuse's SDK", () => {
  let server: TestServer;
  let records: Interaction[];

  before(async () => {
    server = await startServer({ data: await tempFolder() });
    const { stdout: traceId } = await promisify(execFile)(process.execPath, [APP], {
      env: {
        PATH: process.env.PATH,
        LANGFUSE_BASE_URL: server.url,
        LANGFUSE_PUBLIC_KEY: server.keys.appKey,
        LANGFUSE_SECRET_KEY: server.keys.apiKey,
        LANGFUSE_TRACING_ENVIRONMENT: 'staging',
        LANGFUSE_RELEASE: 'v1.4',
        OTEL_METRICS_EXPORTER: 'none',
        OTEL_LOGS_EXPORTER: 'none',
      },
    });
    const drained = async () => {
      const { stored, waiting } = await ledgerTotals(server);
      return stored > 0 && waiting === 0;
    };
    await eventually('everything is stored', drained, STORED_MS);
    const { json } = await server.get(`/v1/interactions?trace=${traceId}`);
    records = InteractionList.parse(json).data.toSorted((a, b) => a.requestedAt.localeCompare(b.requestedAt));
  });
  after(async () => assert.equal(await server.stop(), 0, server.output()));

  const find = (text: string): Interaction =>
    records.find(({ inputText }) => inputText.includes(text)) ?? assert.fail(JSON.stringify(records));

  it('has only its generations and embeddings recorded', () => {
    assert.deepEqual(records.map(({ type }) => type).sort(), ['chat', 'chat', 'embedding']);
    for (const { session, user, labels, outcome, version } of records) {
      assert.deepEqual([session, user?.userId, outcome], ['rivers', 'jane', 'ok']);
      assert.deepEqual(labels, LABELS);
      assert.equal(version, 'langfuse-sdk');
    }
  });

  it('has the model, texts, tokens and cost of its generation recorded', () => {
    const { model, input, outputText, usage, cost, latencyMs, firstTokenMs } = find('Dresden');
    assert.equal(model, 'gpt-4o');
    assert.deepEqual(
      input.map(({ role }) => role),
      ['system', 'user'],
    );
    assert.equal(outputText, 'The Elbe.');
    // Langfuse's counts do not overlap.
    const { input: tokens, output, total, cachedInput } = usage;
    assert.deepEqual(
      { tokens, output, total, cachedInput },
      { tokens: 160, output: 20, total: 180, cachedInput: 60 },
    );
    assert.equal(cost?.stated, 0.0005);
    assert.ok(cost && cost.usd > 0 && latencyMs !== null && firstTokenMs !== null);
  });

  it("has token counts under OpenAI's names, in camel case, recorded as well", () => {
    const { usage, outputText, cost } = find('Kyiv');
    assert.equal(outputText, 'The Dnipro.');
    assert.deepEqual([usage.input, usage.output, usage.total], [9, 4, 13]);
    assert.equal(cost?.stated, null);
  });

  it('has its embedding recorded without the vectors', async () => {
    const { id, model, texts, vectors, output, usage, cost } = find('The Elbe\nThe Dnipro');
    assert.equal(model, 'text-embedding-3-small');
    assert.deepEqual([texts, vectors, output], [2, { count: 2, length: 3, kept: false }, []]);
    assert.deepEqual([usage.input, usage.output], [6, null]);
    assert.equal(cost?.stated, 0.00000012);
    const { json } = await server.get(`/v1/interactions/${id}/raw`);
    const raw = JSON.stringify(json);
    assert.match(raw, /The Dnipro.*dropped/);
    assert.doesNotMatch(raw, /0\.125/);
    const { json: filtered } = await server.get('/v1/interactions?type=embedding');
    assert.deepEqual(
      InteractionList.parse(filtered).data.map((record) => record.id),
      [id],
    );
    const { json: sessions } = await server.get('/v1/sessions');
    assert.deepEqual(
      SessionList.parse(sessions).data.map(({ session, interactions }) => [session, interactions]),
      [['rivers', 2]],
    );
  });
});
