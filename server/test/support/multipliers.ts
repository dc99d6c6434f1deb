/**
 * Requests that multiply: small and valid, but their bytes become as many records, values, copies or issues
 * as a sender can achieve.
 */
import type { SignalName } from '../../src/otel/telemetry.ts';
import type { Encoding } from '../../src/otel/wire/decode.ts';
import { type Keys, payloadOf } from './payloads.ts';

export type Multiplier = {
  name: string;
  path: '/track' | '/v1/traces' | '/v1/logs';
  encoding: Encoding;
  /** Built when it is sent, since some are large. */
  body: (keys: Keys, round: number) => Buffer;
};

const KIB = 1024;
const MIB = 1024 * KIB;

/** A length-delimited protobuf field. */
function field(number: number, ...inner: readonly (Buffer | string)[]): Buffer {
  const body = Buffer.concat(inner.map((each) => (typeof each === 'string' ? Buffer.from(each) : each)));
  return Buffer.concat([varint(number * 8 + 2), varint(body.length), body]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let left = value;
  for (; left >= 128; left = Math.floor(left / 128)) bytes.push((left % 128) + 128);
  return Buffer.from([...bytes, left]);
}

function attribute(key: string, value: string): Buffer {
  return Buffer.concat([field(1, key), field(2, field(1, value))]);
}

function times(count: number, each: Buffer | ((index: number) => Buffer)): Buffer {
  if (typeof each !== 'function') return Buffer.alloc(each.length * count, each);
  return Buffer.concat(Array.from({ length: count }, (_, index) => each(index)));
}

/** An id of 16 or 8 bytes that no other round uses. */
function idOf(bytes: number, round: number, index: number): Buffer {
  const id = Buffer.alloc(bytes);
  id.writeUInt32BE(round + 1, 0);
  id.writeUInt32BE(index + 1, bytes - 4);
  return id;
}

function span(round: number, index: number, ...fields: Buffer[]): Buffer {
  return field(2, field(1, idOf(16, round, index)), field(2, idOf(8, round, index)), ...fields);
}

/** The smallest span that is a model call. */
function call(round: number, index: number, ...fields: Buffer[]): Buffer {
  return span(round, index, field(9, attribute('gen_ai.operation.name', 'chat')), ...fields);
}

/** A log event of a span that never arrives. */
function orphan(round: number, index: number): Buffer {
  const ids = [field(9, idOf(16, round, index)), field(10, idOf(8, round, index))];
  return field(2, ...ids, field(12, 'gen_ai.user.message'));
}

function request(records: Buffer, resource?: Buffer): Buffer {
  return field(1, field(1, resource ?? ''), field(2, records));
}

function resource(bytes: number): Buffer {
  return times(Math.floor(bytes / 200), (index) => field(1, attribute(`resource.${index}`, 'x'.repeat(180))));
}

const LABELS = times(32, (index) => field(1, attribute(`parley.label.l${index}`, 'x'.repeat(256))));

/** Maximum number of records in one request. */
const MAX_RECORDS = 9_999;

const TRACES: Record<string, (round: number) => Buffer> = {
  '20,000 empty spans': () => request(times(20_000, field(2))),
  '9,999 empty spans': () => request(times(MAX_RECORDS, field(2))),
  '33 million empty spans': () => request(times(33_000_000, field(2))),
  '33 million empty scopes': () => field(1, times(33_000_000, field(2))),
  '33 million empty resources': () => times(33_000_000, field(1)),
  'spans that are wrong, each in its own way': () =>
    request(times(MAX_RECORDS, (i) => field(2, field(5, `name ${i}`)))),
  'the shortest calls': (round) => request(times(MAX_RECORDS, (i) => call(round, i))),
  'calls in resources of their own': (round) => times(MAX_RECORDS, (i) => request(call(round, i))),
  'calls with a large resource': (round) =>
    request(
      times(MAX_RECORDS, (i) => call(round, i)),
      resource(30 * KIB),
    ),
  'calls with a resource that is too large': (round) =>
    request(
      times(MAX_RECORDS, (i) => call(round, i)),
      resource(5 * MIB),
    ),
  'calls with labels in the resource': (round) =>
    request(
      times(MAX_RECORDS, (i) => call(round, i)),
      LABELS,
    ),
  'calls in a scope with a long name': (round) =>
    field(
      1,
      field(
        2,
        field(1, field(1, 'x'.repeat(30 * KIB))),
        times(MAX_RECORDS, (i) => call(round, i)),
      ),
    ),
  'a call with 300,000 empty attributes': (round) => request(call(round, 0, times(300_000, field(9)))),
  'a call with 60,000 empty attributes': (round) => request(call(round, 0, times(60_000, field(9)))),
  'a call with 300,000 empty events': (round) => request(call(round, 0, times(300_000, field(11)))),
  'a call with 300,000 empty links': (round) => request(call(round, 0, times(300_000, field(13)))),
  'a call with an array of 300,000 empty values': (round) =>
    request(call(round, 0, field(9, field(1, 'a'), field(2, field(5, times(300_000, field(1))))))),
  'calls with 90 small attributes each': (round) =>
    request(times(2000, (i) => call(round, i, times(90, field(9, field(2, Buffer.from([0x10, 1]))))))),
  'a call with values 5,000 levels deep': (round) => {
    let value = field(2);
    for (let level = 0; level < 2500; level++)
      value = field(2, field(5, field(1, value.subarray(varintEnd(value)))));
    return request(call(round, 0, field(9, value)));
  },
  'control characters': (round) => request(call(round, 0, field(9, attribute('a', '\u0001'.repeat(MIB))))),
  'a call of 9 MiB': (round) => request(call(round, 0, field(9, attribute('a', 'x'.repeat(9 * MIB))))),
  'spans in one trace, all around a call': (round) =>
    request(
      times(MAX_RECORDS, (i) => {
        const ids = [
          field(1, idOf(16, round, 0)),
          field(2, idOf(8, round, i)),
          field(4, idOf(8, round, i + 1)),
        ];
        return field(2, ...ids, ...(i === 0 ? [field(9, attribute('gen_ai.operation.name', 'chat'))] : []));
      }),
    ),
  'spans of agents': (round) =>
    request(
      times(MAX_RECORDS, (i) => span(round, i, field(9, attribute('gen_ai.operation.name', 'invoke_agent')))),
    ),
};

/** Offset of a field's value, after its tag and length. */
function varintEnd(of: Buffer): number {
  let at = 1;
  while ((of[at] ?? 0) >= 128) at++;
  return at + 1;
}

const LOGS: Record<string, (round: number) => Buffer> = {
  '20,000 empty log records': () => request(times(20_000, field(2))),
  'parts of calls that never come': (round) => request(times(MAX_RECORDS, (i) => orphan(round, i))),
  'parts with a large resource': (round) =>
    request(
      times(MAX_RECORDS, (i) => orphan(round, i)),
      resource(30 * KIB),
    ),
  'log records that are calls': (round) =>
    request(
      times(MAX_RECORDS, (i) =>
        field(
          2,
          field(12, 'gen_ai.client.inference.operation.details'),
          field(9, idOf(16, round, i)),
          field(10, idOf(8, round, i)),
        ),
      ),
    ),
};

const textId = (round: number, index: number, bytes: number) => idOf(bytes, round, index).toString('hex');

function jsonTraces(spans: string, resourceJson = '{}'): Buffer {
  return Buffer.from(
    `{"resourceSpans":[{"resource":${resourceJson},"scopeSpans":[{"scope":{},"spans":[${spans}]}]}]}`,
  );
}

function jsonCall(round: number, index: number, more = ''): string {
  const ids = `"traceId":"${textId(round, index, 16)}","spanId":"${textId(round, index, 8)}"`;
  const operation = '{"key":"gen_ai.operation.name","value":{"stringValue":"chat"}}';
  return `{${ids},"attributes":[${operation}]${more}}`;
}

function list(count: number, each: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => each(index)).join();
}

const JSON_TRACES: Record<string, (round: number) => Buffer> = {
  'empty spans, 128 KiB': () => jsonTraces(list(43_000, () => '{}')),
  'empty spans, 30 MiB': () => jsonTraces(list(10_000_000, () => '0')),
  'the shortest calls': (round) => jsonTraces(list(MAX_RECORDS, (i) => jsonCall(round, i))),
  'calls with a large resource': (round) => {
    const long = list(130, (i) => `{"key":"r${i}","value":{"stringValue":"${'x'.repeat(180)}"}}`);
    return jsonTraces(
      list(MAX_RECORDS, (i) => jsonCall(round, i)),
      `{"attributes":[${long}]}`,
    );
  },
  'a call with 35,000 events': (round) =>
    jsonTraces(jsonCall(round, 0, `,"events":[${list(35_000, () => '{}')}]`)),
  'a call with 300,000 events': (round) =>
    jsonTraces(jsonCall(round, 0, `,"events":[${list(300_000, () => '{}')}]`)),
};

function track(payload: string): Buffer {
  return Buffer.from(payload);
}

function payload(keys: Keys, round: number, more: object): string {
  return JSON.stringify({ ...Object(payloadOf('openai', 'chat', { round }, keys)), ...more });
}

const TRACK: Record<string, (keys: Keys, round: number) => Buffer> = {
  'a million members': (keys, round) =>
    track(payload(keys, round, {}).replace(/}$/, `,${list(800_000, (i) => `"m${i}":0`)}}`)),
  '100,000 labels': (keys, round) =>
    track(
      payload(keys, round, {
        labels: Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`l${i}`, ''])),
      }),
    ),
  '32 labels that are wrong': (keys, round) =>
    track(
      payload(keys, round, {
        labels: Object.fromEntries(Array.from({ length: 32 }, (_, i) => [`ä${i}`, 0])),
      }),
    ),
  '100,000 unknown fields of the user': (keys, round) =>
    track(
      payload(keys, round, {
        user: Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`u${i}`, 0])),
      }),
    ),
  '300,000 messages': (keys, round) =>
    track(
      payload(keys, round, {}).replace(
        /"messages":\[.*?\]/,
        `"messages":[${list(300_000, () => '{"role":"user"}')}]`,
      ),
    ),
  'control characters': (keys, round) => track(payload(keys, round, { labels: { a: '\u0001'.repeat(250) } })),
  'a million values': (keys, round) =>
    track(payload(keys, round, {}).replace(/}$/, `,"a":[${list(990_000, () => '[]')}]}`)),
};

export const MULTIPLIERS: readonly Multiplier[] = [
  ...of('/v1/traces', 'protobuf', TRACES),
  ...of('/v1/logs', 'protobuf', LOGS),
  ...of('/v1/traces', 'json', JSON_TRACES),
  ...Object.entries(TRACK).map(
    ([name, body]): Multiplier => ({ name, path: '/track', encoding: 'json', body }),
  ),
];

function of(
  path: '/v1/traces' | '/v1/logs',
  encoding: Encoding,
  bodies: Record<string, (round: number) => Buffer>,
): Multiplier[] {
  return Object.entries(bodies).map(([name, make]) => ({
    name,
    path,
    encoding,
    body: (_, round) => make(round),
  }));
}

export function signalOf({ path }: Multiplier): SignalName {
  return path === '/v1/logs' ? 'logs' : 'traces';
}
