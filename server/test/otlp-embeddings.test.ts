/** Embeddings as popular instrumentations report them: each is recorded once, without its vectors. */
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { json as bodyOf } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { InteractionList } from '@parley/contract';
import { z } from 'zod';
import { eventually } from './support/eventually.ts';
import { ledgerTotals } from './support/ledger-totals.ts';
import { listen } from './support/listen.ts';
import { type OtelApp, runOtelApp } from './support/otel-app.ts';
import { startServer, type TestServer } from './support/server-process.ts';
import { tempFolder } from './support/temp-folder.ts';

/** Generous, since the machine may be busy and the engine may still have to be compiled. */
const STORED_MS = 60_000;
/** Occurs only in vectors. */
const NUMBER = 0.140625;

type Case = OtelApp & { texts: string[] | null; tokens: number | null };

const BOTH = ['The Elbe', 'The Dnipro'];
const CASES: readonly Case[] = [
  // It does not report tokens.
  { app: 'embed-openai', args: ['openinference'], protocol: 'http/protobuf', texts: BOTH, tokens: null },
  // It reports only tokens.
  { app: 'embed-openai', args: ['opentelemetry'], protocol: 'http/json', texts: null, tokens: 6 },
  { app: 'embed-vercel', args: ['own', 'many'], protocol: 'http/json', texts: BOTH, tokens: 6 },
  { app: 'embed-vercel', args: ['own', 'one'], protocol: 'http/protobuf', texts: ['The Elbe'], tokens: 3 },
  { app: 'embed-vercel', args: ['conventions', 'many'], protocol: 'http/protobuf', texts: BOTH, tokens: 6 },
  {
    app: 'embed-vercel',
    args: ['conventions', 'one'],
    protocol: 'http/json',
    texts: ['The Elbe'],
    tokens: 3,
  },
];

const Asked = z.object({ model: z.string(), input: z.array(z.string()) });

/** Stand-in for OpenAI's API: a vector of four numbers, and three tokens, for each text. */
function embeddingStandIn(): Server {
  return createServer(async (request, response) => {
    const { model, input } = Asked.parse(await bodyOf(request));
    const tokens = 3 * input.length;
    const data = input.map((_, index) => ({
      object: 'embedding',
      index,
      embedding: [NUMBER, 0.5, -0.5, index],
    }));
    const usage = { prompt_tokens: tokens, total_tokens: tokens };
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ object: 'list', data, model, usage }));
  });
}

describe('an instrumented application that requests embeddings', () => {
  let server: TestServer;
  const traces = new Map<Case, string>();
  const cleanups: (() => void | Promise<void>)[] = [];

  before(async () => {
    const cleanup = { after: (clean: () => void | Promise<void>) => void cleanups.push(clean) };
    const standIn = `http://127.0.0.1:${await listen(cleanup, embeddingStandIn())}`;
    server = await startServer({ data: await tempFolder() });
    for (const each of CASES) traces.set(each, await runOtelApp(each, server, standIn));
    const drained = async () => {
      const { stored, waiting } = await ledgerTotals(server);
      return stored >= CASES.length && waiting === 0;
    };
    await eventually('everything is stored', drained, STORED_MS);
  });
  after(async () => {
    assert.equal(await server.stop(), 0, server.output());
    for (const clean of cleanups) await clean();
  });

  for (const each of CASES) {
    it(`is recorded: ${each.app} ${each.args.join(' ')}`, async () => {
      const { json } = await server.get(`/v1/interactions?trace=${traces.get(each)}`);
      const [record, ...others] = InteractionList.parse(json).data;
      assert.ok(record);
      assert.deepEqual(others, []);
      const { id, type, provider, model, inputText, texts, vectors, usage, cost, latencyMs, warnings } =
        record;
      assert.deepEqual([type, provider, model], ['embedding', 'openai', 'text-embedding-3-small']);
      const count = each.texts?.length ?? null;
      assert.deepEqual([texts, inputText], [count, each.texts?.join('\n') ?? '']);
      assert.deepEqual(vectors, count === null ? null : { count, length: 4, kept: false });
      assert.deepEqual([usage.input, usage.output], [each.tokens, null]);
      assert.equal(cost !== null && cost.usd > 0, each.tokens !== null);
      assert.ok(latencyMs !== null);
      assert.deepEqual(warnings, []);
      const raw = await server.get(`/v1/interactions/${id}/raw`);
      assert.equal(raw.status, 200);
      assert.ok(!JSON.stringify(raw.json).includes(String(NUMBER)));
    });
  }
});
