import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Seen } from '../otel/find-repeats.ts';
import { RecentCalls } from './recent-calls.ts';

function call(
  spanId: string,
  parentSpanId: string | null,
  input: number | null,
  output: number | null,
): Seen {
  return { traceId: 't', spanId, parentSpanId, isCall: true, hasContent: false, input, output };
}

const OUTER = call('outer', null, 30, 3);
const INNER = [call('inner1', 'outer', 10, 1), call('inner2', 'outer', 20, 2)];

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, i) => permutations(items.toSpliced(i, 1)).map((rest) => [item, ...rest]));
}

test('counts every token once: the outer call may come first, last or beside the others', () => {
  const tool = { ...call('tool', 'outer', null, null), isCall: false };
  const orders = permutations([...INNER, tool]).flatMap((inner) => [
    [OUTER, ...inner],
    [...inner, OUTER],
  ]);
  for (const order of orders) {
    for (const requests of [[order], order.map((span) => [span]), [order.slice(0, 2), order.slice(2)]]) {
      const calls = new RecentCalls();
      let input = 0;
      let output = 0;
      for (const spans of requests) {
        const repeats = calls.repeatsAmong('app', spans);
        for (const span of spans) {
          if (!span.isCall || repeats.has(`t/${span.spanId}`)) continue;
          input += span.input ?? 0;
          output += span.output ?? 0;
        }
      }
      const shown = requests.map((spans) => spans.map(({ spanId }) => spanId).join('+')).join(' ');
      assert.deepEqual([input, output], [30, 3], shown);
    }
  }
});

test('counts what comes again as it did before, and nothing of another application', () => {
  const calls = new RecentCalls();
  assert.deepEqual([...calls.repeatsAmong('app', INNER)], []);
  assert.deepEqual([...calls.repeatsAmong('app', INNER)], []);
  assert.deepEqual([...calls.repeatsAmong('app', [OUTER])], ['t/outer']);
  assert.deepEqual([...calls.repeatsAmong('other', [OUTER])], []);
});

test('counts nothing inside of a call that came first, however often it comes', () => {
  const calls = new RecentCalls();
  assert.deepEqual([...calls.repeatsAmong('app', [OUTER])], []);
  for (let i = 0; i < 4; i++)
    assert.deepEqual([...calls.repeatsAmong('app', INNER)], ['t/inner1', 't/inner2']);
});

test('counts calls inside of one that has no tokens, or fewer', () => {
  const calls = new RecentCalls();
  assert.deepEqual([...calls.repeatsAmong('app', [call('outer', null, null, null)])], []);
  assert.deepEqual([...calls.repeatsAmong('app', [call('inner', 'outer', 10, 1)])], []);
  assert.deepEqual(
    [...calls.repeatsAmong('app', [call('small', null, 5, 1), call('large', 'small', 6, 1)])],
    ['t/small'],
  );
});

test('finds the call around another past spans that are none', () => {
  const calls = new RecentCalls();
  const between = { ...call('http', 'outer', null, null), isCall: false };
  assert.deepEqual([...calls.repeatsAmong('app', [between, OUTER])], []);
  assert.deepEqual([...calls.repeatsAmong('app', [call('inner', 'http', 30, 3)])], ['t/inner']);
});

test('knows what is around a call, however far', () => {
  const calls = new RecentCalls();
  const span = (spanId: string, parent: string | null) => ({
    ...call(spanId, parent, null, null),
    isCall: false,
  });
  calls.repeatsAmong('app', [call('inner', 'http', 1, 1), span('beside', 'root')]);
  calls.repeatsAmong('app', [span('http', 'agent'), span('agent', 'root'), span('root', null)]);
  assert.deepEqual([...calls.aroundCalls('app', 't')], ['http', 'agent', 'root']);
  assert.deepEqual([...calls.aroundCalls('app', 'another')], []);
});

test('goes round no circle', () => {
  const circle = [call('a', 'b', 1, 1), call('b', 'a', 1, 1), call('c', 'c', 1, 1)];
  assert.ok(!new RecentCalls().repeatsAmong('app', circle).has('t/c'));
});
