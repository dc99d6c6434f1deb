import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { FORMATS, ScoreInput } from '@parley/contract';
import { generate } from '@parley/sample/generate';
import type { Payload } from '@parley/sample/payload';
import { scoresOf } from '@parley/sample/scores';
import { withKeys } from '@parley/sample/with-keys';
import { readExchange } from '../src/formats/index.ts';
import { priceExchange } from '../src/prices/price.ts';
import { NO_STORE, startServer } from './support/server-process.ts';
import { tempFolder } from './support/temp-folder.ts';

const UNTIL = Date.UTC(2026, 5, 17, 12);
const OPTIONS = { seed: 7, interactions: 600, days: 28, until: UNTIL };
const POSTS = generate(OPTIONS);
const STORED = POSTS.flatMap((post) => (post.expect === 'stored' ? [post.payload] : []));

test('a server accepts every demo payload, deduplicates repeats, and refuses the broken ones', async (t) => {
  // Nothing is drained here, so there is nothing to wait for.
  const env = { PARLEY_GRACE: '0' };
  const server = await startServer({ data: await tempFolder(), clickhouseUrl: NO_STORE, env });
  t.after(() => server.stop());
  for (const { payload, expect } of POSTS) {
    const answer = await server.post(JSON.stringify(withKeys(payload, server.keys)));
    assert.equal(answer.status, expect === 'rejected' ? 422 : 200, answer.text);
    assert.equal(answer.json.duplicate === true, expect === 'duplicate', answer.text);
    assert.equal(answer.json.warnings, undefined, answer.text);
  }
});

test('the same seed generates the same posts, and another seed different ones', () => {
  assert.deepEqual(generate(OPTIONS), POSTS);
  assert.notDeepEqual(generate({ ...OPTIONS, seed: 8 }), POSTS);
});

test('scores are of several kinds, about what was sent, and said after it', () => {
  const scores = scoresOf(POSTS, OPTIONS.seed, UNTIL);
  assert.deepEqual(scoresOf(POSTS, OPTIONS.seed, UNTIL), scores);
  const names = Map.groupBy(scores, ({ score }) => score.name);
  assert.deepEqual([...names.keys()].toSorted(), ['comment', 'faithfulness', 'thumbs', 'topic']);
  const thumbs = (names.get('thumbs') ?? []).map(({ score }) => score.value);
  assert.ok(thumbs.includes(true) && thumbs.includes(false), String(thumbs));
  const ids = new Map(STORED.map(({ response, timestamps }) => [Object(response).id, timestamps.response]));
  for (const { score } of scores) {
    assert.ok(ScoreInput.safeParse(score).success, JSON.stringify(score));
    assert.ok(score.at <= UNTIL);
    if ('upstreamId' in score) assert.ok((ids.get(score.upstreamId) ?? Infinity) < score.at);
  }
});

test('as many interactions are stored as requested, in order and within the period', () => {
  assert.equal(STORED.length, OPTIONS.interactions);
  const times = POSTS.map(({ at }) => at);
  assert.deepEqual(
    times,
    times.toSorted((a, b) => a - b),
  );
  for (const { timestamps } of STORED) {
    assert.ok(timestamps.request >= UNTIL - OPTIONS.days * 86_400_000);
    assert.ok(timestamps.request <= timestamps.response && timestamps.response <= UNTIL);
  }
});

describe('stored demo data', () => {
  const readings = STORED.map((payload) => ({ payload, ...read(payload) }));

  test('is read by its format without a warning, in all formats and with all outcomes', () => {
    for (const { warnings } of readings) assert.deepEqual(warnings, []);
    assert.deepEqual(new Set(STORED.map(({ reconify }) => reconify.format)), new Set(FORMATS));
    const outcomes = new Set(readings.map(({ exchange }) => exchange.outcome));
    assert.deepEqual(outcomes, new Set(['ok', 'error', 'blocked']));
    const reasons = new Set(readings.map(({ exchange }) => exchange.finishReason));
    for (const reason of ['stop', 'tool_calls', 'length', 'content_filter'] as const) {
      assert.ok(reasons.has(reason), reason);
    }
  });

  test('has labels, first-token times, traces with several calls, and response chains', () => {
    for (const { labels } of STORED) assert.ok(labels?.environment && labels.feature);
    assert.ok(STORED.some(({ labels }) => labels?.customer));
    for (const { timestamps } of STORED) {
      const { request, firstToken = request, response } = timestamps;
      assert.ok(request <= firstToken && firstToken <= response);
    }
    assert.ok(STORED.filter(({ timestamps }) => timestamps.firstToken).length > STORED.length / 2);
    const runs = Map.groupBy(
      STORED.flatMap(({ trace }) => (trace ? [trace] : [])),
      ({ traceId }) => traceId,
    );
    assert.ok([...runs.values()].some((spans) => spans.length >= 4));
    for (const [root, ...others] of runs.values()) {
      assert.equal(root?.parentSpanId, undefined);
      for (const { parentSpanId } of others) assert.equal(parentSpanId, root?.spanId);
    }
    const ids = new Set(readings.map(({ exchange }) => exchange.upstreamId));
    const previous = readings.flatMap(({ exchange }) => exchange.previousUpstreamId ?? []);
    assert.ok(previous.length > 0 && previous.every((id) => ids.has(id)));
  });

  test('has no unfilled placeholder', () => {
    for (const { exchange } of readings) {
      const text = `${exchange.inputText}${exchange.outputText}`;
      assert.doesNotMatch(text, /\[\[\w/);
    }
  });

  test('has a price, except for the one model that no list knows', () => {
    const unpriced = new Set<string | null>();
    for (const { exchange, payload } of readings) {
      if (exchange.outcome !== 'ok') continue;
      const { format } = payload.reconify;
      const at = payload.timestamps.request;
      if (priceExchange({ ...exchange, format, provider: null, at, request: {}, response: {} }, []) === null)
        unpriced.add(exchange.model);
    }
    assert.deepEqual([...unpriced], ['harbour-coder-14b']);
  });
});

function read({ reconify, request, response }: Payload) {
  return readExchange(reconify.format, reconify.type, overTheWire(request), overTheWire(response));
}

function overTheWire(body: object): Record<string, unknown> {
  return JSON.parse(JSON.stringify(body));
}
