import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Exchange, type Message, type Part } from '@parley/contract';
import fc from 'fast-check';
import { loadFixtures, STARTED } from '../../test/fixtures/telemetry.ts';
import { classify, classifyLog } from './dialects/classify.ts';
import { isCallKind } from './dialects/dialect.ts';
import { otelExchange } from './exchange/otel-exchange.ts';
import { callFacts } from './facts/call-facts.ts';
import { gatherCall } from './gather-call.ts';
import type { Call, LogRecord, Problem, Span } from './telemetry.ts';
import { readLog } from './wire/read-log.ts';
import { readSpan } from './wire/read-span.ts';

const fixtures = loadFixtures();
const RECEIVED = STARTED + 60_000;

function received(texts: { span: string | null; logs: string[] }): (Span | LogRecord)[] {
  const read = [
    ...(texts.span === null ? [] : [readSpan(JSON.parse(texts.span))]),
    ...texts.logs.map((log) => readLog(JSON.parse(log))),
  ];
  return read.map(sound);
}

function sound<T extends object>(read: T | Problem): T {
  assert.ok(!('problem' in read), JSON.stringify(read));
  return read;
}

function callOf(records: (Span | LogRecord)[]): Call {
  const call = gatherCall(records);
  assert.ok(call !== null);
  return call;
}

/** One line per part, to keep fixtures readable. */
function line(part: Part): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'thinking':
    case 'refusal':
      return `(${part.type}) ${part.text}`;
    case 'tool_call':
      return `(call ${part.id}) ${part.name} ${part.arguments}`;
    case 'tool_result':
      return `(result ${part.id}) ${part.text}`;
    case 'media':
      return `(${part.kind}) ${part.mimeType} ${part.url}`;
    case 'ranked':
      return `(ranked) ${part.index} ${part.score}`;
    case 'other':
      return `(other) ${part.name}`;
  }
}

function lines(messages: readonly Message[]): string[] {
  return messages.flatMap(({ role, content }) => content.map((part) => `${role}: ${line(part)}`));
}

function told(call: Call): unknown {
  const { exchange, warnings } = otelExchange(call);
  assert.deepEqual(warnings, []);
  Exchange.parse(exchange);
  const { inputText, outputText, toolCalls, input, output, texts, vectors, ...rest } = exchange;
  const { requestedAt, respondedAt, trace, warnings: notes, ...facts } = callFacts(call, RECEIVED);
  assert.deepEqual(notes, []);
  // Only embeddings and rankings have these.
  const counts = { ...(texts === null ? {} : { texts }), ...(vectors === null ? {} : { vectors }) };
  return { ...facts, ...rest, ...counts, input: lines(input), output: lines(output) };
}

for (const { name, texts, expect } of fixtures) {
  test(`${name} is read as its fixture expects`, () => {
    const actual = JSON.parse(JSON.stringify(told(callOf(received(texts)))));
    assert.deepEqual(actual, expect);
  });

  test(`${name} is a model call`, () => {
    for (const record of received(texts)) {
      const kind = record.signal === 'span' ? classify(record) : classifyLog(record);
      const isCall = kind === 'part' ? record.signal === 'log' : isCallKind(kind);
      assert.ok(isCall, kind);
    }
  });
}

test('the order of attributes and of records does not matter', () => {
  const any = fc.constantFrom(...fixtures).chain(({ name, texts }) => {
    const records = received(texts);
    return fc.record({
      name: fc.constant(name),
      shuffled: fc.tuple(...records.map(shuffled)),
      first: fc.nat({ max: records.length - 1 }),
    });
  });
  const expected = new Map(fixtures.map(({ name, texts }) => [name, told(callOf(received(texts)))]));
  fc.assert(
    fc.property(any, ({ name, shuffled: records, first }) => {
      const rotated = [...records.slice(first), ...records.slice(0, first)];
      assert.deepEqual(told(callOf(rotated)), expected.get(name));
    }),
    { numRuns: 500 },
  );
});

function shuffled<T extends Span | LogRecord>(record: T): fc.Arbitrary<T> {
  const entries = [...record.attributes];
  return fc
    .shuffledSubarray(entries, { minLength: entries.length })
    .map((attributes) => ({ ...record, attributes: new Map(attributes) }));
}
