import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Exchange } from '@parley/contract';
import { loadFixtures } from '../../test/fixtures/formats.ts';
import { DEPARTURES, deservedWarnings, REFUSED } from '../../test/recorded/departures.ts';
import { factsOf } from '../../test/recorded/facts.ts';
import { loadRecorded, loadStreams, type Recorded } from '../../test/recorded/load.ts';
import { at, type Facts } from '../../test/recorded/oracle.ts';
import { eventsOf, factsOfStream } from '../../test/recorded/stream-facts.ts';
import { type Json, readExchange } from './index.ts';
import { isObject } from './shared/read.ts';

/** Fixtures that a simple reading understands; the others cover special cases. */
const SIMPLE_FIXTURES =
  /-(chat|tools|generate|completion|error|refusal|function-call|several-choices|titan|jurassic|jamba|claude|command|command-r|llama2?|mistral-chat)$/;
/** Fixtures with a declared shape or a wrapped answer, and those that are not conversations. */
const SPECIAL_FIXTURES = /declared|workers-ai|embedding|rerank/;

test('every recorded exchange is read correctly', (t) => {
  let exchanges = loadRecorded();
  if (exchanges.length === 0) {
    t.diagnostic('no recorded exchanges here: the fixtures of this repository are compared instead');
    exchanges = loadFixtures().filter(
      ({ name }) => SIMPLE_FIXTURES.test(name) && !SPECIAL_FIXTURES.test(name),
    );
  }
  assert.ok(exchanges.length > 0);
  const problems: string[] = [];
  const departed = new Map<string, string[]>();
  for (const exchange of exchanges) {
    const compared = compare(exchange);
    problems.push(...compared.problems);
    for (const each of compared.departures)
      departed.set(each, [...(departed.get(each) ?? []), exchange.name]);
  }
  t.diagnostic(`${exchanges.length} exchanges compared`);
  for (const [each, names] of departed) t.diagnostic(`exception: ${each} (${names.join(', ')})`);
  assert.deepEqual(problems, []);
});

test('every recorded stream is assembled to what its events contain', (t) => {
  const streams = loadStreams();
  const departed = new Map<string, string[]>();
  const problems: string[] = [];
  for (const stream of streams) {
    const events = stream.chunks ?? eventsOf(stream.transcript);
    const facts = factsOfStream(stream.format, stream.request, events);
    const asSent =
      stream.chunks === null ? [{ stream: stream.transcript }, { chunks: events }] : [{ chunks: events }];
    for (const response of asSent) {
      const compared = compareWith(stream, response, facts);
      problems.push(...compared.problems);
      for (const each of compared.departures)
        departed.set(each, [...(departed.get(each) ?? []), stream.name]);
    }
  }
  t.diagnostic(`${streams.length} streams compared`);
  for (const [each, names] of departed)
    t.diagnostic(`exception: ${each} (${[...new Set(names)].join(', ')})`);
  assert.deepEqual(problems, []);
});

test('a response stream without its last event is read with the same output', (t) => {
  const streams = loadStreams().filter(({ type }) => type === 'response');
  for (const stream of streams) {
    const events = eventsOf(stream.transcript);
    const whole = readExchange('openai', 'response', stream.request, { chunks: events }).exchange;
    const chunks = events.filter((event) => !/completed|incomplete/.test(String(at(event, 'type'))));
    const cut = readExchange('openai', 'response', stream.request, { chunks });
    assert.deepEqual(cut.exchange.toolCalls, whole.toolCalls, stream.name);
    assert.equal(cut.exchange.outputText, whole.outputText, stream.name);
    assert.deepEqual(
      cut.warnings.map(({ code }) => code),
      ['stream_ended_early'],
      stream.name,
    );
    // The same without the completed items: from deltas only.
    const pieces = chunks.filter((event) => !/\.done$/.test(String(at(event, 'type'))));
    const put = readExchange('openai', 'response', stream.request, { chunks: pieces }).exchange;
    assert.equal(put.outputText, whole.outputText, stream.name);
    assert.deepEqual(put.toolCalls, whole.toolCalls, stream.name);
  }
  t.diagnostic(`${streams.length} streams compared`);
});

type Compared = { problems: string[]; departures: string[] };

function compare(exchange: Recorded): Compared {
  const { format, request, response } = exchange;
  if (!isObject(response)) return { problems: [], departures: [REFUSED] };
  return compareWith(exchange, response, factsOf(format, request, response));
}

function compareWith(
  { name, format, type, request }: Omit<Recorded, 'response'>,
  sent: Json,
  facts: Facts,
): Compared {
  const { exchange, warnings, response } = readExchange(format, type, request, sent);
  Exchange.parse(exchange);
  const said: Facts = {
    model: exchange.model,
    finishReasonRaw: exchange.finishReasonRaw,
    finishReason: exchange.finishReason,
    ...exchange.usage,
    text: exchange.outputText,
    toolCalls: exchange.toolCalls,
    upstreamId: exchange.upstreamId,
    isError: exchange.error !== null,
  };
  let expected = facts;
  const departures: string[] = [];
  for (const departure of Object.values(DEPARTURES)) {
    if (!departure.applies(format, response, expected)) continue;
    expected = { ...expected, ...departure.instead(expected, response) };
    departures.push(departure.why);
  }
  const deserved = deservedWarnings(response);
  const problems = warnings
    .filter(({ code }) => !deserved.includes(code))
    .map(({ code }) => `${name}: warning ${code}`);
  for (const key of Object.keys(expected)) {
    const pair = [Reflect.get(said, key), Reflect.get(expected, key)].map((value) => JSON.stringify(value));
    if (pair[0] !== pair[1]) problems.push(`${name}: ${key} is ${pair[0]}, not ${pair[1]}`);
  }
  return { problems, departures };
}
