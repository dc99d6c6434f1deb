/**
 * Popular instrumentations, unmodified: their calls become interactions with the complete content, once each.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Interaction, InteractionList } from '@parley/contract';
import { eventually } from './support/eventually.ts';
import { ledgerTotals } from './support/ledger-totals.ts';
import { listen } from './support/listen.ts';
import { modelStandIn, STAND_IN } from './support/model-stand-in.ts';
import { type OtelApp, runOtelApp } from './support/otel-app.ts';
import { startServer, type TestServer } from './support/server-process.ts';
import { storeProxy } from './support/store-proxy.ts';
import { tempFolder } from './support/temp-folder.ts';

/** Generous, since the machine may be busy and the engine may still have to be compiled. */
const STORED_MS = 60_000;

type Fact = 'tokens' | 'model' | 'finish' | 'arguments';
/** Which of the two calls is streamed, and what the instrumentation does not report about that one. */
type Case = OtelApp & { name: string; session: string | null; streamed: number[]; untold: readonly Fact[] };

const OPENAI = { provider: 'openai', requestedModel: 'gpt-4o', model: 'gpt-4o-2024-08-06' };
const CLAUDE = 'claude-3-5-haiku-20241022';
const ANTHROPIC = { provider: 'anthropic', requestedModel: CLAUDE, model: CLAUDE };

const CASES: readonly Case[] = [
  ...twice('openllmetry-openai', { untold: ['tokens'] }),
  ...twice('openllmetry-anthropic', { untold: ['finish', 'arguments'] }),
  ...twice('openinference-openai', { untold: ['tokens', 'model'], session: 'rivers' }),
  ...twice('opentelemetry-openai', {}),
  ...vercel('conventions'),
  ...vercel('own'),
];

function twice(app: string, { untold = [], session = null }: Partial<Case>): Case[] {
  const common = { app, untold, session };
  return [
    { ...common, name: `${app}, the first streamed`, args: ['first'], protocol: 'http/json', streamed: [0] },
    {
      ...common,
      name: `${app}, the second streamed`,
      args: ['second'],
      protocol: 'http/protobuf',
      streamed: [1],
    },
  ];
}

function vercel(names: string): Case[] {
  const common = { app: 'vercel-ai', session: 'rivers', untold: [] };
  const name = `vercel-ai with the names of ${names === 'own' ? 'its own' : 'the conventions'}`;
  return [
    { ...common, name, args: ['none', names], protocol: 'http/json', streamed: [] },
    {
      ...common,
      name: `${name}, streamed`,
      args: ['both', names],
      protocol: 'http/protobuf',
      streamed: [0, 1],
    },
  ];
}

describe('an instrumented application', () => {
  let server: TestServer;
  const traces = new Map<string, string>();
  const cleanups: (() => void | Promise<void>)[] = [];

  before(async () => {
    const cleanup = { after: (clean: () => void | Promise<void>) => void cleanups.push(clean) };
    const standIn = `http://127.0.0.1:${await listen(cleanup, modelStandIn())}`;
    const store = await storeProxy(cleanup);
    server = await startServer({ data: await tempFolder(), clickhouseUrl: store.url });
    // Spans and log records are then stored together, whichever arrives first.
    store.close();
    const waiting = [...CASES];
    const runAll = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift())
        traces.set(next.name, await runOtelApp(next, server, standIn));
    };
    await Promise.all([runAll(), runAll()]);
    store.open();
    const drained = async () => (await ledgerTotals(server)).waiting === 0;
    await eventually('everything is stored', drained, STORED_MS);
  });
  after(async () => {
    assert.equal(await server.stop(), 0, server.output());
    for (const clean of cleanups) await clean();
  });

  for (const { name, app, session, streamed, untold } of CASES) {
    it(`is recorded: ${name}`, async () => {
      const { json } = await server.get(`/v1/interactions?trace=${traces.get(name)}`);
      const records = InteractionList.parse(json).data.toSorted(byTime);
      assert.equal(records.length, 2, 'only the model calls');
      for (const [i, record] of records.entries()) {
        const tells = (fact: Fact) => !streamed.includes(i) || !untold.includes(fact);
        const { provider, requestedModel, model, usage } = record;
        const expected = app.endsWith('anthropic') ? ANTHROPIC : OPENAI;
        assert.deepEqual([provider, requestedModel], [expected.provider, expected.requestedModel]);
        assert.equal(model, tells('model') ? expected.model : expected.requestedModel);
        assert.equal(record.outcome, 'ok');
        assert.equal(record.session, session);
        assert.equal(record.labels['service.name'], app);
        assert.match(record.inputText, new RegExp(STAND_IN.question.replace('?', '\\?')));
        assert.match(JSON.stringify(record.input), /You know rivers/);
        const tokens = i === 0 ? STAND_IN.tokens.call : STAND_IN.tokens.answer;
        assert.deepEqual([usage.input, usage.output], tells('tokens') ? tokens : [null, null]);
        assert.equal(record.cost !== null && record.cost.usd > 0, tells('tokens'));
        assert.ok(record.latencyMs !== null);
        assert.deepEqual(record.warnings, []);
        const finish = i === 0 ? 'tool_calls' : 'stop';
        assert.equal(record.finishReason, tells('finish') ? finish : null);
        if (i === 0) isCallOfTool(record, tells('arguments'));
        else isAnswer(record);
      }
    });
  }
});

function isCallOfTool({ toolCalls }: Interaction, withArguments: boolean): void {
  const { name, arguments: given } = STAND_IN.tool;
  assert.deepEqual(
    toolCalls.map((call) => [call.name, JSON.parse(call.arguments)]),
    [[name, withArguments ? given : {}]],
  );
}

function isAnswer({ input, outputText, toolCalls }: Interaction): void {
  assert.equal(outputText, STAND_IN.answer);
  assert.deepEqual(toolCalls, []);
  const results = input.flatMap(({ content }) => content).filter(({ type }) => type === 'tool_result');
  assert.deepEqual(
    results.map((result) => 'text' in result && result.text),
    [STAND_IN.result],
  );
}

function byTime(a: Interaction, b: Interaction): number {
  return a.requestedAt.localeCompare(b.requestedAt);
}
