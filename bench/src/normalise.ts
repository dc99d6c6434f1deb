/**
 * How fast a stored exchange becomes a record: JSON.parse of both bodies, the format's reading, the price.
 * The exchanges are the repository's fixtures, padded with ordinary text to about 3 KB; streams get more
 * chunks.
 */
import { FORMATS } from '@parley/contract';
import { parseFlags } from '../../server/src/base/flags.ts';
import { priceWith } from '../../server/src/prices/price.ts';
import { type DeriveInput, derive } from '../../server/src/record/derive.ts';
import { type Fixture, loadFixtures } from '../../server/test/fixtures/formats.ts';
import { loadTwins, serverSentEvents, type Twin } from '../../server/test/fixtures/stream-twins.ts';

const BYTES = 3 * 1024;
const WARM_UP_MS = 500;
const MEASURE_MS = 2000;
const ROUND = 200;

const SENTENCE =
  'The quick brown fox jumps over the lazy dog, while the committee — all 12 of them — reviews "version 3" of the plan. ';

type Speed = { per_s: number; ns_per_kb: number };

/** Shapes with a row of their own beside their format's, by the names of their fixtures. */
const SHAPES: Record<string, RegExp> = {
  response: /^openai-response/,
  converse: /^bedrock-converse/,
};

export function run(args: string[]): void {
  parseFlags({ args, options: {} });
  const fixtures = loadFixtures();
  const shapes = Object.values(SHAPES);
  const rows = new Map<string, DeriveInput[]>();
  for (const format of FORMATS) {
    const own = fixtures.filter(
      (each) => each.format === format && !shapes.some((shape) => shape.test(each.name)),
    );
    rows.set(format, own.flatMap(padded));
  }
  for (const [shape, names] of Object.entries(SHAPES)) {
    rows.set(shape, fixtures.filter(({ name }) => names.test(name)).flatMap(padded));
  }
  for (const twin of loadTwins()) {
    const row = `${familyOf(twin)} stream`;
    rows.set(row, [...(rows.get(row) ?? []), ...paddedStream(twin)]);
  }
  const formats: Record<string, Speed> = {};
  for (const [row, inputs] of rows) {
    if (inputs.length === 0) continue;
    const speed = measure(inputs);
    formats[row] = speed;
    const mean = Math.round(inputs.reduce((sum, input) => sum + sizeOf(input), 0) / inputs.length);
    console.log(
      `${row.padEnd(17)} ${speed.per_s.toLocaleString('en-US').padStart(9)}/s  ${speed.ns_per_kb} ns/KB  (${inputs.length} exchanges of ${mean} bytes)`,
    );
  }
  const speeds = Object.values(formats).map(({ per_s }) => per_s);
  console.log(JSON.stringify({ bench: 'normalise', median_per_s: median(speeds), formats }));
}

function measure(inputs: readonly DeriveInput[]): Speed {
  const price = priceWith(() => []);
  const bytes = inputs.map(sizeOf);
  let next = 0;
  const work = (milliseconds: number) => {
    let done = 0;
    let size = 0;
    const started = busyMs();
    for (;;) {
      for (let i = 0; i < ROUND; i++) {
        const input = inputs[next];
        if (input) derive(input, price);
        size += bytes[next] ?? 0;
        next = (next + 1) % inputs.length;
      }
      done += ROUND;
      const elapsed = busyMs() - started;
      if (elapsed >= milliseconds) return { done, size, elapsed };
    }
  };
  work(WARM_UP_MS);
  const { done, size, elapsed } = work(MEASURE_MS);
  return {
    per_s: Math.round((done / elapsed) * 1000),
    ns_per_kb: Math.round((elapsed * 1e6) / (size / 1024)),
  };
}

/** CPU time of this thread, independent of what else runs on the machine. */
function busyMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** An exchange as stored, with the longest text of request and response padded; none if both have no text. */
function padded(fixture: Fixture): DeriveInput[] {
  const { request, response } = structuredClone(fixture);
  const missing = BYTES - Buffer.byteLength(JSON.stringify([request, response]));
  const input = {
    appId: 'app_bench',
    format: fixture.format,
    type: fixture.type,
    requestedAt: Date.parse('2026-07-01T00:00:00Z'),
    request: grow(request, Math.floor(missing * 0.6)),
    response: grow(response, Math.ceil(missing * 0.4)),
  };
  return sizeOf(input) < BYTES * 0.8 ? [] : [input];
}

function familyOf({ name, format, type }: Twin): string {
  if (type === 'response') return 'response';
  return name === 'bedrock-converse' ? 'converse' : format;
}

/** A stream as stored, with more chunks of its text: raw text, or the events of Bedrock's client. */
function paddedStream(twin: Twin): DeriveInput[] {
  const { format, type } = twin;
  const at = twin.chunks.findIndex((chunk) => PIECE.test(textIn(chunk)));
  const piece = twin.chunks[at];
  if (piece === undefined) return [];
  const room = BYTES - Buffer.byteLength(JSON.stringify([twin.request, serverSentEvents(twin)]));
  const inputWith = (pieces: number): DeriveInput => {
    const chunks = twin.chunks.toSpliced(at, 0, ...Array<typeof piece>(pieces).fill(piece));
    const response = format === 'bedrock' ? { chunks } : { stream: serverSentEvents({ ...twin, chunks }) };
    return {
      appId: 'app_bench',
      format,
      type,
      requestedAt: Date.parse('2026-07-01T00:00:00Z'),
      request: grow(structuredClone(twin.request), Math.min(room, Math.floor(BYTES * 0.3))),
      response: JSON.stringify(response),
    };
  };
  const each = sizeOf(inputWith(1)) - sizeOf(inputWith(0));
  const input = inputWith(Math.max(0, Math.round((BYTES - sizeOf(inputWith(0))) / each)));
  return sizeOf(input) > BYTES * 1.2 ? [] : [input];
}

const PIECE = /"(?:text|content|delta|completion|generation|outputText)":" ?(?:The|Elbe\.) ?"/;

/** The text of a chunk, or the JSON in its bytes. */
function textIn(chunk: object): string {
  const bytes =
    'chunk' in chunk && typeof chunk.chunk === 'object' && chunk.chunk && Reflect.get(chunk.chunk, 'bytes');
  return bytes
    ? Buffer.from(String(bytes), 'base64').toString('utf8').replaceAll('": "', '":"')
    : JSON.stringify(chunk);
}

/** Pads what people or models wrote, not names or ids; a Bedrock body is JSON within a string. */
function grow(json: object, by: number): string {
  const [longest] = sentencesIn(json).toSorted((a, b) => b.text.length - a.text.length);
  if (longest && by > 0) {
    const { holder, key, text } = longest;
    const grown = /^{.*}$/s.test(text) ? grow(JSON.parse(text), by) : `${text} ${filler(by)}`;
    Reflect.set(holder, key, grown);
  }
  return JSON.stringify(json);
}

type Sentence = { holder: object; key: string; text: string };

function sentencesIn(holder: object): Sentence[] {
  return Object.entries(holder).flatMap(([key, value]): Sentence[] => {
    if (typeof value === 'string') return isText(key, value) ? [{ holder, key, text: value }] : [];
    return typeof value === 'object' && value !== null ? sentencesIn(value) : [];
  });
}

function isText(key: string, value: string): boolean {
  return value.includes(' ') || value.startsWith('{') || /^(?:content|text|prompt|inputText)$/.test(key);
}

function filler(length: number): string {
  return SENTENCE.repeat(Math.ceil(length / SENTENCE.length)).slice(0, length);
}

function sizeOf({ request, response }: DeriveInput): number {
  return Buffer.byteLength(request) + Buffer.byteLength(response);
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1
    ? (sorted[Math.floor(middle)] ?? 0)
    : Math.round(((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2);
}
