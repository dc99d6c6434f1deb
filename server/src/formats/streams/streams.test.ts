import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Exchange, Warning } from '@parley/contract';
import fc from 'fast-check';
import { loadTwins, serverSentEvents, type Twin } from '../../../test/fixtures/stream-twins.ts';
import type { Json } from '../format.ts';
import { readExchange } from '../index.ts';
import { isObject } from '../shared/read.ts';
import { splitStream } from './split.ts';

const twins = loadTwins();
/** Made once: a schema is compiled when it first parses. */
const StrictExchange = Exchange.strict();

function read({ format, type, request }: Pick<Twin, 'format' | 'type' | 'request'>, sent: Json) {
  const { exchange, warnings } = readExchange(format, type, request, sent);
  assert.deepEqual(StrictExchange.parse(exchange), exchange);
  for (const warning of warnings) Warning.parse(warning);
  const codes = warnings.map(({ code }) => code);
  assert.ok(!codes.includes('normalise_failed'), warnings.map(({ message }) => message).join());
  return { exchange, codes };
}

function twin(name: string): Twin {
  const found = twins.find((each) => each.name === name);
  assert.ok(found, name);
  return found;
}

test('a stream without events has no answer and a stream_ended_early warning', () => {
  for (const each of twins) {
    for (const sent of [
      { stream: '' },
      { chunks: [] },
      { stream: ': ping\n\n' },
      { stream: 'event: mess' },
    ]) {
      const { exchange, codes } = read(each, sent);
      assert.deepEqual(
        [exchange.outcome, exchange.finishReason, exchange.outputText],
        ['ok', null, ''],
        each.name,
      );
      assert.ok(codes.includes('stream_ended_early'), each.name);
      assert.ok(!codes.includes('format_contradicts_payload'), each.name);
    }
  }
});

test('a stream that ends early has a warning and the text so far', () => {
  for (const each of twins) {
    const whole = read(each, { chunks: each.chunks }).exchange;
    for (let length = 1; length < each.chunks.length; length++) {
      const { exchange } = read(each, { chunks: each.chunks.slice(0, length) });
      assert.ok(whole.outputText.startsWith(exchange.outputText), `${each.name} at ${length}`);
      assert.equal(exchange.outcome, 'ok');
    }
    if (each.chunks.length > 1) {
      assert.ok(
        read(each, { chunks: each.chunks.slice(0, 1) }).codes.includes('stream_ended_early'),
        each.name,
      );
    }
  }
});

test('requested usage that is missing means that the stream ended early', () => {
  const { chunks, ...each } = twin('openai-chat');
  const withoutUsage = chunks.slice(0, -1);
  assert.deepEqual(read(each, { chunks: withoutUsage }).codes, ['stream_ended_early']);
  const request = { ...each.request, stream_options: undefined };
  assert.deepEqual(read({ ...each, request }, { chunks: withoutUsage }).codes, []);
});

test('truncated tool arguments stay text', () => {
  const call = (name: string, length: number) =>
    read(twin(name), { chunks: twin(name).chunks.slice(0, length) }).exchange.toolCalls.map(
      (each) => each.arguments,
    );
  assert.deepEqual(call('anthropic-chat', 25), ['{"river": "Elbe"']);
  assert.deepEqual(call('bedrock-converse', 15), ['{"river":']);
  assert.deepEqual(call('openai-chat-tools', 2), ['{"city":']);
  assert.deepEqual(call('openai-response', 24), ['{"river":']);
  assert.deepEqual(call('cohere-chat', 8), ['{"river": ']);
  assert.deepEqual(call('cohere-v2', 15), ['{"river":']);
});

const ERRORS: [twin: string, event: Json, type: string | null, message: string][] = [
  [
    'openai-chat',
    { error: { type: 'server_error', message: 'Sorry.', code: null } },
    'server_error',
    'Sorry.',
  ],
  ['openai-completion', { error: { type: 'server_error', message: 'Sorry.' } }, 'server_error', 'Sorry.'],
  ['openai-response', { type: 'error', code: 'server_error', message: 'Sorry.' }, null, 'Sorry.'],
  [
    'anthropic-chat',
    { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
    'overloaded_error',
    'Overloaded',
  ],
  [
    'anthropic-completion',
    { type: 'error', error: { type: 'api_error', message: 'No.' } },
    'api_error',
    'No.',
  ],
  ['gemini-chat', { error: { code: 503, message: 'Busy.', status: 'UNAVAILABLE' } }, 'UNAVAILABLE', 'Busy.'],
  ['mistral-chat', { error: { type: 'internal', message: 'No.' } }, 'internal', 'No.'],
  ['perplexity-chat', { error: { type: 'internal', message: 'No.' } }, 'internal', 'No.'],
  ['universal-chat', { error: { type: 'internal', message: 'No.' } }, 'internal', 'No.'],
  ['ollama-chat', { error: 'No.' }, null, 'No.'],
  ['ollama-generate', { error: 'No.' }, null, 'No.'],
  ['cohere-v2', { type: 'message-end', delta: { error: 'No.' } }, null, 'No.'],
  ['cohere-chat', { event_type: 'stream-end', is_finished: true, error: 'No.' }, null, 'No.'],
  [
    'bedrock-converse',
    { modelStreamErrorException: { message: 'It broke.' } },
    'modelStreamErrorException',
    'It broke.',
  ],
  ['bedrock-nova', { throttlingException: { message: 'Slow down.' } }, 'throttlingException', 'Slow down.'],
  ['bedrock-claude', { internalServerException: { message: 'No.' } }, 'internalServerException', 'No.'],
  ['bedrock-llama', { modelTimeoutException: { message: 'No.' } }, 'modelTimeoutException', 'No.'],
];

for (const [name, event, type, message] of ERRORS) {
  test(`an error inside the stream of ${name} sets the outcome and keeps the text so far`, () => {
    const { chunks, ...each } = twin(name);
    const before = chunks.slice(0, -1);
    const so = read(each, { chunks: before }).exchange;
    const { exchange, codes } = read(each, { chunks: [...before, event] });
    assert.equal(exchange.outcome, 'error');
    assert.deepEqual([exchange.error?.type, exchange.error?.message], [type, message]);
    assert.equal(exchange.outputText, so.outputText);
    assert.ok(exchange.outputText !== '' || exchange.toolCalls.length > 0);
    assert.deepEqual(codes, []);
  });
}

test('an error in a response stream is kept when a later snapshot lacks it', () => {
  const { chunks, ...each } = twin('openai-response-text');
  const [created, ...rest] = chunks;
  const error = { type: 'error', code: 'server_error', message: 'Sorry.' };
  const { exchange } = read(each, { chunks: [error, created, ...rest.slice(0, 2)] });
  assert.deepEqual(
    [exchange.outcome, exchange.outputText, exchange.error?.message],
    ['error', 'The ', 'Sorry.'],
  );
});

test('an error instead of a stream is read as an error', () => {
  const errors: [string, string][] = [
    ['openai-chat', '{\n  "error": {"message": "No.", "type": "x"}\n}'],
    ['openai-response', '{"error": {"message": "No.", "type": "x"}}'],
    ['anthropic-chat', 'event: error\ndata: {"type":"error","error":{"type":"x","message":"No."}}\n\n'],
    [
      'anthropic-chat',
      'event: ping\ndata: {}\n\nevent: error\ndata: {"error":{"type":"x","message":"No."}}\n\n',
    ],
    ['cohere-chat', '{"message":"No."}'],
    ['mistral-chat', '{"object":"error","message":"No."}'],
    ['gemini-chat', '[{"error":{"code":400,"message":"No."}}]'],
    ['bedrock-converse', '{\n  "message": "No."\n}'],
    ['bedrock-claude', '{"message":"No."}'],
  ];
  for (const [name, stream] of errors) {
    const { exchange, codes } = read(twin(name), { stream });
    assert.deepEqual([exchange.outcome, exchange.error?.message, codes], ['error', 'No.', []], name);
  }
});

test('a whole response that is sent as a stream is read like an unstreamed one', () => {
  for (const each of twins) {
    const body =
      each.format === 'bedrock' && isObject(each.response.body) ? each.response.body : each.response;
    const { exchange } = read(each, { stream: JSON.stringify(body) });
    assert.deepEqual(exchange, read(each, each.response).exchange, each.name);
  }
});

test('a response with an answer is not read as a stream, whatever its other fields', () => {
  const { request, response } = twin('universal-chat');
  const each = { format: 'universal', type: 'chat', request } as const;
  const beside = { ...response, chunks: [{ text: 'What was found.' }], stream: 'yes' };
  assert.deepEqual(read(each, beside), read(each, response));
});

test('unknown events change nothing', () => {
  for (const each of twins) {
    const known = read(each, { chunks: each.chunks });
    const chunks = each.chunks.flatMap((chunk) => [chunk, { type: 'hologram', shine: 1 }, {}]);
    assert.deepEqual(read(each, { chunks }), known, each.name);
  }
});

test('tool calls with the same index or none are told apart by their ids', () => {
  const { request } = twin('openai-chat-tools');
  const call = (id: string | undefined, written: string, index?: number) => ({
    choices: [
      { index: 0, delta: { tool_calls: [{ index, id, function: { name: id && 'f', arguments: written } }] } },
    ],
  });
  for (const index of [0, undefined]) {
    const chunks = [call('a', '{"x"', index), call(undefined, ':1}', index), call('b', '{}', index)];
    const { exchange } = read({ format: 'openai', type: 'chat', request }, { chunks });
    assert.deepEqual(exchange.toolCalls, [
      { id: 'a', name: 'f', arguments: '{"x":1}' },
      { id: 'b', name: 'f', arguments: '{}' },
    ]);
  }
});

test('the bytes of a Bedrock chunk are decoded in every form in which clients log them', () => {
  const { chunks, ...each } = twin('bedrock-llama');
  const expected = read(each, { chunks });
  const bytesOf = (chunk: Json) => Buffer.from(String(isObject(chunk.chunk) && chunk.chunk.bytes), 'base64');
  const ways: ((bytes: Buffer) => unknown)[] = [
    (bytes) => bytes.toJSON(),
    (bytes) => ({ ...new Uint8Array(bytes) }),
    (bytes) => [...bytes],
    (bytes) => bytes.toString('utf8'),
    (bytes) => JSON.parse(bytes.toString('utf8')),
  ];
  for (const way of ways) {
    const logged = chunks.map((chunk) => ({ chunk: { bytes: way(bytesOf(chunk)) } }));
    assert.deepEqual(read(each, { chunks: logged }), expected);
    assert.deepEqual(read(each, { chunks: logged.map(({ chunk }) => chunk) }), expected);
  }
});

test('bytes beyond ASCII are decoded as UTF-8', () => {
  const { chunks: _, ...each } = twin('bedrock-llama');
  const bytes = Buffer.from('{"generation":"Die Weiße Elster 🪶","stop_reason":"stop"}').toString('base64');
  assert.equal(read(each, { chunks: [{ chunk: { bytes } }] }).exchange.outputText, 'Die Weiße Elster 🪶');
});

test('the end marker is not an event, neither bare nor as JSON', () => {
  for (const end of ['data: [DONE]', 'data: "[DONE]"', 'data:[DONE]']) {
    const { events, done } = splitStream(`data: {"a":1}\n\n${end}\n\n`);
    assert.deepEqual([events, done], [[{ a: 1 }], true]);
  }
});

test('a stream that is cut at any byte keeps all complete events', () => {
  const ways = [
    (each: Twin) => serverSentEvents(each),
    (each: Twin) => each.chunks.map((chunk) => JSON.stringify(chunk)).join('\n'),
    (each: Twin) => JSON.stringify(each.chunks, null, 1),
  ];
  fc.assert(
    fc.property(fc.constantFrom(...twins), fc.constantFrom(...ways), fc.nat(), (each, way, at) => {
      const bytes = Buffer.from(way(each));
      const stream = bytes.subarray(0, at % (bytes.length + 1)).toString('utf8');
      const { events } = splitStream(stream);
      assert.deepEqual(events, each.chunks.slice(0, events.length));
      const next = each.chunks[events.length];
      // Only the truncated event is missing.
      if (next !== undefined) assert.ok(!stream.includes(`${JSON.stringify(next)}\n`));
      const { exchange } = read(each, { stream });
      assert.deepEqual(exchange, read(each, { chunks: events }).exchange);
    }),
    { numRuns: 1500 },
  );
});

const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(null, '', 0, -1, 1.5, 1e300, true, [], {}, [null], [{}], '\ud800', '__proto__'),
  fc.constant(JSON.parse('{"__proto__":{"type":"text"},"type":"text"}')),
);

test('a mutated stream gives a valid record', () => {
  const change = fc.record({
    at: fc.nat(),
    kind: fc.constantFrom('drop', 'retype', 'duplicate', 'swap'),
    value: odd,
  });
  fc.assert(
    fc.property(
      fc.constantFrom(...twins),
      fc.array(change, { minLength: 1, maxLength: 8 }),
      (each, changes) => {
        const chunks: unknown[] = structuredClone(each.chunks);
        for (const { at, kind, value } of changes) {
          const places = placesIn(chunks);
          const place = places[at % places.length];
          if (place === undefined) break;
          const { holder, key } = place;
          if (kind === 'drop' && Array.isArray(holder)) holder.splice(Number(key), 1);
          else if (kind === 'drop') Reflect.deleteProperty(holder, key);
          else if (kind === 'retype') Reflect.set(holder, key, structuredClone(value));
          else if (kind === 'duplicate')
            Reflect.set(holder, key, [holder[key], structuredClone(holder[key])]);
          else {
            const other = places[(at * 31) % places.length];
            if (other) Reflect.set(holder, key, structuredClone(other.holder[other.key]));
          }
        }
        read(each, { chunks });
        read(each, { stream: chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('') });
      },
    ),
    { numRuns: 2000 },
  );
});

type Place = { holder: Record<string, unknown>; key: string };

function placesIn(root: unknown): Place[] {
  if (typeof root !== 'object' || root === null) return [];
  const holder = root as Record<string, unknown>;
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...placesIn(holder[key])]);
}

test('a stream of one format that is declared as another gives a valid record', () => {
  for (const each of twins) for (const other of twins) read(other, { chunks: each.chunks });
});
