import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonRequest, protobufRequest } from '../../../test/fixtures/otlp-sample.ts';
import { spanJson } from '../../../test/fixtures/telemetry.ts';
import { ingestBench, NOW } from '../../../test/support/ingest-bench.ts';
import { readTelemetry } from '../exchange/read-telemetry.ts';
import { parseTelemetry } from './parse-telemetry.ts';
import { replayTelemetry } from './replay-telemetry.ts';
import { type TelemetryRequest, takeTelemetry } from './take-telemetry.ts';

const LIMITS = { records: 10_000, values: 1_000_000, recordBytes: 1024 * 1024 };
const attribute = (key: string, stringValue: string) => ({ key, value: { stringValue } });

function spanOf(spanId: string, operation = 'chat', traceId = '0af7651916cd43dd8448eb211c80319c') {
  const attributes = [
    attribute('gen_ai.operation.name', operation),
    attribute('gen_ai.request.model', 'gpt-4o'),
  ];
  return { traceId, spanId, name: operation, startTimeUnixNano: `${NOW}000000`, attributes };
}

function requestOf(spans: readonly object[], resource: object = {}, name = 'tests'): TelemetryRequest {
  const group = { resource, scopeSpans: [{ scope: { name }, spans }] };
  const bytes = Buffer.from(JSON.stringify({ resourceSpans: [group] }));
  const parsed = parseTelemetry('traces', bytes, 'json', LIMITS);
  if (!('portions' in parsed)) assert.fail(JSON.stringify(parsed));
  return { signal: 'traces', encoding: 'json', bytes, parsed, receivedAt: NOW };
}

function kept(span: object): Buffer {
  return Buffer.from(JSON.stringify({ resource: null, scope: { name: 'tests' }, span }));
}

test('calls, invalid spans and ignored spans get frames, and a retry is a duplicate', async (t) => {
  const at = await ingestBench(t);
  const application = at.ingest.credentials.byId('app_1') ?? assert.fail();
  const spans = [
    spanOf('00000000000000a1'),
    spanOf('00000000000000a2', 'execute_tool'),
    spanOf('00000000000000a3', 'invoke_agent'),
    spanOf('no id'),
  ];
  const take = () => takeTelemetry(at.ingest, application, requestOf(spans));
  const first = await take();
  assert.deepEqual([first.stored, first.duplicates, first.rejected?.count], [1, 0, 1]);
  assert.match(first.rejected?.message ?? '', /spans\[3\]: spanId must be 16 hexadecimal digits/);
  assert.deepEqual(await at.kinds(), ['interaction', 'rejection', 'ignored']);
  assert.deepEqual([...at.ingest.pending.countByDay('app_1', { segment: 0, offset: 0 }).values()], [4]);
  const second = await take();
  assert.deepEqual([second.stored, second.duplicates], [0, 1]);
});

test('an outer call that arrives between its inner ones loses its tokens and counts once in the ledger', async (t) => {
  const at = await ingestBench(t);
  const application = at.ingest.credentials.byId('app_1') ?? assert.fail();
  const call = (spanId: string, parentSpanId: string | null, intValue: number) => {
    const span = spanOf(spanId);
    const attributes = [...span.attributes, { key: 'gen_ai.usage.input_tokens', value: { intValue } }];
    return { ...span, parentSpanId, attributes };
  };
  const outer = '00000000000000d0';
  for (const span of [
    call('00000000000000d1', outer, 10),
    call(outer, null, 30),
    call('00000000000000d2', outer, 20),
  ])
    await takeTelemetry(at.ingest, application, requestOf([span]));
  const entries = await at.entries();
  assert.deepEqual(
    entries.map(({ head }) => head.kind),
    ['interaction', 'interaction', 'interaction', 'part'],
  );
  assert.deepEqual([...at.ingest.pending.countByDay('app_1', { segment: 0, offset: 0 }).values()], [3]);
  const [, recorded, , part] = entries;
  assert.ok(recorded && 'request' in recorded && part && 'logs' in part);
  assert.equal(part.head.id, recorded.head.id);
  const request = JSON.parse(recorded.request.toString());
  assert.equal(readTelemetry(request, {}).exchange.usage.input, 30);
  const { exchange, warnings } = readTelemetry(request, JSON.parse(part.logs.toString()));
  assert.deepEqual([exchange.model, exchange.usage.input, exchange.usage.total], ['gpt-4o', null, null]);
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['counted_inside'],
  );
});

test('a call that LangChain and OpenAI report in two traces is one interaction, with a warning', async (t) => {
  const at = await ingestBench(t);
  const application = at.ingest.credentials.byId('app_1') ?? assert.fail();
  const id = 'chatcmpl-AbCdEfGh123';
  const message = { lc: 1, id: ['langchain_core', 'messages', 'AIMessage'], kwargs: { id, content: 'Hi.' } };
  const outputs = {
    openai: { id, object: 'chat.completion', choices: [{ message: { role: 'assistant', content: 'Hi.' } }] },
    langchain: { generations: [[{ text: 'Hi.', message }]] },
  };
  const [inner, outer] = (['openai', 'langchain'] as const).map((library, i) => {
    const attributes = [
      attribute('openinference.span.kind', 'LLM'),
      attribute('llm.model_name', 'gpt-4o'),
      attribute('output.value', JSON.stringify(outputs[library])),
    ];
    const span = { ...spanOf('00000000000000e1', 'LLM', `${i + 1}`.repeat(32)), attributes };
    const request = requestOf([{ ...span, endTimeUnixNano: `${NOW + 500}000000` }], {}, library);
    return () => takeTelemetry(at.ingest, application, request);
  });
  assert.ok(inner && outer);
  const first = await inner();
  const second = await outer();
  assert.deepEqual([first.stored, second.stored, second.calls], [1, 0, []]);
  const entries = await at.entries();
  assert.deepEqual(
    entries.map(({ head }) => head.kind),
    ['interaction', 'part', 'ignored'],
  );
  const [recorded, part] = entries;
  assert.ok(recorded && 'request' in recorded && part && 'logs' in part);
  assert.equal(part.head.id, recorded.head.id);
  const read = readTelemetry(JSON.parse(recorded.request.toString()), JSON.parse(part.logs.toString()));
  assert.deepEqual(
    read.warnings.map(({ code }) => code),
    ['told_twice'],
  );
});

test('each call of a request counts against the rate limit, and the request is accepted as a whole', async (t) => {
  const at = await ingestBench(t, { application: { rateLimit: 2 } });
  const application = at.ingest.credentials.byId('app_1') ?? assert.fail();
  const calls = (count: number) =>
    requestOf(Array.from({ length: count }, (_, i) => spanOf(`00000000000000b${i}`)));
  await takeTelemetry(at.ingest, application, calls(5));
  await assert.rejects(takeTelemetry(at.ingest, application, calls(1)), {
    code: 'rate_limited',
    details: { message: 'The application may send 2 payloads a second.', retryAfter: 2 },
  });
});

test('a rejected span can be replayed once it is valid, byte for byte, and only once', async (t) => {
  const at = await ingestBench(t);
  const application = at.ingest.credentials.byId('app_1') ?? assert.fail();
  let written = 0;
  const retake = (bytes: Buffer) =>
    replayTelemetry(at.ingest, application, bytes, async () => void written++);
  const fixed = kept(spanOf('00000000000000c1'));
  const first = await retake(fixed);
  const second = await retake(fixed);
  assert.deepEqual([first?.duplicate, second?.duplicate, second?.id], [false, true, first?.id]);
  assert.deepEqual(await at.kinds(), ['interaction', 'duplicate']);
  const [entry] = await at.entries();
  assert.equal(entry && 'request' in entry && entry.request.toString(), fixed.toString());
  assert.equal(written, 2);

  const issueOf = async (span: object) => {
    const error = await retake(kept(span)).catch((thrown: unknown) => thrown);
    return JSON.stringify(Object(error).details.issues);
  };
  assert.match(await issueOf(spanOf('no id')), /spanId must be 16 hexadecimal digits/);
  assert.match(await issueOf(spanOf('00000000000000c2', 'execute_tool')), /no_model_call/);
  assert.equal(await retake(Buffer.from('{"reconify":{},"span":1}')), null);
  assert.equal(written, 2);
});

/** Two texts with their vectors, as in OpenInference. */
const EMBEDDING = spanJson({
  took: 10,
  attributes: {
    'openinference.span.kind': 'EMBEDDING',
    'embedding.model_name': 'text-embedding-3-small',
    'embedding.embeddings.0.embedding.text': 'The Elbe',
    'embedding.embeddings.0.embedding.vector': [0.5, 0.25],
    'embedding.embeddings.1.embedding.text': 'The Dnipro',
    'embedding.embeddings.1.embedding.vector': [0.125, 0.75],
  },
});

/** Enough to be parsed on another thread. */
const MANY_VALUES = 100_000;

for (const [encoding, values] of [
  ['json', 1],
  ['protobuf', 1],
  ['protobuf', MANY_VALUES],
] as const) {
  for (const keepVectors of [false, true]) {
    const are = keepVectors ? 'are kept' : 'never reach the journal';
    test(`vectors in ${encoding} of ${values} values ${are} where the application ${keepVectors ? 'keeps' : 'does not keep'} them`, async (t) => {
      const at = await ingestBench(t, { application: { keepVectors } });
      const application = at.ingest.credentials.byId('app_1') ?? assert.fail();
      const spans = [EMBEDDING, spanOf('00000000000000a1')];
      const sent =
        encoding === 'json'
          ? Buffer.from(JSON.stringify(jsonRequest('traces', spans)))
          : protobufRequest('traces', spans);
      const read = await at.ingest.telemetryParser.parseTelemetry(
        'app_1',
        'traces',
        sent,
        encoding,
        values,
        keepVectors,
      );
      const { bytes, parsed } = read;
      if (!('portions' in parsed)) assert.fail(JSON.stringify(parsed));
      const request = { signal: 'traces' as const, encoding, bytes, parsed, receivedAt: NOW };
      assert.equal((await takeTelemetry(at.ingest, application, request)).stored, 2);
      const [embedding, chat] = await at.entries();
      assert.ok(embedding && 'request' in embedding && chat && 'request' in chat);
      assert.deepEqual([embedding.head.envelope.type, chat.head.envelope.type], ['embedding', 'chat']);
      const text = embedding.request.toString();
      assert.equal(/0\.125/.test(text), keepVectors);
      const { exchange } = readTelemetry(JSON.parse(text), {});
      assert.deepEqual(exchange.vectors, { count: 2, length: 2, kept: keepVectors });
      assert.deepEqual([exchange.texts, exchange.inputText], [2, 'The Elbe\nThe Dnipro']);
    });
  }
}

test('a vector in a separate log record never reaches the journal', async (t) => {
  const at = await ingestBench(t, { application: { keepVectors: false } });
  const application = at.ingest.credentials.byId('app_1') ?? assert.fail();
  const choice = (content: object) => ({
    traceId: EMBEDDING.traceId,
    spanId: EMBEDDING.spanId,
    eventName: 'gen_ai.choice',
    body: {
      kvlistValue: {
        values: [
          { key: 'message', value: { kvlistValue: { values: [{ key: 'content', value: content }] } } },
        ],
      },
    },
  });
  const vector = { arrayValue: { values: [{ doubleValue: 0.125 }, { doubleValue: 0.5 }] } };
  const bytes = Buffer.from(
    JSON.stringify(jsonRequest('logs', [choice(vector), choice({ stringValue: '[0.125]' })])),
  );
  const { parsed } = await at.ingest.telemetryParser.parseTelemetry('app_1', 'logs', bytes, 'json', 1);
  if (!('portions' in parsed)) assert.fail(JSON.stringify(parsed));
  const request = { signal: 'logs' as const, encoding: 'json' as const, bytes, parsed, receivedAt: NOW };
  await takeTelemetry(at.ingest, application, request);
  const [part] = await at.entries();
  assert.ok(part && 'logs' in part);
  // A text that looks like a vector is kept.
  assert.deepEqual(part.logs.toString().match(/0\.\d+|"dropped"/g), ['"dropped"', '0.125']);
});

test('an embedding reported by a framework and its library is recorded once', async (t) => {
  const at = await ingestBench(t);
  const application = at.ingest.credentials.byId('app_1') ?? assert.fail();
  const embedding = (spanId: string, parentSpanId: string | null, tokens: number | null) => {
    const span = spanOf(spanId, 'embeddings');
    const counted =
      tokens === null ? [] : [{ key: 'gen_ai.usage.input_tokens', value: { intValue: tokens } }];
    return { ...span, parentSpanId, attributes: [...span.attributes, ...counted] };
  };
  // Like Vercel's SDK: one span around two, and only the inner ones have tokens.
  const outer = '00000000000000b0';
  const spans = [
    embedding('00000000000000b1', outer, 3),
    embedding('00000000000000b2', outer, 4),
    embedding(outer, '00000000000000c0', null),
    // A chat without tokens around an embedding is not a repeat of it.
    spanOf('00000000000000c0'),
  ];
  const taken = await takeTelemetry(at.ingest, application, requestOf(spans));
  assert.deepEqual([taken.stored, taken.calls.length], [3, 3]);
  const types = (await at.entries()).map(({ head }) => ('envelope' in head ? head.envelope.type : head.kind));
  assert.deepEqual(types, ['embedding', 'embedding', 'chat', 'ignored']);
});

const EVALUATED = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: '00000000000000e1' };

function evaluation(more: Record<string, string | number>, ids: object = EVALUATED) {
  const attributes = Object.entries(more).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { doubleValue: value } : { stringValue: value },
  }));
  return { ...ids, eventName: 'gen_ai.evaluation.result', timeUnixNano: `${NOW}000000`, attributes };
}

function logsOf(logRecords: readonly object[]): TelemetryRequest {
  const bytes = Buffer.from(JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] }));
  const parsed = parseTelemetry('logs', bytes, 'json', LIMITS);
  if (!('portions' in parsed)) assert.fail(JSON.stringify(parsed));
  return { signal: 'logs', encoding: 'json', bytes, parsed, receivedAt: NOW };
}

test('evaluations are scores of the response, the span or the trace that they name', async (t) => {
  const at = await ingestBench(t);
  const application = at.ingest.credentials.byId('app_1') ?? assert.fail();
  const name = 'gen_ai.evaluation.name';
  const value = 'gen_ai.evaluation.score.value';
  const label = 'gen_ai.evaluation.score.label';
  const taken = await takeTelemetry(
    at.ingest,
    application,
    logsOf([
      evaluation({
        [name]: 'Answer relevance',
        [value]: 0.8,
        [label]: 'good',
        'gen_ai.response.id': 'msg_1',
      }),
      evaluation({ [name]: 'tone', [label]: 'calm', 'gen_ai.evaluation.explanation': 'No haste.' }),
      evaluation({ [name]: 'tone', [label]: 'calm' }, { traceId: EVALUATED.traceId }),
      evaluation({ [name]: 'tone', [value]: 1 }),
      evaluation({ [name]: 'tone', [label]: 'calm' }, {}),
      evaluation({ [name]: 'tone', 'error.type': 'timeout' }),
    ]),
  );
  assert.deepEqual([taken.scores, taken.rejected?.count], [3, 2]);
  assert.match(taken.rejected?.message ?? '', /The values of "tone" are words here, not numbers/);
  const entries = await at.entries();
  assert.deepEqual(entries.map(({ head }) => head.kind).toSorted(), [
    'ignored',
    'rejection',
    'rejection',
    'scores',
  ]);
  const scores = entries.flatMap((entry) => ('scores' in entry ? entry.scores : []));
  // The id that the call itself has, whenever its span arrives.
  const call = await takeTelemetry(at.ingest, application, requestOf([spanOf(EVALUATED.spanId)]));
  assert.deepEqual(
    scores.map((score) => [score.targetType, score.target, score.name, score.value, score.comment]),
    [
      ['upstreamId', 'msg_1', 'Answer_relevance', 0.8, 'good'],
      ['interaction', call.calls[0]?.id, 'tone', 'calm', 'No haste.'],
      ['trace', EVALUATED.traceId, 'tone', 'calm', ''],
    ],
  );
  assert.deepEqual(
    scores.map(({ source, at: time }) => [source, time]),
    Array<unknown>(3).fill(['judge', NOW]),
  );
});

test('an evaluation that is an event of a span is a score of its call, the same one when it is sent again', async (t) => {
  const at = await ingestBench(t);
  const application = at.ingest.credentials.byId('app_1') ?? assert.fail();
  const { eventName, timeUnixNano, attributes } = evaluation({
    'gen_ai.evaluation.name': 'tone',
    'gen_ai.evaluation.score.value': 1,
  });
  const span = { ...spanOf(EVALUATED.spanId), events: [{ name: eventName, timeUnixNano, attributes }] };
  for (let i = 0; i < 2; i++) await takeTelemetry(at.ingest, application, requestOf([span]));
  const entries = await at.entries();
  const [first, second] = entries.flatMap((entry) => ('scores' in entry ? entry.scores : []));
  assert.equal(first?.targetType, 'interaction');
  assert.deepEqual(first, second);
});
