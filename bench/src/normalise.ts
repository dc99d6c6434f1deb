/**
 * How fast a stored exchange becomes a record: JSON.parse of both bodies, the format's reading, the price.
 * The exchanges are the repository's own fixtures, padded with ordinary text to about 3 KB.
 */
import { FORMATS, type Format } from '@parley/contract';
import { type Fixture, loadFixtures } from '../../server/src/formats/fixtures.ts';
import { priceWith } from '../../server/src/prices/price.ts';
import { type DeriveInput, derive } from '../../server/src/record/derive.ts';

const BYTES = 3 * 1024;
const WARM_UP_MS = 500;
const MEASURE_MS = 2000;
const ROUND = 200;

const SENTENCE =
  'The quick brown fox jumps over the lazy dog, while the committee — all 12 of them — reviews "version 3" of the plan. ';

type Speed = { per_s: number; ns_per_kb: number };

export function run(): void {
  const fixtures = loadFixtures();
  const formats: Partial<Record<Format, Speed>> = {};
  for (const format of FORMATS) {
    const inputs = fixtures.filter((each) => each.format === format).flatMap(padded);
    if (inputs.length === 0) continue;
    const speed = measure(inputs);
    formats[format] = speed;
    const mean = Math.round(inputs.reduce((sum, input) => sum + sizeOf(input), 0) / inputs.length);
    console.log(
      `${format.padEnd(11)} ${speed.per_s.toLocaleString('en-US').padStart(9)}/s  ${speed.ns_per_kb} ns/KB  (${inputs.length} exchanges of ${mean} bytes)`,
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
    const started = performance.now();
    for (;;) {
      for (let i = 0; i < ROUND; i++) {
        const input = inputs[next];
        if (input) derive(input, price);
        size += bytes[next] ?? 0;
        next = (next + 1) % inputs.length;
      }
      done += ROUND;
      const elapsed = performance.now() - started;
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

/** An exchange as it is stored, the longest text of request and response grown; none when both have none. */
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

/** Grows what people or models wrote, not a name or an id; a Bedrock body is JSON within a string. */
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
