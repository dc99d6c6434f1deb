import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { jsonRequest, protobufRequest } from '../../../test/fixtures/otlp-sample.ts';
import { loadFixtures } from '../../../test/fixtures/telemetry.ts';
import { classifyLog } from '../dialects/classify.ts';
import { otelExchange } from '../exchange/otel-exchange.ts';
import { callFacts } from '../facts/call-facts.ts';
import { gatherCall } from '../gather-call.ts';
import { findRepeats } from '../intake/find-repeats.ts';
import { summariseSpan } from '../intake/span-summary.ts';
import { recordText } from '../record-text.ts';
import type { Encoding } from './decode.ts';
import { decodeLogs } from './decode-logs.ts';
import { decodeTraces } from './decode-traces.ts';

const spans: unknown[] = [];
const logs: unknown[] = [];
for (const { texts } of loadFixtures()) {
  if (texts.span !== null) spans.push(JSON.parse(texts.span).span);
  for (const log of texts.logs) logs.push(JSON.parse(log).logRecord);
}
const samples: { encoding: Encoding; bytes: Buffer }[] = [
  { encoding: 'json', bytes: Buffer.from(JSON.stringify(jsonRequest('traces', spans))) },
  { encoding: 'json', bytes: Buffer.from(JSON.stringify(jsonRequest('logs', logs))) },
  { encoding: 'protobuf', bytes: protobufRequest('traces', spans) },
  { encoding: 'protobuf', bytes: protobufRequest('logs', logs) },
];

/** Every step of processing a request; none may throw. */
function take(bytes: Buffer, encoding: Encoding): void {
  const traces = decodeTraces(bytes, encoding);
  const records = decodeLogs(bytes, encoding);
  if ('refusal' in traces) assert.ok(traces.refusal.endsWith('.'));
  else {
    const read = traces.flatMap((each) => ('record' in each ? [each.record] : []));
    findRepeats(read.map(summariseSpan));
    for (const { slices } of traces) JSON.parse(String(recordText('traces', encoding, slices)));
    for (const span of read) {
      const summary = summariseSpan(span);
      for (const time of [summary.startedAt ?? 0, summary.endedAt ?? 0]) new Date(time).toISOString();
      derive(gatherCall([span]));
    }
  }
  if ('refusal' in records) return;
  for (const each of records) {
    JSON.parse(String(recordText('logs', encoding, each.slices)));
    if (!('record' in each)) continue;
    classifyLog(each.record);
    derive(gatherCall([each.record]));
  }
}

function derive(call: ReturnType<typeof gatherCall>): void {
  if (call === null) return;
  callFacts(call, 1_760_000_000_000);
  const codes = otelExchange(call).warnings.map(({ code }) => code);
  assert.ok(!codes.includes('normalise_failed'));
}

test('random bytes are accepted or refused, and nothing throws', () => {
  const encoding = fc.constantFrom<Encoding>('json', 'protobuf');
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), encoding, (bytes, each) => take(Buffer.from(bytes), each)),
    { numRuns: 2000 },
  );
});

test('a truncated request is accepted or refused, and nothing throws', () => {
  fc.assert(
    fc.property(fc.constantFrom(...samples), fc.double({ min: 0, max: 1, noNaN: true }), (sample, share) => {
      take(sample.bytes.subarray(0, Math.floor(sample.bytes.length * share)), sample.encoding);
    }),
    { numRuns: 150 },
  );
});

test('a request with changed bytes is accepted or refused, and nothing throws', () => {
  const change = fc.record({ at: fc.nat(), byte: fc.integer({ min: 0, max: 255 }) });
  fc.assert(
    fc.property(
      fc.constantFrom(...samples),
      fc.array(change, { minLength: 1, maxLength: 6 }),
      (sample, changes) => {
        const bytes = Buffer.from(sample.bytes);
        for (const { at, byte } of changes) bytes[at % bytes.length] = byte;
        take(bytes, sample.encoding);
      },
    ),
    { numRuns: 150 },
  );
});

/** Replaces the nth value inside a JSON value. */
function replaced(json: unknown, nth: number, value: unknown): unknown {
  let left = nth;
  const walk = (inner: unknown): unknown => {
    if (left-- === 0) return value;
    if (Array.isArray(inner)) return inner.map(walk);
    if (typeof inner !== 'object' || inner === null) return inner;
    return Object.fromEntries(Object.entries(inner).map(([key, each]) => [key, walk(each)]));
  };
  return walk(json);
}

test('JSON with an arbitrary value at any position is accepted or refused, and nothing throws', () => {
  const record = fc.oneof(
    fc.constantFrom(...spans).map((each) => jsonRequest('traces', [each])),
    fc.constantFrom(...logs).map((each) => jsonRequest('logs', [each])),
  );
  const odd = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom<unknown>('[', '[{"type":7}]', '{"role":[]}', '\ud800', [[[]]], { values: {} }),
    fc.constantFrom<unknown>({ stringValue: '[{"role":1,"parts":[1,null,{"type":{}}]}]' }, { intValue: -1 }),
  );
  fc.assert(
    fc.property(record, fc.nat({ max: 150 }), odd, (request, nth, value) => {
      take(Buffer.from(JSON.stringify(replaced(request, nth, value))), 'json');
    }),
    { numRuns: 2000 },
  );
});

test('deeply nested values do not exhaust the stack', () => {
  const deep = (levels: number) => `${'{"arrayValue":{"values":['.repeat(levels)}{}${']}}'.repeat(levels)}`;
  const id = '"traceId":"0af7651916cd43dd8448eb211c80319c","spanId":"b7ad6b7169203331"';
  for (const levels of [50, 5000]) {
    const span = `{${id},"attributes":[{"key":"gen_ai.input.messages","value":${deep(levels)}}]}`;
    take(Buffer.from(`{"resourceSpans":[{"scopeSpans":[{"spans":[${span}]}]}]}`), 'json');
  }
});
