import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonRequest, protobufRequest } from '../../../test/fixtures/otlp-sample.ts';
import { loadFixtures, spanJson } from '../../../test/fixtures/telemetry.ts';
import { recordText } from '../record-text.ts';
import type { SignalName, Span } from '../telemetry.ts';
import type { Encoding, Received } from './decode.ts';
import { decodeLogs } from './decode-logs.ts';
import { decodeTraces } from './decode-traces.ts';
import { readLog } from './read-log.ts';
import { readSpan } from './read-span.ts';
import type { Refusal } from './slices.ts';

const fixtures = loadFixtures();
const SPAN = spanJson({ name: 'chat', took: 5, attributes: { 'gen_ai.operation.name': 'chat' } });
const LOG = { timeUnixNano: '1760000000000000000', body: { stringValue: 'hello' } };

function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

function taken<T>(decoded: Received<T>[] | Refusal): Received<T>[] {
  assert.ok(!('refusal' in decoded), JSON.stringify(decoded));
  return decoded;
}

function recordOf<T>(received: Received<T> | undefined): T {
  assert.ok(received !== undefined && 'record' in received, JSON.stringify(received));
  return received.record;
}

function textOf(signal: SignalName, encoding: Encoding, received: Received<unknown> | undefined): string {
  return received
    ? String(recordText(signal, encoding, received.slices))
    : assert.fail('nothing was received');
}

function problems<T>(decoded: Received<T>[] | Refusal): (string | null)[] {
  return taken(decoded).map((each) => ('problem' in each ? each.problem : null));
}

function refusal(decoded: Received<unknown>[] | Refusal): string | null {
  return 'refusal' in decoded ? decoded.refusal : null;
}

test('the stored text of a span is read back as the same span, in both encodings', () => {
  for (const { name, texts } of fixtures) {
    if (texts.span === null) continue;
    const { resource, scope, span } = JSON.parse(texts.span);
    const origin = { resource, scope };
    const [fromJson] = taken(decodeTraces(json(jsonRequest('traces', [span], origin)), 'json'));
    const [fromProtobuf] = taken(decodeTraces(protobufRequest('traces', [span], origin), 'protobuf'));
    assert.deepEqual(recordOf(fromProtobuf), recordOf(fromJson), name);
    assert.deepEqual(readSpan(JSON.parse(textOf('traces', 'json', fromJson))), recordOf(fromJson), name);
    assert.deepEqual(
      readSpan(JSON.parse(textOf('traces', 'protobuf', fromProtobuf))),
      recordOf(fromJson),
      name,
    );
  }
});

test('the stored text of a log record is read back as the same record, in both encodings', () => {
  for (const { name, texts } of fixtures) {
    for (const text of texts.logs) {
      const { resource, scope, logRecord } = JSON.parse(text);
      const origin = { resource, scope };
      const [fromJson] = taken(decodeLogs(json(jsonRequest('logs', [logRecord], origin)), 'json'));
      const [fromProtobuf] = taken(decodeLogs(protobufRequest('logs', [logRecord], origin), 'protobuf'));
      assert.deepEqual(recordOf(fromProtobuf), recordOf(fromJson), name);
      assert.deepEqual(readLog(JSON.parse(textOf('logs', 'json', fromJson))), recordOf(fromJson), name);
      assert.deepEqual(
        readLog(JSON.parse(textOf('logs', 'protobuf', fromProtobuf))),
        recordOf(fromJson),
        name,
      );
    }
  }
});

test('a span in JSON is stored byte for byte, with its resource and scope', () => {
  const resource = '{ "attributes" : [ ] , "x" : "é\\u00e9\\"" }';
  const scope = '{"name":"s", "version":1.0}';
  const id = '"traceId":"0AF7651916CD43DD8448EB211C80319C","spanId":"B7AD6B7169203331"';
  const spans = [
    `{${id},"attributes":[{"key":"k","value":{"doubleValue":1.0}}], "big":12345678901234567890}`,
    `{\n  ${id}, "name":"a ] } \\\\\\" b","name" : "twice" }`,
  ];
  const body = `  {"resourceSpans" : [{"scopeSpans":[1]},{"schemaUrl":"u","scopeSpans":[{"scope":null}],
    "resource":${resource},"scopeSpans":[ {"spans":[ ${spans.join(' , ')} ],"scope":${scope}} ] }] , "z":[{}]} `;
  const received = taken(decodeTraces(Buffer.from(body), 'json'));
  assert.deepEqual(
    received.map((each) => textOf('traces', 'json', each)),
    spans.map((span) => `{"resource":${resource},"scope":${scope},"span":${span}}`),
  );
  assert.equal(received[0]?.path(), 'resourceSpans[1].scopeSpans[0].spans[0]');
  assert.equal(recordOf(received[0]).traceId, '0af7651916cd43dd8448eb211c80319c');
  assert.equal(recordOf(received[1]).name, 'twice');
});

test('a key written with escapes is the same key', () => {
  const body = JSON.stringify(jsonRequest('traces', [SPAN])).replace('"spans"', '"s\\u0070ans"');
  const [received] = taken(decodeTraces(Buffer.from(body), 'json'));
  assert.deepEqual(readSpan(JSON.parse(textOf('traces', 'json', received))), recordOf(received));
});

test('an invalid span does not affect the others', () => {
  const broken = [
    { ...SPAN, traceId: 'xyz' },
    { ...SPAN, spanId: '0000000000000000' },
    { ...SPAN, startTimeUnixNano: 'soon' },
    { ...SPAN, attributes: {} },
    null,
  ];
  const sent = [SPAN, ...broken, SPAN];
  const said = problems(decodeTraces(json(jsonRequest('traces', sent)), 'json'));
  assert.deepEqual(said, [
    null,
    'traceId must be 32 hexadecimal digits, and not all zeros.',
    'spanId must be 16 hexadecimal digits, and not all zeros.',
    'startTimeUnixNano and endTimeUnixNano must be integers.',
    'attributes must be an array.',
    'A span must be an object.',
    null,
  ]);
  // Truncated, not UTF-8, and an id of four bytes.
  const bytes = [Buffer.from([0x0a, 0x10, 1]), Buffer.from([0x2a, 2, 0xff, 0xfe]), Buffer.from([0x0a, 1, 1])];
  const decoded = decodeTraces(protobufRequest('traces', [SPAN, ...bytes, SPAN]), 'protobuf');
  assert.deepEqual(problems(decoded), [
    null,
    'This cannot be decoded as protobuf.',
    'This cannot be decoded as protobuf.',
    'traceId must be 32 hexadecimal digits, and not all zeros.',
    null,
  ]);
  assert.match(textOf('traces', 'protobuf', taken(decoded)[1]), /"protobuf":"ChAB"/);
});

test('integers may be strings or numbers, unknown fields are ignored, and bytes are base64', () => {
  const values = [
    { intValue: 7 },
    { intValue: '7' },
    { intValue: '9007199254740993' },
    { intValue: 'x' },
    { bytesValue: 'AAE=' },
    { kvlistValue: { values: [{ key: '__proto__', value: { stringValue: 'x' } }] } },
    { someday: 1 },
    { doubleValue: 'NaN' },
  ];
  const attributes = values.map((value, at) => ({ key: `k${at}`, value }));
  const span = { ...SPAN, attributes, startTimeUnixNano: 1760000000000000000, someday: {} };
  const [received] = taken(decodeTraces(json(jsonRequest('traces', [span])), 'json'));
  const record = recordOf(received);
  const [seven, alsoSeven, large, ...rest] = record.attributes.values();
  assert.deepEqual([seven, alsoSeven, large], [7, 7, '9007199254740993']);
  const named = Object.defineProperty({}, '__proto__', {
    value: 'x',
    enumerable: true,
    configurable: true,
    writable: true,
  });
  assert.deepEqual(rest, [null, 'AAE=', named, null, null]);
  assert.equal(record.startedAt, 1760000000000);
});

test('64-bit integers have the same digits in both encodings', () => {
  const integers = ['0', '-1', '4294967295', '-4294967296', '9223372036854775807', '-9223372036854775808'];
  const attributes = integers.map((intValue, at) => ({ key: `k${at}`, value: { intValue } }));
  const [received] = taken(decodeTraces(protobufRequest('traces', [{ ...SPAN, attributes }]), 'protobuf'));
  assert.deepEqual(JSON.parse(textOf('traces', 'protobuf', received)).span.attributes, attributes);
});

test('an empty request has no spans', () => {
  for (const body of ['{}', '{"resourceSpans":[]}', '{"resourceSpans":[{}]}', '{"resourceSpans":null}'])
    assert.deepEqual(decodeTraces(Buffer.from(body), 'json'), []);
  assert.deepEqual(decodeTraces(Buffer.alloc(0), 'protobuf'), []);
});

test('a body that is not a request is refused with a message', () => {
  const cases: [string, RegExp][] = [
    ['', /not JSON/],
    ['{"resourceSpans":[', /not JSON/],
    ['[]', /not an object/],
    ['{"resourceSpans":{}}', /must be an array/],
    ['{"resource_spans":[]}', /spelled resourceSpans/],
  ];
  for (const [body, said] of cases)
    assert.match(refusal(decodeTraces(Buffer.from(body), 'json')) ?? '', said);
  assert.match(refusal(decodeTraces(Buffer.from([0x22, 0xff, 0x22]), 'json')) ?? '', /UTF-8/);
  assert.match(refusal(decodeTraces(Buffer.from([0x0a, 0x7f]), 'protobuf')) ?? '', /protobuf/);
});

test('logs sent to the traces endpoint are refused with a hint, and traces sent to logs', () => {
  const logs = /belong to \/v1\/logs/;
  const traces = /belong to \/v1\/traces/;
  assert.match(refusal(decodeTraces(json(jsonRequest('logs', [LOG])), 'json')) ?? '', logs);
  assert.match(refusal(decodeTraces(protobufRequest('logs', [LOG]), 'protobuf')) ?? '', logs);
  assert.match(refusal(decodeLogs(json(jsonRequest('traces', [SPAN])), 'json')) ?? '', traces);
  assert.match(refusal(decodeLogs(protobufRequest('traces', [SPAN]), 'protobuf')) ?? '', traces);
});

test('spans keep their own resource and scope', () => {
  const body = {
    resourceSpans: ['a', 'b'].map((service) => ({
      resource: { attributes: [{ key: 'service.name', value: { stringValue: service } }] },
      scopeSpans: ['x', 'y'].map((name) => ({ scope: { name }, spans: [SPAN] })),
    })),
  };
  const spans = taken(decodeTraces(json(body), 'json')).map(recordOf);
  const said = ({ resource, scope }: Span) => `${resource.get('service.name')} ${scope}`;
  assert.deepEqual(spans.map(said), ['a x', 'a y', 'b x', 'b y']);
});
