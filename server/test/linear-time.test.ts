import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../src/formats/format.ts';
import { readExchange } from '../src/formats/index.ts';
import { loadTwins, serverSentEvents } from './fixtures/stream-twins.ts';
import { cpuMs } from './support/cpu-time.ts';

const SIZE = 1_000_000;
/** For a megabyte, quadratic assembly takes minutes, linear assembly less than a second. */
const LIMIT_MS = 4_000;

function assertLinear(what: string, work: () => void): void {
  const took = cpuMs(work);
  assert.ok(took < LIMIT_MS, `${what} took ${Math.round(took)} ms`);
}

test('a megabyte of any stream’s chunks is assembled in linear time', () => {
  for (const { name, format, type, request, chunks } of loadTwins()) {
    const many: Json[] = [];
    const length = JSON.stringify(chunks).length;
    // All chunks in turn, then each one repeated: long texts, long arguments, many calls.
    for (let size = 0; size < SIZE; size += length) for (const chunk of chunks) many.push(chunk);
    assertLinear(name, () => {
      readExchange(format, type, request, { chunks: many });
      readExchange(format, type, request, { stream: serverSentEvents({ chunks: many, done: false }) });
    });
    for (const chunk of chunks) {
      const times = Math.ceil(SIZE / 10 / JSON.stringify(chunk).length);
      assertLinear(`${name}: ${JSON.stringify(chunk).slice(0, 80)}`, () => {
        readExchange(format, type, request, { chunks: [...chunks, ...Array(times).fill(chunk), ...chunks] });
      });
    }
  }
});

test('elements with ever new indices are assembled in linear time', () => {
  const at = (make: (index: number) => Json): Json[] =>
    Array.from({ length: 30_000 }, (_, index) => make(index));
  const cases: [string, Json[]][] = [
    [
      'calls',
      at((index) => ({ choices: [{ index: 0, delta: { tool_calls: [{ index, id: `c${index}` }] } }] })),
    ],
    ['choices', at((index) => ({ choices: [{ index, delta: { content: 'x' } }] }))],
    ['blocks', at((index) => ({ type: 'content_block_delta', index, delta: { text: 'x' } }))],
    ['items', at((index) => ({ type: 'response.output_text.delta', output_index: index, delta: 'x' }))],
    ['candidates', at((index) => ({ candidates: [{ index, content: { parts: [{ text: 'x' }] } }] }))],
    ['Converse', at((index) => ({ contentBlockDelta: { contentBlockIndex: index, delta: { text: 'x' } } }))],
  ];
  for (const [name, chunks] of cases) {
    assertLinear(name, () => readExchange('openai', 'chat', { messages: [] }, { chunks }));
    assertLinear(name, () =>
      readExchange('openai', 'chat', { messages: [] }, { chunks: chunks.toReversed() }),
    );
  }
});

test('one event with a hundred thousand fields does not slow down later ones', () => {
  const wide = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`k${index}`, index]));
  const small: Json[] = [
    { candidates: [], usageMetadata: { promptTokenCount: 1 } },
    { type: 'message_delta', delta: {}, usage: { output_tokens: 1 } },
    { type: 'content-delta', index: 0, delta: { message: { content: { text: 'x' } } } },
    { event_type: 'text-generation', text: 'x' },
    { choices: [{ delta: { content: 'x' } }] },
    { contentBlockDelta: { delta: { text: 'x' } } },
  ];
  for (const event of small) {
    const chunks: Json[] = [{ ...event, ...wide, usage: wide, response: wide }, ...Array(20_000).fill(event)];
    assertLinear(JSON.stringify(event), () => readExchange('gemini', 'chat', {}, { chunks }));
  }
});

const ADVERSARIES = [
  'data: {\n',
  'data: {}}\n',
  'data:\n',
  '{',
  '{}',
  '[{},',
  '{"a":',
  '"',
  '\\"',
  '\n',
  '\r',
  ': \n',
];

test('a megabyte of text that is not a stream is split in linear time', () => {
  for (const unit of ADVERSARIES) {
    for (const head of ['', 'data: {}\n\n', '[', '{"a":"']) {
      const stream = head + unit.repeat(SIZE / unit.length);
      assertLinear(JSON.stringify(head + unit), () =>
        readExchange('openai', 'chat', { messages: [] }, { stream }),
      );
    }
  }
});
