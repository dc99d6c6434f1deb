/**
 * A model call reported in several exports, in any order, becomes one interaction with all of its content.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Interaction } from '@parley/contract';
import { eventually } from './support/eventually.ts';
import { ledgerTotals } from './support/ledger-totals.ts';
import { startServer, type TestServer } from './support/server-process.ts';
import { storeProxy } from './support/store-proxy.ts';
import { tempFolder } from './support/temp-folder.ts';

type Json = Record<string, unknown>;

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const STORED_MS = 60_000;

const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });
const number = (key: string, intValue: number) => ({ key, value: { intValue } });
const nanoseconds = (milliseconds: number) => `${milliseconds}000000`;

function spanOf(spanId: string, startedAt: number): Json {
  return {
    traceId: TRACE,
    spanId,
    name: 'chat gpt-4o',
    startTimeUnixNano: nanoseconds(startedAt),
    endTimeUnixNano: nanoseconds(startedAt + 900),
    attributes: [
      text('gen_ai.operation.name', 'chat'),
      text('gen_ai.provider.name', 'openai'),
      text('gen_ai.request.model', 'gpt-4o'),
      number('gen_ai.usage.input_tokens', 1000),
      number('gen_ai.usage.output_tokens', 100),
      text('gen_ai.conversation.id', 'trip'),
    ],
  };
}

function detailsOf(spanId: string, at: number): Json {
  const said = (role: string, content: string) => [{ role, parts: [{ type: 'text', content }] }];
  return {
    traceId: TRACE,
    spanId,
    eventName: 'gen_ai.client.inference.operation.details',
    timeUnixNano: nanoseconds(at),
    attributes: [
      text('gen_ai.operation.name', 'chat'),
      text('gen_ai.request.model', 'gpt-4o'),
      text('gen_ai.input.messages', JSON.stringify(said('user', 'Name a river.'))),
      text('gen_ai.output.messages', JSON.stringify(said('assistant', 'The Elbe.'))),
    ],
  };
}

function eventsOf(spanId: string, at: number): Json[] {
  const event = (eventName: string, body: Json) => ({
    traceId: TRACE,
    spanId,
    eventName,
    timeUnixNano: nanoseconds(at),
    body: {
      kvlistValue: {
        values: Object.entries(body).map(([key, value]) =>
          typeof value === 'string'
            ? text(key, value)
            : {
                key,
                value: { kvlistValue: { values: [text('content', 'The Elbe.'), text('role', 'assistant')] } },
              },
        ),
      },
    },
  });
  return [
    event('gen_ai.user.message', { content: 'Name a river.' }),
    event('gen_ai.choice', { finish_reason: 'stop', message: {} }),
  ];
}

async function post(server: TestServer, signal: 'traces' | 'logs', records: readonly Json[]): Promise<void> {
  const body =
    signal === 'traces'
      ? { resourceSpans: [{ scopeSpans: [{ scope: { name: 'tests' }, spans: records }] }] }
      : { resourceLogs: [{ scopeLogs: [{ scope: { name: 'tests' }, logRecords: records }] }] };
  const response = await fetch(`${server.url}/v1/${signal}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'x-parley-app-key': server.keys.appKey,
      'x-parley-api-key': server.keys.apiKey,
    },
    body: JSON.stringify(body),
  });
  assert.equal(response.status, 200, await response.text());
}

describe('a model call in parts', () => {
  let server: TestServer;
  const cleanUps: (() => void | Promise<void>)[] = [];
  const now = Date.now() - 60_000;

  before(async () => {
    const store = await storeProxy({ after: (clean) => void cleanUps.unshift(clean) });
    server = await startServer({ data: await tempFolder(), clickhouseUrl: store.url });
    cleanUps.unshift(async () => void (await server.stop()));
    await eventually('the store is ready', () => server.output().includes('the store is ready'), STORED_MS);
  });
  after(async () => {
    for (const clean of cleanUps) await clean();
  });

  /** The interaction of a span, once it matches the expectation. */
  async function eventuallyOne(
    spanId: string,
    isDone: (record: Interaction) => boolean,
  ): Promise<Interaction> {
    let found: Interaction | undefined;
    await eventually(
      `the call ${spanId} is complete`,
      async () => {
        const { json } = await server.get(`/v1/interactions?trace=${TRACE}&limit=100`);
        const records = (Array.isArray(json.data) ? json.data : []).map((one) => Interaction.parse(one));
        const mine = records.filter(({ trace }) => trace?.spanId === spanId);
        assert.ok(mine.length <= 1, `${mine.length} interactions of ${spanId}`);
        found = mine[0];
        return found !== undefined && isDone(found);
      },
      STORED_MS,
    );
    return found ?? assert.fail();
  }

  function assertComplete(record: Interaction): void {
    const { inputText, outputText, usage, latencyMs, session, cost, provider } = record;
    assert.deepEqual(
      { inputText, outputText, input: usage.input, output: usage.output, latencyMs, session, provider },
      {
        inputText: 'Name a river.',
        outputText: 'The Elbe.',
        input: 1000,
        output: 100,
        latencyMs: 900,
        session: 'trip',
        provider: 'openai',
      },
    );
    assert.equal(cost?.usd, 0.0035);
  }

  const isWhole = ({ outputText, usage }: Interaction) => outputText !== '' && usage.input !== null;

  it('is complete if the span arrives first and its details after it is stored', async () => {
    await post(server, 'traces', [spanOf('00000000000000a1', now)]);
    const bare = await eventuallyOne('00000000000000a1', () => true);
    assert.equal(bare.outputText, '');
    await post(server, 'logs', [detailsOf('00000000000000a1', now + 900)]);
    const whole = await eventuallyOne('00000000000000a1', isWhole);
    assertComplete(whole);
    assert.equal(whole.id, bare.id);
    assert.equal(whole.requestedAt, bare.requestedAt);
  });

  it('is complete if the details arrive first', async () => {
    await post(server, 'logs', [detailsOf('00000000000000a2', now + 900)]);
    await eventuallyOne('00000000000000a2', () => true);
    await post(server, 'traces', [spanOf('00000000000000a2', now)]);
    assertComplete(await eventuallyOne('00000000000000a2', isWhole));
  });

  it('is complete if events without a call of their own arrive before and after it', async () => {
    const [user, choice] = eventsOf('00000000000000a3', now + 900);
    assert.ok(user && choice);
    await post(server, 'logs', [user]);
    await eventually(
      'the event is counted',
      async () => (await ledgerTotals(server)).waiting === 0,
      STORED_MS,
    );
    await post(server, 'traces', [spanOf('00000000000000a3', now)]);
    const half = await eventuallyOne('00000000000000a3', ({ inputText }) => inputText !== '');
    assert.equal(half.outputText, '');
    await post(server, 'logs', [choice]);
    const whole = await eventuallyOne('00000000000000a3', isWhole);
    assertComplete(whole);
    assert.equal(whole.finishReason, 'stop');
  });

  it('is complete if everything arrives at once', async () => {
    await Promise.all([
      post(server, 'traces', [spanOf('00000000000000a4', now)]),
      post(server, 'logs', [detailsOf('00000000000000a4', now + 900)]),
    ]);
    assertComplete(await eventuallyOne('00000000000000a4', isWhole));
  });

  it('does not change if it is sent again, and the ledger adds up', async () => {
    await post(server, 'traces', [spanOf('00000000000000a1', now)]);
    await post(server, 'logs', [detailsOf('00000000000000a1', now + 900)]);
    await eventually('all is counted', async () => (await ledgerTotals(server)).waiting === 0, STORED_MS);
    assertComplete(await eventuallyOne('00000000000000a1', isWhole));
    const { received, stored, duplicate, rejected, ignored } = await ledgerTotals(server);
    assert.deepEqual({ received, stored, rejected }, { received: 11, stored: 4, rejected: 0 });
    assert.equal(duplicate + ignored, 7);
  });
});
