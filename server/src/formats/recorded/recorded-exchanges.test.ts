// biome-ignore-all lint/style/noRestrictedImports: tests read files; formats do not
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Exchange } from '@parley/contract';
import { loadFixtures } from '../fixtures.ts';
import { readExchange } from '../index.ts';
import { isObject } from '../shared/read.ts';
import { DEPARTURES, deservedWarnings, REFUSED } from './departures.ts';
import { factsOf } from './facts.ts';
import { loadRecorded, type Recorded } from './load.ts';
import type { Facts } from './oracle.ts';

/** The fixtures that a plain reading understands; the others exist because they are odd. */
const PLAIN =
  /-(chat|tools|generate|completion|error|refusal|function-call|several-choices|titan|jurassic|jamba|claude|command|command-r|llama2?|mistral-chat)$/;

test('every recorded exchange is read as what it says', (t) => {
  let exchanges = loadRecorded();
  if (exchanges.length === 0) {
    t.diagnostic('no recorded exchanges here: the fixtures of this repository are compared instead');
    exchanges = loadFixtures().filter(({ name }) => PLAIN.test(name) && !name.includes('declared'));
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

type Compared = { problems: string[]; departures: string[] };

function compare({ name, format, type, request, response }: Recorded): Compared {
  if (!isObject(response)) return { problems: [], departures: [REFUSED] };
  const { exchange, warnings } = readExchange(format, type, request, response);
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
  let expected = factsOf(format, request, response);
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
