import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { KnownSpan } from './find-repeats.ts';
import { RecentCalls } from './recent-calls.ts';

function call(
  spanId: string,
  parentSpanId: string | null,
  input: number | null,
  output: number | null,
): KnownSpan {
  return { traceId: 't', spanId, parentSpanId, isCall: true, hasContent: false, input, output };
}

const OUTER = call('outer', null, 30, 3);
const INNER = [call('inner1', 'outer', 10, 1), call('inner2', 'outer', 20, 2)];

function leftOut(calls: RecentCalls, spans: readonly KnownSpan[], appId = 'app'): string[] {
  return [...calls.repeatsAmong(appId, 't', spans).leftOut];
}

/** A tree of spans, the root first, with the tokens that should be counted. */
type Tree = { spans: KnownSpan[]; input: number; output: number };

const tokens = fc.option(fc.nat({ max: 3 }));
/** A single call. */
const leaf = fc.record({ input: tokens, output: tokens, hasContent: fc.boolean() }).map((call): Tree => {
  const { input, output } = call;
  return {
    spans: [{ traceId: 't', spanId: '', parentSpanId: null, isCall: true, ...call }],
    input: input ?? 0,
    output: output ?? 0,
  };
});
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof({ depthSize: 'small', withCrossShrink: true }, leaf, around(tie('tree'))),
}));

/**
 * A span around others: a call with the sum of their tokens, a call without tokens, or another kind of span.
 */
function around(inner: fc.Arbitrary<Tree>): fc.Arbitrary<Tree> {
  const kind = fc.constantFrom('sum', 'no tokens', 'no call');
  const trees = fc.array(inner, { minLength: 1, maxLength: 3 });
  return fc.record({ kind, trees, hasContent: fc.boolean() }).map(({ kind, trees, hasContent }) => {
    const [input, output] = [sumOf(trees, 'input'), sumOf(trees, 'output')];
    const own = kind === 'sum' ? { input, output } : { input: null, output: null };
    const isCall = kind !== 'no call';
    const root: KnownSpan = { traceId: 't', spanId: '', parentSpanId: null, isCall, hasContent, ...own };
    const inside = trees.flatMap(({ spans }, i) => spans.map((span) => below(span, i)));
    return { spans: [root, ...inside], input, output };
  });
}

/** Renames a span for the nth subtree; the root of a tree has an empty id. */
function below({ spanId, parentSpanId, ...span }: KnownSpan, n: number): KnownSpan {
  return {
    ...span,
    spanId: `${n}${spanId}`,
    parentSpanId: parentSpanId === null ? '' : `${n}${parentSpanId}`,
  };
}

function sumOf(
  counted: readonly { input: number | null; output: number | null }[],
  name: 'input' | 'output',
) {
  return counted.reduce((sum, each) => sum + (each[name] ?? 0), 0);
}

/** The tokens counted in the end, for spans that arrive in these requests. */
function countedOf(requests: readonly KnownSpan[][]) {
  const calls = new RecentCalls();
  const counted = new Map<string, KnownSpan>();
  for (const spans of requests) {
    const { leftOut, late } = calls.repeatsAmong('app', 't', spans);
    for (const span of spans)
      if (span.isCall && !leftOut.has(`t/${span.spanId}`)) counted.set(span.spanId, span);
    for (const { spanId } of late) counted.delete(spanId);
    calls.settled('app', late);
  }
  const found = [...counted.values()];
  return { input: sumOf(found, 'input'), output: sumOf(found, 'output') };
}

test('every token is counted once, in any order of arrival and over any number of requests', () => {
  const arrival = tree.chain(({ spans, input, output }) =>
    fc.record({
      // Some spans are sent twice.
      order: fc
        .tuple(
          fc.shuffledSubarray(spans, { minLength: spans.length }),
          fc.array(fc.constantFrom(...spans), { maxLength: 2 }),
        )
        .map(([once, again]) => [...once, ...again]),
      cuts: fc.array(fc.boolean(), { minLength: spans.length + 2, maxLength: spans.length + 2 }),
      expected: fc.constant({ input, output }),
    }),
  );
  fc.assert(
    fc.property(arrival, ({ order, cuts, expected }) => {
      const requests: KnownSpan[][] = [[]];
      order.forEach((span, i) => {
        if (cuts[i]) requests.push([]);
        requests.at(-1)?.push(span);
      });
      assert.deepEqual(countedOf(requests), expected);
    }),
    { numRuns: 5000 },
  );
});

test('an outer call that arrived between its inner ones is reported as late until it is settled', () => {
  const calls = new RecentCalls();
  const [first, second] = INNER;
  assert.ok(first && second);
  for (const span of [first, OUTER])
    assert.deepEqual(calls.repeatsAmong('app', 't', [span]), { leftOut: new Set(), late: [], twice: [] });
  for (let i = 0; i < 2; i++) {
    const { leftOut, late } = calls.repeatsAmong('app', 't', [second]);
    assert.deepEqual([[...leftOut], late.map(({ spanId }) => spanId)], [[], ['outer']]);
  }
  calls.settled('app', [OUTER]);
  assert.deepEqual(calls.repeatsAmong('app', 't', [second]), { leftOut: new Set(), late: [], twice: [] });
});

/** A call as one library reports it, in a trace of its own. */
function reported(
  traceId: string,
  scope: string,
  startedAt = 100,
  endedAt = 200,
  digests = ['id 1'],
): KnownSpan {
  const seen = { ...call('span', null, 30, 3), traceId, hasContent: true };
  return { ...seen, signature: { scope, startedAt, endedAt, digests } };
}

test('a call that another library reports in another trace is left out, with the ids of the first, however often it is sent', () => {
  const calls = new RecentCalls();
  const first = reported('a', 'openai', 110, 190, ['id 1', 'said']);
  const none = { leftOut: new Set(), late: [], twice: [] };
  assert.deepEqual(calls.repeatsAmong('app', 'a', [first]), none);
  for (let i = 0; i < 2; i++) {
    for (const [traceId, name] of [
      ['b', 'id 1'],
      ['c', 'said'],
    ] as const) {
      const again = calls.repeatsAmong('app', traceId, [reported(traceId, 'langchain', 100, 200, [name])]);
      const twice = [{ traceId: 'a', spanId: 'span' }];
      assert.deepEqual(again, { leftOut: new Set([`${traceId}/span`]), late: [], twice });
    }
    assert.deepEqual(calls.repeatsAmong('app', 'a', [first]), none);
  }
  assert.deepEqual(calls.repeatsAmong('other', 'b', [reported('b', 'langchain')]), none);
});

test('calls that only resemble another one are recorded', () => {
  const first = reported('a', 'openai');
  const others: Record<string, KnownSpan> = {
    'of the same library': reported('b', 'openai'),
    'at another time': reported('b', 'langchain', 190, 300),
    'of another name': reported('b', 'langchain', 100, 200, ['id 2']),
    'with other tokens': { ...reported('b', 'langchain'), input: 31 },
    'in the same trace': { ...reported('a', 'langchain'), spanId: 'beside' },
  };
  for (const [what, other] of Object.entries(others)) {
    const calls = new RecentCalls();
    calls.repeatsAmong('app', 'a', [first]);
    assert.deepEqual([...calls.repeatsAmong('app', other.traceId, [other]).leftOut], [], what);
  }
  const calls = new RecentCalls();
  calls.repeatsAmong('app', 'a', [{ ...first, hasContent: false }]);
  assert.deepEqual(
    [...calls.repeatsAmong('app', 'b', [reported('b', 'langchain')]).leftOut],
    [],
    'with more content',
  );
});

test('signatures are forgotten with their spans', () => {
  const calls = new RecentCalls();
  calls.repeatsAmong('app', 'a', [reported('a', 'openai')]);
  const many = Array.from({ length: 2000 }, (_, i) => ({ ...call(`${i}`, null, 1, 1), traceId: 'a' }));
  calls.repeatsAmong('app', 'a', many);
  assert.deepEqual([...calls.repeatsAmong('app', 'b', [reported('b', 'langchain')]).leftOut], []);
});

test('repeated calls get the same decision, and applications are independent', () => {
  const calls = new RecentCalls();
  assert.deepEqual(leftOut(calls, INNER), []);
  assert.deepEqual(leftOut(calls, INNER), []);
  assert.deepEqual(leftOut(calls, [OUTER]), ['t/outer']);
  assert.deepEqual(leftOut(calls, [OUTER], 'other'), []);
});

test('once an outer call is recorded, an inner one with the same tokens is left out unless only it has content', () => {
  const same = call('same', 'outer', 30, 3);
  const calls = new RecentCalls();
  assert.deepEqual(leftOut(calls, [OUTER]), []);
  for (let i = 0; i < 3; i++) assert.deepEqual(leftOut(calls, [same]), ['t/same']);
  const others = new RecentCalls();
  others.repeatsAmong('app', 't', [OUTER]);
  const { late } = others.repeatsAmong('app', 't', [{ ...same, hasContent: true }]);
  assert.deepEqual(
    late.map(({ spanId }) => spanId),
    ['outer'],
  );
});

test('calls inside a call with no tokens, or with fewer, are recorded', () => {
  const calls = new RecentCalls();
  assert.deepEqual(leftOut(calls, [call('outer', null, null, null)]), []);
  assert.deepEqual(leftOut(calls, [call('inner', 'outer', 10, 1)]), []);
  assert.deepEqual(leftOut(calls, [call('small', null, 5, 1), call('large', 'small', 6, 1)]), ['t/small']);
});

test('the outer call is found across spans that are not calls', () => {
  const calls = new RecentCalls();
  const between = { ...call('http', 'outer', null, null), isCall: false };
  assert.deepEqual(leftOut(calls, [between, OUTER]), []);
  assert.deepEqual(leftOut(calls, [call('inner', 'http', 30, 3)]), ['t/inner']);
});

test('all spans around a call are known, at any distance', () => {
  const calls = new RecentCalls();
  const span = (spanId: string, parent: string | null) => ({
    ...call(spanId, parent, null, null),
    isCall: false,
  });
  calls.repeatsAmong('app', 't', [call('inner', 'http', 1, 1), span('beside', 'root')]);
  calls.repeatsAmong('app', 't', [span('http', 'agent'), span('agent', 'root'), span('root', null)]);
  assert.deepEqual([...calls.aroundCalls('app', 't')], ['http', 'agent', 'root']);
  assert.deepEqual([...calls.aroundCalls('app', 'another')], []);
});

test('an application with many spans does not evict those of another', () => {
  const calls = new RecentCalls();
  assert.deepEqual(leftOut(calls, INNER), []);
  for (let trace = 0; trace < 300; trace++) {
    const spans = Array.from({ length: 1000 }, (_, i) => call(`${i}`, null, 1, 1));
    calls.repeatsAmong('another', `${trace}`, spans);
  }
  assert.deepEqual(leftOut(calls, [OUTER]), ['t/outer']);
  assert.deepEqual([...calls.aroundCalls('another', '0')], []);
});

test('parent ids that form a cycle do not loop forever', () => {
  const circle = [call('a', 'b', 1, 1), call('b', 'a', 1, 1), call('c', 'c', 1, 1)];
  assert.ok(!leftOut(new RecentCalls(), circle).includes('t/c'));
});
