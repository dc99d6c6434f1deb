import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Exchange, FORMATS, typesOf, Warning } from '@parley/contract';
import fc from 'fast-check';
import { type Fixture, loadFixtures } from '../../test/fixtures/formats.ts';
import { loadRecorded } from '../../test/recorded/load.ts';
import type { Json } from './format.ts';
import { READERS, readExchange } from './index.ts';
import { isObject } from './shared/read.ts';

type Sample = Omit<Fixture, 'expect'>;

/** Made once: a schema is compiled when it first parses. */
const StrictExchange = Exchange.strict();

const samples: Sample[] = loadFixtures();
/** Recorded exchanges, where available: they have more fields to mutate than fixtures. */
for (const { name, format, type, request, response } of loadRecorded()) {
  if (isObject(response)) samples.push({ name, format, type, request, response });
}

/** Values of a field after a fault upstream or in a client. */
const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(
    null,
    '',
    0,
    -1,
    1.5,
    1e300,
    true,
    [],
    {},
    [null],
    [[]],
    [{}],
    '\ud800',
    '__proto__',
    'constructor',
    '<think>',
    '\n\nHuman:',
    '[INST]',
    { role: 7, content: [7, null, { type: {} }] },
    JSON.parse('{"__proto__":{"type":"text","text":"x"},"constructor":1}'),
  ),
);

type Change = {
  at: number;
  kind: 'drop' | 'retype' | 'duplicate' | 'wrap' | 'swap' | 'nest';
  value: unknown;
};
const change: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(),
  kind: fc.constantFrom('drop', 'retype', 'duplicate', 'wrap', 'swap', 'nest'),
  value: odd,
});

test('a mutated exchange is read without failing, and gives a valid record', () => {
  const pair = fc.record({
    sample: fc.constantFrom(...samples),
    changes: fc.array(change, { minLength: 1, maxLength: 6 }),
  });
  fc.assert(
    fc.property(pair, ({ sample, changes }) => {
      const { request, response } = mutate(sample, changes);
      if (!isObject(request) || !isObject(response)) return;
      assertValid(sample, request, response);
    }),
    { numRuns: 3000 },
  );
});

test('an exchange of one format that is declared as another gives a valid record', () => {
  for (const { name, request, response } of samples) {
    for (const format of FORMATS) {
      for (const type of typesOf(format)) assertValid({ name, format, type }, request, response);
    }
  }
});

test('a reader that fails leaves an empty record and a warning', () => {
  const hostile = new Proxy({}, { get: () => assert.fail('touched') });
  const { exchange, warnings } = readExchange('openai', 'chat', hostile, hostile);
  assert.deepEqual(Exchange.parse(exchange), exchange);
  assert.deepEqual(warnings, [{ path: '', code: 'normalise_failed', message: 'Not normalised: touched' }]);
});

function assertValid(fixture: Pick<Sample, 'name' | 'format' | 'type'>, request: Json, response: Json) {
  // The reader itself, because `readExchange` would hide exceptions.
  const { exchange, warnings } = READERS[fixture.format].read(request, response, fixture.type);
  assert.deepEqual(StrictExchange.parse(exchange), exchange, fixture.name);
  for (const warning of warnings) Warning.parse(warning);
  for (const text of [exchange.inputText, exchange.outputText, exchange.model ?? ''])
    assert.ok(text.isWellFormed());
}

/** A copy of the exchange with some fields changed. */
function mutate({ request, response }: Sample, changes: Change[]): { request: unknown; response: unknown } {
  const root: Record<string, unknown> = structuredClone({ request, response });
  for (const side of [root.request, root.response]) {
    // Bedrock's bodies are text; mutating their contents finds more than mutating the text.
    if (isRecord(side) && typeof side.body === 'string' && changes.length % 2 === 0) {
      try {
        side.body = JSON.parse(side.body);
      } catch {
        // A fixture with an invalid body.
      }
    }
  }
  // Nesting comes last, since `structuredClone` cannot copy values that are nested this deeply.
  const ordered = changes.toSorted((a, b) => Number(a.kind === 'nest') - Number(b.kind === 'nest'));
  for (const { at, kind, value } of ordered) {
    const places = placesIn(root);
    const place = places[at % places.length];
    if (place === undefined) break;
    const { holder, key } = place;
    if (kind === 'drop' && Array.isArray(holder)) holder.splice(Number(key), 1);
    else if (kind === 'drop') Reflect.deleteProperty(holder, key);
    else if (kind === 'retype') holder[key] = structuredClone(value);
    else if (kind === 'nest') holder[key] = nested(holder[key]);
    else if (kind === 'wrap') holder[key] = [holder[key]];
    else if (kind === 'duplicate') holder[key] = [holder[key], structuredClone(holder[key])];
    else {
      const other = places[(at * 31) % places.length];
      if (other) holder[key] = structuredClone(other.holder[other.key]);
    }
  }
  return { request: root.request, response: root.response };
}

/** Nested deeper than `JSON.stringify` or any recursion can handle. */
function nested(inner: unknown): unknown {
  let value = inner;
  for (let depth = 0; depth < 20_000; depth++) value = depth % 2 === 0 ? [value] : { content: value };
  return value;
}

type Place = { holder: Record<string, unknown>; key: string };

function placesIn(root: Record<string, unknown>): Place[] {
  const places: Place[] = [];
  const queue: Record<string, unknown>[] = [root];
  for (let holder = queue.pop(); holder !== undefined && places.length < 2000; holder = queue.pop()) {
    for (const key of Object.keys(holder)) {
      if (holder !== root) places.push({ holder, key });
      const value = holder[key];
      if (isRecord(value)) queue.push(value);
    }
  }
  return places;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
